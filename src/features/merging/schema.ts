import * as z from 'zod/mini'
import { field } from '../../core/schema/field.ts'
import { fieldOr } from '../../core/schema/field-or.ts'
import { schemaUnder } from '../../core/schema/rules.ts'
import { flag, ids } from '../../core/schema/wire.ts'

/** The body of a merge, and its parameter. */
export const mergeBody = schemaUnder(({ limits }) =>
  z.object({
    from: field(ids(limits, 'records'), {
      items: { type: 'integer' },
      client: 'readonly number[]',
      description: 'IDs of the records that go into this one.',
    }),
    dry_run: fieldOr(flag, {
      type: 'boolean',
      default: false,
      client: 'boolean',
      description:
        'true: nothing is written, and the response has the same figures, and which fields come from where.',
    }),
    confirm: fieldOr(flag, {
      type: 'boolean',
      default: false,
      client: 'boolean',
      description: 'true: a public record also gets fields of those that are not public.',
    }),
  }),
)

export type MergeFields = z.output<ReturnType<typeof mergeBody>>
