/** Entries of a memo: some months of days in each of the ways that they are written. */
const MOST = 5000

/** Keeps texts that take long to write, such as dates: `Intl` takes longer than all else that makes a row. */
export function createMemo(): (key: string, write: () => string) => string {
  const texts = new Map<string, string>()
  return (key, write) => {
    const known = texts.get(key)
    if (known !== undefined) return known
    const text = write()
    if (texts.size >= MOST) texts.clear()
    texts.set(key, text)
    return text
  }
}
