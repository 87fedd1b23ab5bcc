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
    const text = JSON.stringify(whole)
      .replace(/,"required":\[[^\]]*\]/g, '')
      .replace(/"#\/components\/schemas\/(\w+)"/g, (_all, inner: string) => {
        todo.add(inner)
        return `"${partialReference(inner)}"`
      })
    found[`Partial${name}`] = {
      ...JSON.parse(text),
      ...(name.endsWith('List') ? { required: whole.required } : {}),
    }
  }
  return found
}
