/*
 * Reads an OpenAPI document as far as calls need it: what can be sent, and values that its schemas name.
 */

type Json = Readonly<Record<string, unknown>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: Json
}

export interface Operation {
  readonly id: string
  readonly method: string
  /** Such as `/events/{id}`. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** The fields of its body in JSON. */
  readonly fields: Readonly<Record<string, Json>>
  /** Names of those that must be sent. */
  readonly required: readonly string[]
  /** Whether its body is a form with a file. */
  readonly isUpload: boolean
  /** JSON Schema of the answer of a success, if that is JSON. */
  readonly answer: Json | undefined
}

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const record = (value: unknown): Json => (isRecord(value) ? value : {})
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const inside = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce((found: unknown, key) => record(found)[key], value)

/** The schema that a reference names. */
const resolved = (schema: unknown, document: unknown): Json => {
  const { $ref } = record(schema)
  return typeof $ref === 'string' ? record(inside(document, ...$ref.slice(2).split('/'))) : record(schema)
}

export function operationsOf(document: unknown): Operation[] {
  return Object.entries(record(inside(document, 'paths'))).flatMap(([path, item]) =>
    Object.entries(record(item)).map(([method, operation]) => {
      const content = record(inside(operation, 'requestBody', 'content'))
      const body = resolved(inside(content, 'application/json', 'schema'), document)
      const parts = [body, ...list(body.allOf)].map((one) => resolved(one, document))
      const answers = record(inside(operation, 'responses'))
      const [success] = Object.keys(answers).filter((status) => status.startsWith('2'))
      const answer = inside(answers, success ?? '', 'content', 'application/json', 'schema')
      return {
        id: String(inside(operation, 'operationId')),
        method: method.toUpperCase(),
        path,
        parameters: list(inside(operation, 'parameters')).map((one) => ({
          name: String(inside(one, 'name')),
          in: placeOf(inside(one, 'in')),
          schema: record(inside(one, 'schema')),
        })),
        fields: Object.assign({}, ...parts.map((part) => record(part.properties))),
        required: parts.flatMap((part) => list(part.required).map(String)),
        isUpload: !('application/json' in content) && 'multipart/form-data' in content,
        answer: isRecord(answer) ? answer : undefined,
      }
    }),
  )
}

const placeOf = (place: unknown): Parameter['in'] =>
  place === 'path' || place === 'header' ? place : 'query'

/** Values that a schema names: choices, defaults, examples, bounds; of a text without any of these, a short one. */
export function valuesOf(schema: Json): unknown[] {
  const { anyOf, type, items } = schema
  if (Array.isArray(anyOf)) return anyOf.flatMap((one) => valuesOf(record(one)))
  if ('const' in schema) return [schema.const]
  const named = [
    ...list(schema.enum),
    ...list(schema.examples),
    ...('default' in schema ? [schema.default] : []),
  ]
  const bounds = [schema.minimum, schema.maximum].filter((bound) => bound !== undefined)
  const found = [...new Set([...named, ...bounds])]
  if (type === 'boolean') return [true, false]
  if (type === 'null') return [null]
  if (type === 'array' && schema.maxItems === 0) return [[]]
  if (type === 'array') return valuesOf(record(items)).map((value) => [value])
  if (found.length > 0) return found
  // A pattern says what fits, and not how to make it.
  if (type === 'string') return new RegExp(String(schema.pattern ?? ''), 'u').test('a') ? ['a'] : []
  if (type === 'integer' || type === 'number') return [1]
  return [objectOf(schema)]
}

const objectOf = ({ properties }: Json): unknown =>
  Object.fromEntries(
    Object.entries(record(properties)).map(([name, schema]) => [name, valuesOf(record(schema))[0]]),
  )
