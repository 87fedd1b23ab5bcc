import { EVENTS } from './events.ts'
import { LINKED } from './linked.ts'
import { MEDIA } from './media.ts'
import { META } from './meta.ts'
import { SOURCES } from './sources.ts'
import { TERMS } from './terms.ts'

/*
 * What the index and the documentation say of each operation. Loaded with the first request for one of them. An endpoint
 * names its row, so a missing row does not compile.
 */

export const ABOUT = {
  ...META,
  ...EVENTS,
  ...LINKED,
  ...TERMS,
  ...MEDIA,
  ...SOURCES,
}

/** Name of an operation: unique, one or two words. */
export type Operation = keyof typeof ABOUT
