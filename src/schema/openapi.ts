import type * as z from 'zod/mini'
import type { DeclaredFields } from '../domain/custom-fields.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'
import type { Links } from '../present/links.ts'
import { ANSWERS } from './answers.ts'
import { argumentsOf } from './arguments.ts'
import { filterParameters, withCustomFields } from './custom-fields.ts'
import type { AllSchemas } from './described.ts'
import { type DescribedEndpoint, type DescribedRoute, isMediaType, type Method } from './described.ts'
import { partsOf } from './field.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'

const VERSION = '1.0.0'

/** Errors of every route, besides its own. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'rest_invalid_param',
  'rest_invalid_credentials',
  'rest_too_many_requests',
  'rest_uri_too_long',
  'rest_response_too_large',
  'rest_internal_error',
  'rest_unavailable',
  'rest_overloaded',
  'rest_timeout',
]

const BODY_ERRORS: readonly ErrorCode[] = [
  'rest_invalid_json',
  'rest_body_too_large',
  'rest_record_too_large',
  'rest_unsupported_media_type',
]

/** Errors of every request that is not a read, with or without a body. */
const UNSAFE_ERRORS: readonly ErrorCode[] = ['rest_cookie_invalid_nonce']

const INPUTS = {
  event: 'EventInput',
  venue: 'VenueInput',
  organizer: 'OrganizerInput',
  category: 'CategoryInput',
  tag: 'TagInput',
} as const

/** Not a field of the endpoint, because the index lists only those that existing clients expect. */
const FORMAT: ParameterObject = {
  name: 'format',
  in: 'query',
  required: false,
  description: 'json, or html for a page. Default: what `Accept` prefers.',
  schema: { type: 'string', enum: ['json', 'html'] },
}

const OVERRIDES = ['PUT', 'PATCH', 'DELETE'] as const

const METHOD_OVERRIDE: readonly ParameterObject[] = (
  [
    ['X-HTTP-Method-Override', 'header'],
    ['_method', 'query'],
  ] as const
).map(([name, place]) => ({
  name,
  in: place,
  required: false,
  description: 'Intended method, for clients that can only send POST.',
  schema: { type: 'string', enum: OVERRIDES },
}))

const HEADERS: Readonly<Record<NonNullable<DescribedEndpoint['headers']>[number], string>> = {
  'Idempotency-Key':
    'Requests with the same key and the same fields create one record. 1 to 255 visible ASCII characters; valid for a day.',
  'If-Match': 'ETag of the version to change; of another one the answer is 412.',
  'If-None-Match':
    'ETag of a version that must not be changed, or `*` for any version: then the answer is 412.',
  'X-Event-Password':
    'Opens an event that has this password, like the parameter, but leaves no trace in URLs.',
}

export type OpenApi = ReturnType<typeof openApi>
export type OperationObject = ReturnType<typeof operation>

export interface ParameterObject {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema?: JsonSchema
}

/** A schema by content type. */
type Content = Record<string, { schema: JsonSchema }>

export interface ResponseObject {
  description: string
  content?: Content
}

/** The documentation of all routes: one OpenAPI 3.1 document, generated from the schemas that read requests. */
export function openApi(
  routes: readonly DescribedRoute[],
  {
    title,
    schemas,
    fields,
  }: { readonly title: string; readonly schemas: AllSchemas; readonly fields: DeclaredFields },
  links: Links,
) {
  const inputs = Object.entries(INPUTS).map(([kind, name]) => {
    const schema = Object.entries(schemas).find(([key]) => key === kind)?.[1]
    return [name, schema === undefined ? {} : inputSchema(schema())] as const
  })
  const names = new Map<z.core.$ZodType, string>(
    Object.entries(ANSWERS).map(([name, schema]) => [schema, name]),
  )
  const answers = Object.entries(ANSWERS).map(([name, schema]) => {
    return [name, jsonSchemaOf(schema, (inner) => names.get(inner))] as const
  })
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: VERSION,
      description:
        'Events, venues, organizers, categories and tags: list, filter, search, read, create, update, delete.',
    },
    servers: [{ url: links.api }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths: Object.fromEntries(
      routes.map((route) => [templateOf(route.path), pathItem(route, schemas, fields)]),
    ),
    components: { schemas: withCustomFields(Object.fromEntries([...inputs, ...answers]), fields) },
  }
}

const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

function pathItem(
  route: DescribedRoute,
  schemas: AllSchemas,
  fields: DeclaredFields,
): Record<string, OperationObject> {
  const item: Record<string, OperationObject> = {}
  for (const endpoint of route.endpoints) {
    for (const method of endpoint.methods)
      item[method.toLowerCase()] = operation(route, endpoint, method, schemas, fields)
  }
  return item
}

