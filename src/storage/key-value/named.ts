import { listIn } from '../shared/own-json.ts'

/*
 * Documents by unique value, slug or name. Keys contain hashes, so one key may cover several values. Unique values are
 * stored next to their IDs. For slugs and names, the caller must compare the documents.
 */

type Owner = readonly [value: string, id: number]

const ownersIn = (text = '[]'): Owner[] => listIn(text)

/** The ID of the document that owns the value, or `undefined`. */
export const ownerOf = (text: string | undefined, value: string): number | undefined =>
  ownersIn(text).find(([claimed]) => claimed === value)?.[1]

export function withOwner(text: string | undefined, value: string, id: number): string {
  return JSON.stringify([...ownersIn(text).filter(([claimed]) => claimed !== value), [value, id]])
}

/** `undefined` if the entry becomes empty. */
export function withoutOwner(text: string | undefined, value: string, id: number): string | undefined {
  const left = ownersIn(text).filter(([claimed, owner]) => claimed !== value || owner !== id)
  return left.length === 0 ? undefined : JSON.stringify(left)
}

export const idsIn = (text = '[]'): number[] => listIn(text)

export const withId = (text: string | undefined, id: number): string =>
  JSON.stringify([...idsIn(text).filter((one) => one !== id), id])

/** `undefined` if the entry becomes empty. */
export function withoutId(text: string | undefined, id: number): string | undefined {
  const left = idsIn(text).filter((one) => one !== id)
  return left.length === 0 ? undefined : JSON.stringify(left)
}
