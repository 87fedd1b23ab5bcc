import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv from 'ajv/dist/2020.js'
import { ApiError, createEventsApi, type EventsApiOptions } from 'kalends'
import { basicPasswords, bearerTokens, firstOf, memoryPasswords, memoryTokens } from 'kalends/auth'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createSite } from '../src/core/mount/create-site.ts'
import { eventFeedSchema, eventListSchema } from '../src/core/schema/event-list.ts'
import { eventPasswordSchema, eventReadSchema } from '../src/core/schema/event-read.ts'
import { formOf } from '../src/core/schema/field.ts'
import { indexSchema } from '../src/core/schema/index-query.ts'
import { jsonSchemaOf } from '../src/core/schema/json-schema.ts'
import { readSchema } from '../src/core/schema/lists.ts'
import { categoryListSchema, linkedListSchema, tagListSchema } from '../src/core/schema/other-lists.ts'
import { DEFAULT_LIMITS } from '../src/limits.ts'
import { allRoutes } from './setup/all-routes.ts'
import { takeUnnamed } from './setup/named-errors.ts'

const suggestions = { author: 1 }
const api = createEventsApi(memoryStorage(), {
  ...{ baseUrl: 'https://calendar.example', basePath: '/api', suggestions },
})
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
    const routes = allRoutes({ suggestions })
    for (const { path, offers } of routes) {
      const methods = offers.flatMap((offer) => offer.methods).map((method) => method.toLowerCase())
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

test('an error that the document does not name is found, in whichever test it is thrown', async () => {
  const authenticate = () => {
    throw new ApiError('term_exists')
  }
  const own = createEventsApi(memoryStorage(), { authenticate })
  await own.fetch(new Request('http://localhost/vendor/events/v1/events'))
  expect(takeUnnamed()).toEqual(['listEvents: term_exists'])
})

describe('bodies in the document', () => {
  const bodies = async () => {
    const { paths, components } = await read('/doc')
    const operations = Object.values(paths ?? {}).flatMap((item) => Object.values(item))
    const found = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    expect(found.length).toBeGreaterThan(30)
    return { all: found.map(({ schema }) => schema ?? {}), components: components?.schemas ?? {} }
  }

  test('have no defaults: a generated client that sends them would reset what a change leaves out', async () => {
    const { all, components } = await bodies()
    const inputs = Object.entries(components).filter(([name]) => name.endsWith('Input'))
    expect(inputs).toHaveLength(8)
    expect(JSON.stringify([all, inputs])).not.toContain('"default":')
  })

  test('describe each field that they require, where they require it', async () => {
    const { all } = await bodies()
    const demanding = all.flatMap(({ allOf }) => Object.values(allOf ?? {}).slice(1))
    expect(demanding).toHaveLength(30)
    for (const { type, properties, required } of demanding) {
      expect(type).toBe('object')
      expect(Object.keys(properties ?? {}).sort()).toEqual(Object.values(required ?? {}).sort())
    }
  })
})

test('the defaults of parameters are values that the parameters accept', async () => {
  const { paths } = await read('/doc')
  const ajv = new Ajv({ strict: false })
  const parameters = Object.values(paths ?? {})
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => Object.values(operation.parameters ?? {}))
    .flatMap(({ schema }) => (schema !== undefined && 'default' in schema ? [schema] : []))
  expect(parameters.length).toBeGreaterThan(20)
  for (const schema of parameters)
    expect([schema, ajv.validate(schema, schema.default)]).toEqual([schema, true])
})

describe('how clients authenticate', () => {
  const documentOf = async (options: EventsApiOptions) => {
    const own = createEventsApi(memoryStorage(), options)
    const { paths, security, components } = await json(
      await own.fetch(new Request('http://localhost/vendor/events/v1/doc')),
    )
    return {
      security,
      schemes: components?.securitySchemes,
      reading: paths?.['/events']?.get?.security,
      writing: paths?.['/events']?.post?.security,
    }
  }
  const tokens = bearerTokens(memoryTokens())
  const passwords = basicPasswords(memoryPasswords())

  test('nobody can, by default', async () => {
    expect(await documentOf({})).toEqual({
      security: [],
      schemes: undefined,
      reading: undefined,
      writing: undefined,
    })
  })

  test('by what a refusal names in WWW-Authenticate; reading needs nothing', async () => {
    expect(await documentOf({ authenticate: firstOf(tokens.authenticate, passwords.authenticate) })).toEqual({
      security: [{ bearer: [] }, { basic: [] }],
      schemes: { bearer: { type: 'http', scheme: 'bearer' }, basic: { type: 'http', scheme: 'basic' } },
      reading: [{}, { bearer: [] }, { basic: [] }],
      writing: undefined,
    })
    expect((await documentOf({ authenticate: () => null })).security).toEqual([{ bearer: [] }])
    const signed = Object.assign(() => null, { challenges: ['Signed~1 realm="x"'] })
    expect((await documentOf({ authenticate: signed })).schemes).toEqual({
      'signed-1': { type: 'http', scheme: 'signed~1' },
    })
  })

  test('the option securitySchemes wins, and {} means that the document says nothing', async () => {
    const securitySchemes = { sid: { type: 'apiKey', in: 'cookie', name: 'sid' } } as const
    expect(await documentOf({ authenticate: tokens.authenticate, securitySchemes })).toMatchObject({
      security: [{ sid: [] }],
      schemes: securitySchemes,
      reading: [{}, { sid: [] }],
    })
    const silent = await documentOf({ authenticate: tokens.authenticate, securitySchemes: {} })
    expect(silent).toMatchObject({ security: [], schemes: undefined })
  })

  test('a name that OpenAPI does not allow is refused', () => {
    const securitySchemes = { 'my token': { type: 'http', scheme: 'bearer' } } as const
    expect(() => createEventsApi(memoryStorage(), { securitySchemes })).toThrow(
      "securitySchemes: a name is letters, digits, '.', '-' and '_', not 'my token'",
    )
  })
})

const QUERIES = {
  ...{ eventListSchema, eventFeedSchema, eventReadSchema, eventPasswordSchema, readSchema },
  ...{ linkedListSchema, categoryListSchema, tagListSchema, indexSchema },
}

describe('our reading of schemas', () => {
  const { rules } = createSite(memoryStorage(), {})
  const all = Object.entries(QUERIES).map(([name, make]): [string, z.ZodMiniObject] => [name, make(rules)])

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
    const theirs = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      reused: 'inline',
      // What is documented by a form of its own is no reading of ours.
      override: ({ zodSchema, jsonSchema }) => {
        const form = formOf(zodSchema)
        if (form === undefined) return
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
        Object.assign(jsonSchema, form)
      },
    })
    expect(plain(jsonSchemaOf(schema))).toEqual(plain(theirs))
  })

  test('a construct that it does not know is an error, not a gap', () => {
    expect(() => jsonSchemaOf(z.date())).toThrow("no JSON Schema for 'date'")
  })

  test('the limits of the documentation are those in force', () => {
    expect(DEFAULT_LIMITS.perPage).toBe(50)
  })
})
