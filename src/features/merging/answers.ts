import { list, object, only, text, whole } from '../../core/schema/answer-parts.ts'

/* `npm run docs` writes this file from `answer-types.ts`. */

export const ANSWERS = {
  MergeReport: object({
    id: whole,
    merged: list(whole),
    events: whole,
    'fields?': list(object({ name: text, from: whole, 'confirm?': only(true) })),
  }),
}
