import * as z from 'zod/mini'
import { field } from './field.ts'
import { schemaUnder } from './rules.ts'

/** One request of a batch, for the documentation. */
const entrySchema = () =>
  z.object({
    id: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
    method: z.optional(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
    path: z.string(),
    headers: z.optional(
      z.object({
        'If-Match': z.optional(z.string()),
        'If-Unmodified-Since': z.optional(z.string()),
        'If-Modified-Since': z.optional(z.string()),
        'If-None-Match': z.optional(z.string()),
        'Idempotency-Key': z.optional(z.string()),
        'X-Event-Password': z.optional(z.string()),
      }),
    ),
    body: z.optional(z.record(z.string(), z.unknown())),
  })

/** The body of a batch, for the documentation: `http/batches/` reads it, because each entry has errors of its own. */
export const batchSchema = schemaUnder(({ limits: { batch } }) =>
  z.object({
    validation: field(z.enum(['normal', 'require-all-validate']), {
      type: 'string',
      default: 'normal',
      description:
        'require-all-validate: nothing is carried out if one of the requests would be 400, 401, 403, 404 or 412.',
    }),
    atomic: field(z.boolean(), {
      type: 'boolean',
      default: false,
      description: 'true: all requests are carried out, as one commit, or none.',
    }),
    requests: field(z.array(entrySchema()).check(z.minLength(1), z.maxLength(batch)), {
      type: 'array',
      description: `The requests, 1 to ${batch}. A path is below the root of the API; \`$new\` in it, and { "$ref": "new" } for an ID in a body, name what the request with the id \`new\` has created.`,
    }),
  }),
)
