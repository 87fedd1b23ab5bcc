import * as z from 'zod/mini'

/** The facts about a parameter that the index and the documentation show. */
export interface About {
  readonly type?: 'string' | 'integer' | 'boolean' | 'number' | 'array' | 'object'
  readonly default?: unknown
  readonly format?: string
  readonly items?: { readonly type: 'string' | 'integer' }
  readonly description: string
  /** Type of the filter in the client, as TypeScript; default: the one that `type` names. */
  readonly client?: string
}

const abouts = z.registry<About>()
const forms = new WeakMap<z.core.$ZodType, object>()

/**
 * Documents a schema as a JSON Schema of what clients are to send, where it takes more than that, or where its own parts
 * cannot say what it takes.
 */
export function sentAs<T extends z.core.$ZodType>(schema: T, form: object): T {
  forms.set(schema, form)
  return schema
}

export const formOf = (schema: z.core.$ZodType): object | undefined => forms.get(schema)

export function described<T extends z.ZodMiniType>(schema: T, about: About): T {
  abouts.add(schema, about)
  return schema
}

/** A field of a request, which may be absent. */
export const field = <T extends z.ZodMiniType>(schema: T, about: About): z.ZodMiniOptional<T> =>
  described(z.optional(schema), about)

/** The arguments of `field`. */
export function partsOf(of: z.core.$ZodType): { schema: z.core.$ZodType; about: About | undefined } {
  const inner = 'innerType' in of._zod.def ? of._zod.def.innerType : of
  return { schema: isSchema(inner) ? inner : of, about: isMini(of) ? abouts.get(of) : undefined }
}

export const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value
const isMini = (schema: z.core.$ZodType): schema is z.ZodMiniType => 'check' in schema
