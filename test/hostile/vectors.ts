import { VARIED_ADDRESSES, VARIED_LINKS, VARIED_TAGS } from './variations.ts'
import { CHARACTERS } from './vectors-of-characters.ts'
import { MARKUP } from './vectors-of-markup.ts'

/*
 * What somebody sends who wants a script to run where texts are shown. By idea, so that a failure says which one.
 */

export const GROUPS: readonly { readonly name: string; readonly vectors: readonly string[] }[] = [
  ...Object.entries({ ...MARKUP, ...CHARACTERS }).map(([name, vectors]) => ({ name, vectors })),
  { name: 'tags in other clothes', vectors: VARIED_TAGS },
  { name: 'links in other clothes', vectors: VARIED_LINKS },
]

export const VECTORS: readonly string[] = [...new Set(GROUPS.flatMap(({ vectors }) => vectors))]

/** What is sent where an address is asked for: attacks as they are, and behind an address that is one. */
export const ADDRESSES: readonly string[] = [
  ...VARIED_ADDRESSES,
  ...VECTORS,
  ...VECTORS.map((vector) => `https://a.example/${vector}`),
  ...VARIED_ADDRESSES.map((url) => `https://a.example/?next=${url}`),
]
