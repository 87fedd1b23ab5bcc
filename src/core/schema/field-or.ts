import * as z from 'zod/mini'
import { type About, described } from './field.ts'

/*
 * Made by their classes: the functions of zod for these two bring all of its helpers into the start, 3 kB gzip.
 */

/** A field with a default. The default is as clients write it, and is read like any other value. */
export function fieldOr<T extends z.ZodMiniType>(
  schema: T,
  about: About & { readonly default: z.input<T> },
): z.ZodMiniPrefault<T>
export function fieldOr(schema: z.ZodMiniType, about: About): z.ZodMiniType {
  const settled = new z.ZodMiniPrefault({
    type: 'prefault',
    innerType: schema,
    defaultValue: about.default,
  })
  return described(settled, about)
}

/** A field that nothing reads: its schema is documented, and no value is refused. */
export const ignoredField = (schema: z.ZodMiniType, about: About) =>
  described(
    z.optional(new z.ZodMiniCatch({ type: 'catch', innerType: schema, catchValue: () => undefined })),
    about,
  )
