import * as z from 'zod/mini'
import { field, sentAs } from './field.ts'
import { schemaUnder } from './rules.ts'

/** The parameters of the index. */
export const indexSchema = schemaUnder(() =>
  z.object({
    namespace: field(sentAs(z.unknown(), { type: 'string' }), {
      description: 'Namespace; must be that of this API.',
    }),
    context: field(sentAs(z.unknown(), { type: 'string' }), {
      default: 'view',
      description: 'Accepted and ignored.',
    }),
  }),
)
