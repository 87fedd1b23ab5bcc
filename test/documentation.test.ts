import { Validator } from '@seriousme/openapi-schema-validator'
import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createRoutes } from '../src/routes/index.ts'
import { ANSWERS } from '../src/schema/answers.ts'
import { jsonSchemaOf } from '../src/schema/json-schema.ts'
import { createSite, DEFAULT_LIMITS } from '../src/site.ts'

const api = createEventsApi(memoryStorage(), { baseUrl: 'https://calendar.example', basePath: '/api' })
const read = async (path: string): Promise<Json> =>
  json(await api.fetch(new Request(`https://calendar.example/api/vendor/events/v1${path}`)))
const json = (response: Response): Promise<Json> => response.json()

interface Json {
  [key: string]: Json
}

describe('GET /doc', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(await read('/doc'))
    expect(result).toMatchObject({ valid: true })
  })

  test('the validator rejects a document with a fault', async () => {
    const document = await read('/doc')
    const broken = { ...document, paths: { '/events': { get: { parameters: [{ in: 'nowhere' }] } } } }
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
  })

  test('documents every route and method, each with an operation of its own', async () => {
    const { paths } = await read('/doc')
    const routes = createRoutes('vendor/events/v1')
    for (const { path, endpoints } of routes) {
      const methods = endpoints.flatMap((endpoint) => endpoint.methods).map((method) => method.toLowerCase())
      const item = paths?.[path.replace(/:(\w+)/, '{$1}')] ?? {}
      expect(Object.keys(item).sort()).toEqual(methods.sort())
    }
    expect(Object.keys(paths ?? {})).toHaveLength(routes.length)
    const operations = Object.values(paths ?? {}).flatMap((item) => Object.values(item))
    const ids = operations.map((operation) => String(operation.operationId))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('every reference leads somewhere', async () => {
    const document = await read('/doc')
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
    expect(references.length).toBeGreaterThan(50)
    for (const [, name = ''] of references) expect(document.components?.schemas).toHaveProperty(name)
  })

  test('names the address under which it is found', async () => {
    expect(await read('/doc')).toMatchObject({
      servers: [{ url: 'https://calendar.example/api/vendor/events/v1' }],
    })
  })

  test('a field that the schemas read is documented, with its limits', async () => {
    const small = createEventsApi(memoryStorage(), { limits: { line: 77, perPage: 7 } })
    const response = await small.fetch(new Request('http://localhost/vendor/events/v1/doc'))
    const document = await json(response)
    expect(document.components?.schemas).toMatchObject({
      EventInput: { properties: { title: { type: 'string', minLength: 1, maxLength: 77 } } },
    })
    expect(JSON.stringify(document)).toContain('at most 7')
  })
})

describe('our reading of schemas', () => {
  const { schemas } = createSite(memoryStorage(), {})
  const all = [
    ...Object.entries(schemas).map(([name, make]): [string, z.ZodMiniObject] => [name, make()]),
    ...Object.entries<z.ZodMiniObject>(ANSWERS),
  ]

  /** What zod says besides, and OpenAPI does not need; and the spellings of one thing, brought to one. */
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value !== 'object' || value === null) return value
    const { $schema, additionalProperties, propertyNames, ...rest } = Object.fromEntries(
      Object.entries(value),
    )
    const { type, anyOf, const: only, enum: some, ...others } = rest
    if (Array.isArray(type)) return { ...others, anyOf: type.map((one) => ({ type: one })) }
    if (Array.isArray(anyOf)) return { anyOf: anyOf.map(plain).flatMap(alternatives) }
    if (only !== undefined) return { const: only }
    if (Array.isArray(some)) return { enum: some }
    if (typeof type === 'object') return plainEntries({ ...rest })
    return plainEntries({ ...(type === undefined ? {} : { type }), ...others })
  }
  const alternatives = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null && 'anyOf' in value && Array.isArray(value.anyOf)
      ? value.anyOf
      : [value]
  const plainEntries = (value: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))

  test.each(all)('agrees with the library that made them: %s', (_name, schema) => {
    const theirs = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
    expect(plain(jsonSchemaOf(schema))).toEqual(plain(theirs))
  })

  test('a construct that it does not know is an error, not a gap', () => {
    expect(() => jsonSchemaOf(z.date())).toThrow("no JSON Schema for 'date'")
  })

  test('the limits of the documentation are those in force', () => {
    expect(DEFAULT_LIMITS.perPage).toBe(50)
  })
})
