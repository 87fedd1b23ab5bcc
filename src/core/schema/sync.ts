import * as z from 'zod/mini'
import { field } from './field.ts'
import { pageShape } from './lists.ts'
import { schemaUnder } from './rules.ts'
import { filledText } from './wire.ts'

/** Longer than every token. */
const MOST_CHARACTERS = 400

/** The parameters of a sync. */
export const syncSchema = schemaUnder(({ limits }) =>
  z.object({
    sync_token: field(filledText(MOST_CHARACTERS), {
      type: 'string',
      description: '`sync_token` of the last sync: only what has changed since. Without it: all records.',
    }),
    per_page: pageShape(limits).per_page,
  }),
)

export type SyncFields = z.output<ReturnType<typeof syncSchema>>
