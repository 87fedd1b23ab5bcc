import { isObject } from '../fields/row.ts'
import type { JsonSchema } from './json-schema.ts'

/*
 * Components for what `_fields` leaves of an answer: in records, and in all that is inside them, any key may be absent.
 * The rest of a list is always whole.
 */

const PREFIX = '#/components/schemas/'

export const partialReference = (name: string): string => `${PREFIX}Partial${name}`

/** Of these components, and of all that they refer to. */
export function partialSchemas(
  components: Readonly<Record<string, JsonSchema>>,
  names: Iterable<string>,
): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {}
  const todo = new Set(names)
  // What is added while the loop runs is visited, too.
  for (const name of todo) {
    const whole = components[name] ?? {}
    found[`Partial${name}`] = {
      ...partialOf(whole, (inner) => todo.add(inner)),
      ...(name.endsWith('List') ? { required: whole.required } : {}),
    }
  }
  return found
}

function partialOf(schema: JsonSchema, refer: (name: string) => void): JsonSchema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    return isObject(value) ? partialOf(value, refer) : value
  }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      // A property of this name has a schema, which is no list.
      if (key === 'required' && Array.isArray(value)) return []
      if (key !== '$ref' || typeof value !== 'string') return [[key, inner(value)]]
      const name = value.slice(PREFIX.length)
      refer(name)
      return [[key, partialReference(name)]]
    }),
  )
}
