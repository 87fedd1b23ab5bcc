import * as z from 'zod/mini'
import { text, whole } from '../../core/schema/answer-parts.ts'

/** Of `POST /venues/{id}/merge` and the like. */
export const MergeReport = z.object({
  id: whole,
  merged: z.array(whole),
  events: whole,
  // With `dry_run`.
  fields: z.optional(z.array(z.object({ name: text, from: whole, confirm: z.optional(z.literal(true)) }))),
})
