import type { AllSchemas, DescribedEndpoint } from './described.ts'
import { type About, partsOf } from './field.ts'

/** One argument as the index advertises it. */
export interface Argument {
  type?: string
  default?: unknown
  format?: string
  items?: { type: string }
  description?: string
  required: boolean
}

/** The parameters of the path, then the fields. */
export function argumentsOf(
  endpoint: DescribedEndpoint,
  path: string,
  schemas: AllSchemas,
): Record<string, Argument> {
  const args: Record<string, Argument> = {}
  const bySlug = path.includes(':slug')
  if (path.includes(':id')) args.id = { type: 'integer', description: 'ID of the record.', required: true }
  if (bySlug) args.slug = { type: 'string', description: 'Slug of the record.', required: true }
  const isUpdate = bySlug && endpoint.methods.includes('PUT')
  const shape = { ...endpoint.schema?.(schemas).shape, ...endpoint.query?.(schemas).shape }
  for (const [name, field] of Object.entries(shape)) {
    if (name in args) continue
    const { client: _client, ...details }: Partial<About> = partsOf(field).about ?? {}
    args[name] = {
      ...details,
      ...(isUpdate && details.default === undefined ? { default: null } : {}),
      required: endpoint.required?.includes(name) ?? false,
    }
  }
  return args
}
