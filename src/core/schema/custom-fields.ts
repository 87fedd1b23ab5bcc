import type { CustomField, DeclaredFields } from '../domain/records/custom-fields.ts'
import type { JsonSchema } from './json-schema.ts'

/*
 * Custom fields in the documentation: as JSON Schema, if the schema follows Standard JSON Schema, as those of zod do.
 */

const COMPONENTS = { event: 'Event', venue: 'Venue', organizer: 'Organizer' } as const

/** The components of the document, with the custom fields of those kinds that have some. */
export function withCustomFields(
  components: Readonly<Record<string, JsonSchema>>,
  declared: DeclaredFields,
): Record<string, JsonSchema> {
  const all = { ...components }
  for (const kind of ['event', 'venue', 'organizer'] as const) {
    const fields = declared[kind]
    if (fields.length === 0) continue
    for (const direction of ['input', 'output'] as const) {
      const name = `${COMPONENTS[kind]}${direction === 'input' ? 'Input' : ''}`
      const { properties, ...rest } = all[name] ?? {}
      const own = typeof properties === 'object' ? properties : {}
      all[name] = { ...rest, properties: { ...own, custom_fields: valuesSchema(fields, direction) } }
    }
  }
  return all
}

/** The parameters of lists that can be filtered by fields. */
export function filterParameters({ event }: DeclaredFields) {
  return event
    .filter(({ filter }) => filter)
    .flatMap(({ name, schema }) => {
      const value = schemaOf(schema, 'input')
      const parameter = (ending: string, description: string, schema = value) => ({
        name: `custom_fields[${name}]${ending}`,
        in: 'query' as const,
        required: false,
        description,
        schema,
      })
      return [
        parameter('', `Value of ${name}.`),
        parameter('[]', `Values of ${name}, of which events have any.`, { type: 'array', items: value }),
        parameter('[min]', `Least value of ${name}.`),
        parameter('[max]', `Greatest value of ${name}.`),
      ]
    })
}

/** The values of a body, without the null that removes one: what a form needs to know. */
export const fieldsSchema = (fields: readonly CustomField[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schemaOf(schema, 'input')])),
  additionalProperties: false,
})

const valuesSchema = (fields: readonly CustomField[], direction: 'input' | 'output'): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map(({ name, schema }) => {
      const own = schemaOf(schema, direction)
      // In a body, null removes the value.
      return [name, direction === 'input' ? { anyOf: [own, { type: 'null' }] } : own]
    }),
  ),
  additionalProperties: false,
})

/** `{}`, which any value fits, for schemas that cannot say. References inside are to places that the document lacks. */
function schemaOf(schema: CustomField['schema'], direction: 'input' | 'output'): JsonSchema {
  try {
    const found: JsonSchema = { ...schema['~standard'].jsonSchema?.[direction]({ target: 'draft-2020-12' }) }
    delete found.$schema
    return JSON.stringify(found).includes('"$ref"') ? {} : found
  } catch {
    return {}
  }
}
