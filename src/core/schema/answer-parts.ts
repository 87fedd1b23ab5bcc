import * as z from 'zod/mini'
import { sentAs } from './field.ts'

/* What answers are made of. */

export const text = z.string()
export const optionalText = z.optional(text)
export const yesNo = z.boolean()
/** No answer has another kind of number but coordinates. */
export const whole = sentAs(z.number(), { type: 'integer' })
/** An ID of a host: of a user, or a name in place of an ID. */
export const idOrText = z.union([whole, text])
