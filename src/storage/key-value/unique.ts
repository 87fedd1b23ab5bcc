/*
 * Whose a unique value is. A key names them by its hash, and so may stand for several values.
 */

type Owner = readonly [value: string, id: number]

function ownersIn(text: string | undefined): Owner[] {
  return text === undefined ? [] : JSON.parse(text)
}

/** Who has the value: one document or none. */
export const idsIn = (text: string | undefined, value: string): number[] =>
  ownersIn(text)
    .filter(([claimed]) => claimed === value)
    .map(([, id]) => id)

/** With one owner more or less; `undefined` where none is left. */
export function withOwner(text: string | undefined, value: string, id: number): string {
  return JSON.stringify([...ownersIn(text).filter(([claimed]) => claimed !== value), [value, id]])
}

export function withoutOwner(text: string | undefined, value: string, id: number): string | undefined {
  const left = ownersIn(text).filter(([claimed, owner]) => claimed !== value || owner !== id)
  return left.length === 0 ? undefined : JSON.stringify(left)
}
