import * as z from 'zod/mini'
import type { Limits } from '../types.ts'
import { field } from './field.ts'
import { pageShape } from './lists.ts'
import { filledText } from './wire.ts'

/** Longer than every token. */
const MOST_CHARACTERS = 400

/** The parameters of a sync. */
export const syncSchema = (limits: Limits) =>
  z.object({
    sync_token: field(filledText(MOST_CHARACTERS), {
      type: 'string',
      description: '`sync_token` of the last sync: only what has changed since. Without it: all records.',
    }),
    per_page: pageShape(limits).per_page,
  })
