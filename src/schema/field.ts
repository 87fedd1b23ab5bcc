import * as z from 'zod/mini'

/** What the index advertises of a parameter, and the documentation says. */
export interface About {
  readonly type?: 'string' | 'integer' | 'boolean' | 'number' | 'array'
  readonly default?: unknown
  readonly format?: string
  readonly items?: { readonly type: 'string' | 'integer' }
  readonly description: string
}

const abouts = z.registry<About>()

/** A field of a request, which may be absent. */
export function field<T extends z.ZodMiniType>(schema: T, about: About): z.ZodMiniOptional<T> {
  const optional = z.optional(schema)
  abouts.add(optional, about)
  return optional
}

/** What `field` was given. */
export function partsOf(of: z.core.$ZodType): { schema: z.core.$ZodType; about: About | undefined } {
  const inner = 'innerType' in of._zod.def ? of._zod.def.innerType : of
  return { schema: isSchema(inner) ? inner : of, about: isMini(of) ? abouts.get(of) : undefined }
}

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value
const isMini = (schema: z.core.$ZodType): schema is z.ZodMiniType => 'check' in schema
