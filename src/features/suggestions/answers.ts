import { list, object, oneOf, text, whole, yesNo } from '../../core/schema/answer-parts.ts'

/* `npm run docs` writes this file from `answer-types.ts`. */

export const ANSWERS = {
  NewSuggestion: object({ id: whole, 'edit?': text, 'secret?': text, 'state?': text }),
  Suggestion: object({
    state: oneOf('pending', 'published', 'declined', 'withdrawn'),
    'id?': whole,
    'title?': text,
    'description?': text,
    'start_date?': text,
    'end_date?': text,
    'all_day?': yesNo,
    'timezone?': text,
    'venue?': text,
    'organizer?': list(text),
    'website?': text,
    'cost?': text,
    'categories?': list(object({ id: whole, name: text })),
    'contact?': object({ name: text, email: text, message: text }),
    'url?': text,
    'reason?': text,
  }),
  EventMembers: object({
    'suggestion?': object({
      state: oneOf('pending', 'published', 'declined'),
      date_utc: text,
      contact: object({ name: text, email: text, message: text }),
      reason: text,
    }),
  }),
}
