import { LINKED } from './post.ts'
import { first, isNumber, isText, type Table } from './row.ts'

/** The fields of categories and of tags. */
export const TERM = {
  ...LINKED,
  name: first(isText),
  description: first(isText),
  slug: first(isText),
  /** 0 for none; always 0 for tags. Of what is left of a merged term: -1. */
  parent: first(isNumber),
} satisfies Table
