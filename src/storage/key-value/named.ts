/*
 * Who has a unique value, and who have a slug or a name. A key names these by its hash, and so may stand for several of
 * them: with a unique value the value itself is kept; who has a slug has to be asked.
 */

type Owner = readonly [value: string, id: number]

function ownersIn(text: string | undefined): Owner[] {
  return text === undefined ? [] : JSON.parse(text)
}

/** Whose the value is: one document's, or none's. */
export const ownerOf = (text: string | undefined, value: string): number | undefined =>
  ownersIn(text).find(([claimed]) => claimed === value)?.[1]

export function withOwner(text: string | undefined, value: string, id: number): string {
  return JSON.stringify([...ownersIn(text).filter(([claimed]) => claimed !== value), [value, id]])
}

/** `undefined` where nothing is left. */
export function withoutOwner(text: string | undefined, value: string, id: number): string | undefined {
  const left = ownersIn(text).filter(([claimed, owner]) => claimed !== value || owner !== id)
  return left.length === 0 ? undefined : JSON.stringify(left)
}

export function idsIn(text: string | undefined): number[] {
  return text === undefined ? [] : JSON.parse(text)
}

export const withId = (text: string | undefined, id: number): string =>
  JSON.stringify([...idsIn(text).filter((one) => one !== id), id])

/** `undefined` where nothing is left. */
export function withoutId(text: string | undefined, id: number): string | undefined {
  const left = idsIn(text).filter((one) => one !== id)
  return left.length === 0 ? undefined : JSON.stringify(left)
}
