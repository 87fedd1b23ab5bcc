/** Words of a title, without accents, capitals and signs. */
const wordsIn = (title: string): string[] =>
  title
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether most words of two titles are the same. */
export function isSimilar(one: string, other: string): boolean {
  const [a, b] = [new Set(wordsIn(one)), new Set(wordsIn(other))]
  if (a.size === 0 || b.size === 0) return false
  const shared = [...a].filter((word) => b.has(word)).length
  return shared / Math.min(a.size, b.size) >= 0.6
}
