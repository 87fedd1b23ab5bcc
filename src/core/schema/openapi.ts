import type * as z from 'zod/mini'
import { ERRORS, type ErrorCode } from '../../errors.ts'
import type { DeclaredFields } from '../domain/records/custom-fields.ts'
import type { Links } from '../present/links.ts'
import { ANSWERS } from './answers.ts'
import { argumentsOf } from './arguments.ts'
import { categoryBody, eventBody, organizerBody, tagBody, venueBody } from './bodies.ts'
import { filterParameters, withCustomFields } from './custom-fields.ts'
import {
  type AboutEndpoint,
  type DescribedEndpoint,
  type DescribedRoute,
  isMediaType,
  type Method,
  nameOfAnswer,
  type OwnAnswer,
} from './described.ts'
import { eventFeedSchema, eventListSchema } from './event-list.ts'
import { partsOf } from './field.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { mediaSchema } from './media.ts'
import { partialReference, partialSchemas } from './partial-schemas.ts'
import type { Rules } from './rules.ts'
import { type Demand, type Security, schemesOf } from './security.ts'
import { sourceSchema } from './sources.ts'

const VERSION = '1.0.0'

/** Errors of every route, besides its own. Hosts refuse credentials anywhere. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'rest_invalid_param',
  'rest_invalid_credentials',
  'rest_forbidden',
  'rest_too_many_requests',
  'rest_uri_too_long',
  'rest_precondition_failed',
  'rest_response_too_large',
  'rest_internal_error',
  'rest_unavailable',
  'rest_overloaded',
  'rest_timeout',
]

/** Errors of every request that is not a read. `DELETE` may have a body, too. */
const WRITE_ERRORS: readonly ErrorCode[] = [
  'rest_invalid_json',
  'rest_body_too_large',
  'rest_record_too_large',
  'rest_unsupported_media_type',
  'rest_cookie_invalid_nonce',
]

/** The components of bodies, by name. */
const INPUTS = {
  EventInput: eventBody,
  VenueInput: venueBody,
  OrganizerInput: organizerBody,
  CategoryInput: categoryBody,
  TagInput: tagBody,
  MediaInput: mediaSchema,
  SourceInput: sourceSchema,
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

const HEADERS: Readonly<Record<string, string>> = {
  'Idempotency-Key':
    'Requests with the same key and the same fields create one record. 1 to 255 visible ASCII characters; valid for a day.',
  'If-Match': 'ETag of the version to change; of another one the answer is 412.',
  'If-Unmodified-Since':
    'Date after which the record must not have changed, such as its Last-Modified; otherwise the answer is 412. No effect beside If-Match.',
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
    rules,
    fields,
    security,
  }: {
    readonly title: string
    readonly rules: Rules
    readonly fields: DeclaredFields
    readonly security: Security
  },
  links: Links,
  { headers = {}, members = [] }: OfFeatures = {},
) {
  const { schemes, demands } = schemesOf(security)
  const told = { rules, fields, demands, headers: { ...HEADERS, ...headers } }
  const inputs = Object.entries({ ...INPUTS, ...ownInputs(routes) }).map(
    ([name, body]) => [name, inputSchema(body(rules))] as const,
  )
  const ofFeatures = ownAnswers(routes).map(({ name, schema }) => [name, schema] as const)
  const answers = { ...Object.fromEntries(inputs), ...ANSWERS, ...Object.fromEntries(ofFeatures) }
  const own = withMembers(answers, members)
  const whole = withCustomFields(own, fields)
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: VERSION,
      description:
        'Events, venues, organizers, categories and tags: list, filter, search, read, create, update, delete.',
    },
    servers: [{ url: links.api }],
    tags: [...new Set(routes.flatMap(({ endpoints }) => endpoints.map(({ about }) => about.tag)))].map(
      (name) => ({ name }),
    ),
    security: demands,
    paths: Object.fromEntries(routes.map((route) => [templateOf(route.path), pathItem(route, told)])),
    components: {
      schemas: { ...whole, ...partialSchemas(whole, pickedFrom(routes, rules)) },
      ...(demands.length === 0 ? {} : { securitySchemes: schemes }),
    },
  }
}

/** What features add beside routes. */
interface OfFeatures {
  /** Texts of request headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Of events. */
  readonly members?: readonly JsonSchema[] | undefined
}

/** What features show of events. */
function withMembers(
  components: Readonly<Record<string, JsonSchema>>,
  members: readonly JsonSchema[],
): Readonly<Record<string, JsonSchema>> {
  if (members.length === 0) return components
  const { Event = {} } = components
  const properties = [Event, ...members].map((schema) => schema.properties)
  return { ...components, Event: { ...Event, properties: Object.assign({}, ...properties) } }
}

