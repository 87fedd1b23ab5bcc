import type * as z from 'zod/mini'
import type { Endpoint } from '../routes/route.ts'
import type { Site } from '../site.ts'
import { type About, about } from './wire.ts'

/** One argument as the index advertises it. */
export interface Argument {
  type?: string
  default?: unknown
  format?: string
  items?: { type: string }
  description?: string
  required: boolean
}

/** The schema inside `z.optional`, which is the one that was described. */
export function describedSchema(field: z.core.$ZodType): {
  schema: z.core.$ZodType
  about: About | undefined
} {
  const inner = 'innerType' in field._zod.def ? field._zod.def.innerType : field
  const schema = isSchema(inner) ? inner : field
  return { schema, about: isMini(schema) ? about.get(schema) : undefined }
}

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value
const isMini = (schema: z.core.$ZodType): schema is z.ZodMiniType => 'check' in schema

/** The path's own parameters, then the fields. */
export function argumentsOf(endpoint: Endpoint, path: string, site: Site): Record<string, Argument> {
  const args: Record<string, Argument> = {}
  const bySlug = path.includes(':slug')
  if (path.includes(':id')) args.id = { type: 'integer', description: 'ID of the record.', required: true }
  if (bySlug) args.slug = { type: 'string', description: 'Slug of the record.', required: true }
  const isUpdate = bySlug && endpoint.methods.includes('PUT')
  for (const [name, field] of Object.entries(endpoint.schema?.(site.schemas).shape ?? {})) {
    if (name in args) continue
    const details = describedSchema(field).about
    args[name] = {
      ...details,
      ...(isUpdate && details?.default === undefined ? { default: null } : {}),
      required: endpoint.required?.includes(name) ?? false,
    }
  }
  return args
}
