import type * as z from 'zod/mini'
import { Repeated } from '../domain/repeated.ts'
import { isSchema, partsOf } from './field.ts'

/**
 * Decides about repeated names: one that takes a list gets all values, as `categories[]=1&categories[]=2` does, which is
 * how clients send lists by the defaults of OpenAPI. Of any other one the last counts.
 */
export function settleRepeated(
  params: Record<string, unknown>,
  ...schemas: readonly (z.ZodMiniObject | undefined)[]
): void {
  for (const [name, value] of Object.entries(params)) {
    if (!(value instanceof Repeated)) continue
    const isList = schemas.some(
      (one) => one?.shape[name] !== undefined && takesList(partsOf(one.shape[name]).schema),
    )
    params[name] = isList ? Array.from(value) : value.at(-1)
  }
}

/** Whether there are lists among its values. An empty list alone, which some clients send for nothing, is none. */
function takesList(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod
  if (def.type === 'array') return (def.checks ?? []).length === 0
  const inside = ['innerType', 'in', 'options'].flatMap((name): unknown => Reflect.get(def, name) ?? [])
  return inside.some((one) => isSchema(one) && takesList(one))
}
