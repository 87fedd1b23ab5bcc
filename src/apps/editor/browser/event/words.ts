/** Words in a row that both texts have, or only one of them. */
export interface Run {
  readonly kind: 'same' | 'added' | 'gone'
  readonly text: string
}

/** The table grows with the product of both lengths. */
const MOST = 400

/** What became of a text, word by word: the longest common subsequence. Long texts are shown as two. */
export function changedWords(before: string, after: string): Run[] {
  const [old, now] = [before.split(' ').filter(Boolean), after.split(' ').filter(Boolean)]
  if (old.length > MOST || now.length > MOST)
    return [
      { kind: 'gone', text: `${before.slice(0, 500)} …` },
      { kind: 'added', text: `${after.slice(0, 500)} …` },
    ]
  // common[i][j]: how many words the rests of both texts from i and j on share.
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0))
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = common[i]
      if (row !== undefined)
        row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const runs: { kind: Run['kind']; words: string[] }[] = []
  const add = (kind: Run['kind'], word = '') => {
    const last = runs.at(-1)
    if (last?.kind === kind) last.words.push(word)
    else runs.push({ kind, words: [word] })
  }
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      add('same', old[i])
      i++
      j++
    } else if (i < old.length && (j >= now.length || at(i + 1, j) >= at(i, j + 1))) add('gone', old[i++])
    else add('added', now[j++])
  }
  return runs.map(({ kind, words }) => ({ kind, text: words.join(' ') }))
}
