/**
 * Keeps the last answer of `read`, as long as the key is the same. `undefined`: it is asked each time. Failures are not
 * kept.
 */
export function createLast<A extends readonly unknown[], T>(read: (...given: A) => Promise<T>) {
  let last: { readonly key: string; readonly answer: Promise<T> } | undefined
  return (key: string | undefined, ...given: A): Promise<T> => {
    if (key !== undefined && last?.key === key) return last.answer
    const answer = read(...given)
    if (key === undefined) return answer
    last = { key, answer }
    answer.catch(() => {
      if (last?.answer === answer) last = undefined
    })
    return answer
  }
}
