import type { JsonSchema } from './json-schema.ts'

/*
 * JSON Schemas of answers, in few words. `npm run docs` writes with them what the types of answers say.
 */

export const text: JsonSchema = { type: 'string' }
export const yesNo: JsonSchema = { type: 'boolean' }
export const whole: JsonSchema = { type: 'integer' }
export const fraction: JsonSchema = { type: 'number' }
export const anything: JsonSchema = {}
export const nothing: JsonSchema = { not: {} }

export const only = (value: string | number | boolean): JsonSchema => ({ const: value })
export const oneOf = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: words })
export const either = (...schemas: readonly JsonSchema[]): JsonSchema => ({ anyOf: schemas })
export const orNull = (schema: JsonSchema): JsonSchema => either(schema, { type: 'null' })
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const byName = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values })

/** Another component. */
export const of = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** The name of a member that may be absent ends in `?`. */
export function object(members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const required = Object.keys(members).filter((name) => !name.endsWith('?'))
  const properties = Object.entries(members).map(([name, schema]) => [name.replace('?', ''), schema])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  }
}
