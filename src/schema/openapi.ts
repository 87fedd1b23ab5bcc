import type * as z from 'zod/mini'
import { ERRORS, type ErrorCode } from '../errors.ts'
import type { Links } from '../present/links.ts'
import type { Endpoint, Method, Route } from '../routes/route.ts'
import type { Site } from '../site.ts'
import { ANSWERS } from './answers.ts'
import { argumentsOf } from './arguments.ts'
import { partsOf } from './field.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'

const VERSION = '1.0.0'

/** What every route can answer, whatever its own reasons. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'rest_invalid_param',
  'rest_invalid_credentials',
  'rest_too_many_requests',
  'rest_uri_too_long',
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

/** What every request that is no mere reading can answer, with a body or not. */
const UNSAFE_ERRORS: readonly ErrorCode[] = ['rest_cookie_invalid_nonce']

const INPUTS = {
  event: 'EventInput',
  venue: 'VenueInput',
  organizer: 'OrganizerInput',
  category: 'CategoryInput',
  tag: 'TagInput',
} as const

/** Not a field of the endpoint: the index names only those that existing clients know. */
const FORMAT: ParameterObject = {
  name: 'format',
  in: 'query',
  required: false,
  description: 'json, or html for a page; without it `Accept` decides.',
  schema: { type: 'string', enum: ['json', 'html'] },
}

const HEADERS: Readonly<Record<NonNullable<Endpoint['headers']>[number], string>> = {
  'Idempotency-Key':
    'However often the same is sent with the same key, it makes one record. 1 to 255 visible ASCII characters, kept for a day.',
  'If-Match': 'ETag of the version to change; of another one the answer is 412.',
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

/** The documentation of all routes: one OpenAPI 3.1 document, made from the schemas that read requests. */
export function openApi(routes: readonly Route[], site: Site, links: Links) {
  const inputs = Object.entries(INPUTS).map(([kind, name]) => {
    const schema = Object.entries(site.schemas).find(([key]) => key === kind)?.[1]
    return [name, schema === undefined ? {} : inputSchema(schema)] as const
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
      title: 'Events',
      version: VERSION,
      description:
        'Events, venues, organizers, categories and tags: list, filter, search, read, create, update, delete.',
    },
    servers: [{ url: links.api }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths: Object.fromEntries(routes.map((route) => [templateOf(route.path), pathItem(route, site)])),
    components: { schemas: Object.fromEntries([...inputs, ...answers]) },
  }
}

const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

function pathItem(route: Route, site: Site): Record<string, OperationObject> {
  const item: Record<string, OperationObject> = {}
  for (const endpoint of route.endpoints) {
    for (const method of endpoint.methods)
      item[method.toLowerCase()] = operation(route, endpoint, method, site)
  }
  return item
}

function operation(route: Route, endpoint: Endpoint, method: Method, site: Site) {
  const { about } = endpoint
  const isUpdate = endpoint.methods.length > 1
  const isWrite = method !== 'GET' && method !== 'DELETE'
  const suffix = `${route.path.includes(':slug') ? 'BySlug' : ''}${isUpdate && method !== 'PATCH' ? `With${method}` : ''}`
  return {
    operationId: `${about.operation}${suffix}`,
    summary: about.summary,
    tags: [route.tag],
    parameters: parameters(route, endpoint, site, isWrite),
    ...(isWrite ? { requestBody: requestBody(endpoint, site) } : {}),
    responses: responses(endpoint, method, isWrite),
  }
}

function parameters(route: Route, endpoint: Endpoint, site: Site, isWrite: boolean) {
  const shape = endpoint.schema?.(site.schemas).shape ?? {}
  const found: ParameterObject[] = []
  for (const [name, argument] of Object.entries(argumentsOf(endpoint, route.path, site))) {
    const isPath = route.path.endsWith(`:${name}`)
    if (isPath) {
      const schema = name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' }
      found.push({ name, in: 'path', required: true, description: argument.description ?? '', schema })
    } else if (!isWrite) {
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

/** A field as the wire takes it, with what is said of it. */
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

function requestBody(endpoint: Endpoint, site: Site) {
  const own = endpoint.schema?.(site.schemas)
  const kind = Object.entries(site.schemas).find(([, schema]) => schema === own)?.[0]
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

function responses(endpoint: Endpoint, method: Method, isWrite: boolean) {
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
        'application/json': { schema: { $ref: `#/components/schemas/${about.answer}` } },
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