function operation(
  route: DescribedRoute,
  endpoint: DescribedEndpoint,
  method: Method,
  schemas: AllSchemas,
  fields: DeclaredFields,
) {
  const { about } = endpoint
  const isUpdate = endpoint.methods.length > 1
  const isWrite = method !== 'GET' && method !== 'DELETE'
  const suffix = `${route.path.includes(':slug') ? 'BySlug' : ''}${isUpdate && method !== 'PATCH' ? `With${method}` : ''}`
  return {
    operationId: `${about.operation}${suffix}`,
    summary: about.summary,
    tags: [route.tag],
    parameters: [
      ...parameters(route, endpoint, schemas, isWrite),
      ...(isEventList(endpoint, schemas) ? filterParameters(fields) : []),
      ...(isUpdate && method === 'POST' ? METHOD_OVERRIDE : []),
    ],
    ...(isWrite ? { requestBody: requestBody(endpoint, schemas) } : {}),
    responses: responses(endpoint, method, isWrite),
  }
}

const isEventList = ({ schema }: DescribedEndpoint, schemas: AllSchemas): boolean =>
  [schemas.eventList(), schemas.eventFeed()].some((list) => list === schema?.(schemas))

function parameters(
  route: DescribedRoute,
  endpoint: DescribedEndpoint,
  schemas: AllSchemas,
  isWrite: boolean,
) {
  const query = endpoint.query?.(schemas).shape ?? {}
  const shape = { ...endpoint.schema?.(schemas).shape, ...query }
  const found: ParameterObject[] = []
  for (const [name, argument] of Object.entries(argumentsOf(endpoint, route.path, schemas))) {
    const isPath = route.path.includes(`:${name}`)
    if (isPath) {
      const schema = name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' }
      found.push({ name, in: 'path', required: true, description: argument.description ?? '', schema })
    } else if (!isWrite || name in query) {
      const field = shape[name]
      found.push({
        name,
        in: 'query',
        required: false,
        description: argument.description ?? '',
        ...(field === undefined ? {} : { schema: fieldSchema(field) }),
      })
    }
  }
  for (const name of endpoint.headers ?? []) {
    found.push({
      name,
      in: 'header',
      required: false,
      description: HEADERS[name],
      schema: { type: 'string' },
    })
  }
  return endpoint.hasPage ? [...found, FORMAT] : found
}

/** A field as it is on the wire, with its description. */
function fieldSchema(field: z.core.$ZodType): JsonSchema {
  const { schema, about } = partsOf(field)
  return {
    ...jsonSchemaOf(schema),
    ...(about === undefined ? {} : { description: about.description }),
    ...(about?.default === undefined || about.default === null ? {} : { default: about.default }),
  }
}

function inputSchema(schema: z.ZodMiniObject): JsonSchema {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, fieldSchema(field)] as const)
  return { type: 'object', properties: Object.fromEntries(fields) }
}

function requestBody(endpoint: DescribedEndpoint, schemas: AllSchemas) {
  const own = endpoint.schema?.(schemas)
  const kind = Object.entries(schemas).find(([, schema]) => schema() === own)?.[0]
  const name = Object.entries(INPUTS).find(([key]) => key === kind)?.[1]
  const input = name === undefined ? {} : { $ref: `#/components/schemas/${name}` }
  const required = endpoint.required ?? []
  const schema =
    required.length === 0 ? input : { allOf: [input, { type: 'object', required: [...required] }] }
  const content: Content = {
    'application/json': { schema },
    'application/x-www-form-urlencoded': { schema },
    'multipart/form-data': { schema },
  }
  return { required: required.length > 0, content }
}

function responses(endpoint: DescribedEndpoint, method: Method, isWrite: boolean) {
  const { about } = endpoint
  const codes = new Set([
    ...about.errors,
    ...(isWrite ? BODY_ERRORS : []),
    ...(method === 'GET' ? [] : UNSAFE_ERRORS),
    ...COMMON_ERRORS,
  ])
  const found: Record<string, ResponseObject> = {
    [about.success]: {
      description: about.summary,
      content: {
        ...(isMediaType(about.answer)
          ? { [about.answer]: { schema: { type: 'string' } } }
          : { 'application/json': { schema: { $ref: `#/components/schemas/${about.answer}` } } }),
        ...(endpoint.hasPage ? { 'text/html': { schema: { type: 'string' } } } : {}),
      },
    },
  }
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const statuses = code === 'rest_forbidden' ? [401, 403] : [ERRORS[code][0]]
    for (const status of statuses) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    found[status] = {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join(' '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
    }
  }
  if (!isWrite && endpoint.methods.includes('GET')) found[304] = { description: 'Not modified.' }
  return found
}
