import type { FileNote } from '../../formats/file-event.ts'
import type { ImportNote } from '../../types/index.ts'

/* The notes of an import, as its report has them. */

/** Characters of a message, of a title and of a UID. */
const SHOWN = 500

/** Whether the event was not brought. */
export const isRefused = ({ code }: FileNote): boolean =>
  code !== 'changed_on_both_sides' && code !== 'no_end' && code !== 'part_left_out'

export const noteShown = ({ line, key, title, code, message }: FileNote): ImportNote => ({
  ...{ line, uid: key.slice(0, SHOWN), title: title.slice(0, SHOWN), code },
  ...{ message: message.slice(0, SHOWN), why: message.slice(0, SHOWN) },
})
