import { CONTENT, LINKED, POST } from './post.ts'
import { first, isText, line, oneOf, type PlainName, type Table, url } from './row.ts'

export const ORGANIZER = {
  ...POST,
  ...CONTENT,
  ...LINKED,
  kind: first(oneOf(['organizer'])),
  organizer: first(isText),
  description: first(isText),
  phone: line({}),
  website: url({}),
  email: line({}),
} satisfies Table

export type PlainOrganizerField = PlainName<typeof ORGANIZER>
