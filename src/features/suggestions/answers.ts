import * as z from 'zod/mini'
import { optionalText, text, whole, yesNo } from '../../core/schema/answer-parts.ts'

const Contact = z.object({ name: text, email: text, message: text })

/** Without `edit` and `secret`, and with `state`, for a repeat without the secret. */
export const NewSuggestion = z.object({
  id: whole,
  edit: optionalText,
  secret: optionalText,
  state: optionalText,
})

/** As its sender reads it. */
export const Suggestion = z.object({
  state: z.enum(['pending', 'published', 'declined', 'withdrawn']),
  url: optionalText,
  reason: optionalText,
  id: z.optional(whole),
  title: optionalText,
  description: optionalText,
  start_date: optionalText,
  end_date: optionalText,
  all_day: z.optional(yesNo),
  timezone: optionalText,
  venue: optionalText,
  organizer: z.optional(z.array(text)),
  website: optionalText,
  cost: optionalText,
  categories: z.optional(z.array(z.object({ id: whole, name: text }))),
  contact: z.optional(Contact),
})

/** What editors see on an event. */
export const members = z.object({
  suggestion: z.optional(
    z.object({
      state: z.enum(['pending', 'published', 'declined']),
      date_utc: text,
      contact: Contact,
      reason: text,
    }),
  ),
})
