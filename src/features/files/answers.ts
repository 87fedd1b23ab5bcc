import { list, object, oneOf, text, whole, yesNo } from '../../core/schema/answer-parts.ts'

/* `npm run docs` writes this file from `answer-types.ts`. */

export const ANSWERS = {
  FileImportReport: object({
    created: whole,
    updated: whole,
    unchanged: whole,
    outside: whole,
    refused: list(object({ line: whole, uid: text, title: text, code: text, message: text, why: text })),
    'notes?': list(object({ line: whole, uid: text, title: text, code: text, message: text, why: text })),
    'taken?': list(object({ kind: oneOf('venue', 'organizer'), id: whole, name: text })),
    more: yesNo,
    'events?': list(
      object({
        title: text,
        start_date: text,
        end_date: text,
        timezone: text,
        venue: text,
        state: oneOf('new', 'changed', 'same', 'refused'),
        like: list(whole),
      }),
    ),
  }),
}
