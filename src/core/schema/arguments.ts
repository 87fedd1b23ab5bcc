import type { DescribedEndpoint } from './described.ts'
import { type About, partsOf } from './field.ts'
import type { Rules } from './rules.ts'

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
  rules: Rules,
): Record<string, Argument> {
  const args: Record<string, Argument> = {}
  const bySlug = path.includes(':slug')
  if (path.includes(':id')) args.id = { type: 'integer', description: 'ID of the record.', required: true }
  if (bySlug) args.slug = { type: 'string', description: 'Slug of the record.', required: true }
  if (path.includes(':file')) args.file = { type: 'string', description: 'Name of the file.', required: true }
  if (path.endsWith('/:n'))
    args.n = { type: 'integer', description: 'Number of the revision.', required: true }
  const isUpdate = bySlug && endpoint.methods.includes('PUT')
  const shape = { ...endpoint.input?.(rules).shape, ...endpoint.query?.(rules).shape }
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
