/** Says when a time is over. Call `stop` at the end. */
export function timeLimit(milliseconds: number) {
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
  }, milliseconds)
  return { isOver: () => isOver, stop: () => clearTimeout(timer) }
}
