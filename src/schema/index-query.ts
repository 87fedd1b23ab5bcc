import * as z from 'zod/mini'
import { field } from './field.ts'
import { schemaUnder } from './rules.ts'

/** The parameters of the index. */
export const indexSchema = schemaUnder(() =>
  z.object({
    namespace: field(z.unknown(), { description: 'Namespace; must be that of this API.' }),
    context: field(z.unknown(), { default: 'view', description: 'Accepted and ignored.' }),
  }),
)