/** What bodies of features are. */
const ownInputs = (routes: readonly DescribedRoute[]): Readonly<Record<string, Input>> =>
  Object.fromEntries(
    routes.flatMap(({ endpoints }) =>
      endpoints.flatMap(({ about: { inputName }, input }) =>
        inputName === undefined || input === undefined ? [] : [[inputName, input] as const],
      ),
    ),
  )

type Input = NonNullable<DescribedEndpoint['input']>

/** What the routes of features answer. */
const ownAnswers = (routes: readonly DescribedRoute[]): OwnAnswer[] =>
  routes
    .flatMap(({ endpoints }) => endpoints.map(({ about }) => about.answer))
    .filter((answer) => typeof answer !== 'string')

const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

/** What all operations are described with. */
interface Told {
  readonly rules: Rules
  readonly fields: DeclaredFields
  readonly demands: readonly Demand[]
  /** Texts of request headers. */
  readonly headers: Readonly<Record<string, string>>
}

function pathItem(route: DescribedRoute, told: Told): Record<string, OperationObject> {
  const item: Record<string, OperationObject> = {}
  for (const endpoint of route.endpoints) {
    for (const method of endpoint.methods)
      item[method.toLowerCase()] = operation(route, endpoint, method, told)
  }
  return item
}

function operation(route: DescribedRoute, endpoint: DescribedEndpoint, method: Method, told: Told) {
  const { rules, fields, demands } = told
  const { about } = endpoint
  const isUpdate = endpoint.methods.length > 1
  const isWrite = method !== 'GET' && method !== 'DELETE'
  const suffix = `${route.path.includes(':slug') ? 'BySlug' : ''}${isUpdate && method !== 'PATCH' ? `With${method}` : ''}`
  return {
    operationId: `${endpoint.operation}${suffix}`,
    summary: about.summary,
    tags: [about.tag],
    // Visitors read, too. `{}` is the demand for nothing.
    ...(method === 'GET' && demands.length > 0 ? { security: [{}, ...demands] } : {}),
    parameters: [
      ...parameters(route, endpoint, told, isWrite),
      ...(isEventList(endpoint) ? filterParameters(fields) : []),
      ...(isUpdate && method === 'POST' ? METHOD_OVERRIDE : []),
    ],
    ...(isWrite ? { requestBody: requestBody(endpoint, rules) } : {}),
    responses: responses(endpoint, method, isWrite, rules),
  }
}

const isEventList = ({ input }: DescribedEndpoint): boolean =>
  input === eventListSchema || input === eventFeedSchema

function parameters(
  route: DescribedRoute,
  endpoint: DescribedEndpoint,
  { rules, headers }: Told,
  isWrite: boolean,
) {
  const query = endpoint.query?.(rules).shape ?? {}
  const shape = { ...endpoint.input?.(rules).shape, ...query }
  const found: ParameterObject[] = []
  for (const [name, argument] of Object.entries(argumentsOf(endpoint, route.path, rules))) {
    const isPath = route.path.includes(`:${name}`)
    if (isPath) {
      const schema = name === 'id' || name === 'n' ? { type: 'integer', minimum: 1 } : { type: 'string' }
      found.push({ name, in: 'path', required: true, description: argument.description ?? '', schema })
    } else if (!isWrite || name in query) {
      const field = shape[name]
      found.push({
        name,
        in: 'query',
        required: false,
        description: argument.description ?? '',
        ...(field === undefined ? {} : { schema: parameterSchema(field) }),
      })
    }
  }
  for (const name of endpoint.headers ?? []) {
    const { [name]: description } = headers
    if (description === undefined) throw new TypeError(`the header ${name} is not described`)
    found.push({
      name,
      in: 'header',
      required: false,
      description,
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
  }
}

/** A field of a query, with its default as a value of its type. A query has no null, and its texts say true or false. */
function parameterSchema(field: z.core.$ZodType): JsonSchema {
  const { about } = partsOf(field)
  const isFlag = about?.type === 'boolean' || about?.client === 'boolean'
  const schema: JsonSchema = isFlag ? { type: 'boolean', description: about.description } : fieldSchema(field)
  const value = about?.default
  if (value === undefined || value === null) return schema
  if (isFlag) return { ...schema, default: /^(true|1)$/.test(String(value)) }
  return { ...schema, default: schema.type === 'integer' ? Number(value) : value }
}

/**
 * The fields of a body, without defaults: in a change, an absent field keeps its value, and a generated client that
 * sends defaults would reset it.
 */
function inputSchema(schema: z.ZodMiniObject): JsonSchema {
  return { type: 'object', properties: propertiesOf(schema, Object.keys(schema.shape)) }
}

function propertiesOf({ shape }: z.ZodMiniObject, names: readonly string[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    names.map((name) => [name, shape[name] === undefined ? {} : fieldSchema(shape[name])]),
  )
}

/** A file, or a form with it. */
function fileBody(types: readonly string[]) {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const form = { type: 'object', properties: { file }, required: ['file'] }
  const content: Content = { 'multipart/form-data': { schema: form } }
  for (const type of types) content[type] = { schema: { type: 'string' } }
  return { required: true, content }
}

function requestBody(endpoint: DescribedEndpoint, rules: Rules) {
  if (endpoint.files !== undefined) return fileBody(endpoint.files)
  if ('upload' in endpoint) return uploadBody(endpoint, rules)
  const own = endpoint.input?.(rules)
  if (endpoint.isBatch && own !== undefined) {
    const schema = { ...inputSchema(own), required: [...(endpoint.required ?? [])] }
    return { required: true, content: { 'application/json': { schema } } }
  }
  const name =
    endpoint.about.inputName ?? Object.entries(INPUTS).find(([, body]) => body === endpoint.input)?.[0]
  const input = name === undefined ? {} : { $ref: `#/components/schemas/${name}` }
  const required = endpoint.required ?? []
  const schema =
    own === undefined || required.length === 0
      ? input
      : {
          // Generators read `required` beside the properties that it names, and few of them read it elsewhere.
          allOf: [
            input,
            { type: 'object', properties: propertiesOf(own, required), required: [...required] },
          ],
        }
  const content: Content = {
    'application/json': { schema },
    'application/x-www-form-urlencoded': { schema },
    'multipart/form-data': { schema },
  }
  return { required: required.length > 0, content }
}

/**
 * A form with the file and its sizes, or the file itself. Each size is a property of its own: generated clients send an
 * object of files as JSON, which has no files.
 */
function uploadBody(endpoint: DescribedEndpoint, rules: Rules) {
  const own = endpoint.input?.(rules)
  const fields = own === undefined ? {} : propertiesOf(own, Object.keys(own.shape))
  const binary = { type: 'string', contentMediaType: 'application/octet-stream' }
  const sizes = ['thumbnail', 'medium', 'large'].map((name) => [`sizes[${name}]`, binary])
  const content: Content = {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: binary, ...fields, ...Object.fromEntries(sizes) },
        required: ['file'],
      },
    },
    'image/*': { schema: binary },
  }
  return { required: true, content }
}

/** All codes that an operation may answer with. */
export const errorsOf = ({ errors }: Pick<AboutEndpoint, 'errors'>, method: string): Set<ErrorCode> =>
  new Set([...errors, ...(method === 'GET' || method === 'HEAD' ? [] : WRITE_ERRORS), ...COMMON_ERRORS])

function responses(endpoint: DescribedEndpoint, method: Method, isWrite: boolean, rules: Rules) {
  const { about } = endpoint
  const codes = errorsOf(about, method)
  const found: Record<string, ResponseObject> = {
    [about.success]: {
      description: about.summary,
      content: {
        ...(isMediaType(about.answer)
          ? { [about.answer]: { schema: { type: 'string' } } }
          : {
              'application/json': {
                schema: answerSchema(nameOfAnswer(about.answer), isPicked(endpoint, rules)),
              },
            }),
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

/** Whether the parameter `_fields` can leave out keys of the answer. */
const isPicked = ({ input }: DescribedEndpoint, rules: Rules): boolean =>
  input !== undefined && '_fields' in input(rules).shape

/** Names of the answers of which it can. */
const pickedFrom = (routes: readonly DescribedRoute[], rules: Rules): Set<string> =>
  new Set(
    routes
      .flatMap(({ endpoints }) => endpoints)
      .filter((endpoint) => isPicked(endpoint, rules))
      .map(({ about }) => nameOfAnswer(about.answer)),
  )

function answerSchema(answer: string, isPicked: boolean): JsonSchema {
  const $ref = `#/components/schemas/${answer.replace('[]', '')}`
  if (isPicked) return { anyOf: [{ $ref }, { $ref: partialReference(answer) }] }
  return answer.endsWith('[]') ? { type: 'array', items: { $ref } } : { $ref }
}
