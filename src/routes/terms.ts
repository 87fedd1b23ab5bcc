import { has, WRITE_RIGHT } from '../access/policy.ts'
import type { ErrorCode } from '../errors.ts'
import { listTerms } from '../operations/list-terms.ts'
import { readTerm } from '../operations/read-term.ts'
import { pageJson, readJson, writtenJson } from '../present/json.ts'
import { termWriter } from '../present/record-json.ts'
import { type Endpoint, everybody, inFormat, type Route, withFields } from './route.ts'

const writes = () => import('../operations/writes.ts')

/** Categories and tags have the same routes. */
function termRoutes(
  kind: 'category' | 'tag',
  collection: 'categories' | 'tags',
  tag: 'Categories' | 'Tags',
): readonly Route[] {
  const name = kind === 'category' ? 'Category' : 'Tag'
  const mayWrite: Endpoint['allows'] = (caller) => has(caller, WRITE_RIGHT[kind])
  const ownErrors: ErrorCode[] = kind === 'tag' ? ['rest_taxonomy_not_hierarchical'] : []

  const list: Endpoint = {
    methods: ['GET'],
    allows: everybody,
    schema: (schemas) => schemas[`${kind}List`](),
    run: withFields(
      inFormat((context) => listTerms(kind, context), pageJson(kind, termWriter)),
      collection,
    ),
    about: {
      operation: `list${tag}`,
      summary: `${tag} by name; without hide_empty=0 those that published events have.`,
      answer: `${name}List`,
      success: 200,
      errors: ['rest_invalid_param'],
    },
  }
  const create: Endpoint = {
    methods: ['POST'],
    headers: ['Idempotency-Key'],
    allows: mayWrite,
    schema: (schemas) => schemas[kind](),
    required: ['name'],
    run: inFormat(async (context) => (await writes()).createTerm(kind, context), writtenJson(termWriter)),
    about: {
      operation: `create${name}`,
      summary: `Creates a ${kind}.`,
      answer: 'Term',
      success: 201,
      errors: [
        'rest_missing_callback_param',
        'rest_invalid_param',
        'rest_idempotency_key_reused',
        'rest_forbidden',
        'empty_term_name',
        'term_exists',
        `rest-${kind}-not-found`,
        ...ownErrors,
      ],
    },
  }
  const read: Endpoint = {
    methods: ['GET'],
    allows: everybody,
    schema: (schemas) => schemas.read(),
    run: withFields(inFormat((context) => readTerm(kind, context), readJson(termWriter))),
    about: {
      operation: `read${name}`,
      summary: `One ${kind}.`,
      answer: 'Term',
      success: 200,
      errors: ['rest_invalid_param', `rest-${kind}-not-found`],
    },
  }
  const update: Endpoint = {
    methods: ['POST', 'PUT', 'PATCH'],
    headers: ['If-Match', 'If-None-Match'],
    allows: mayWrite,
    schema: (schemas) => schemas[kind](),
    run: inFormat(async (context) => (await writes()).updateTerm(kind, context), writtenJson(termWriter)),
    about: {
      operation: `update${name}`,
      summary: `Changes the fields of a ${kind} that are sent, and keeps the others.`,
      answer: 'Term',
      success: 200,
      errors: [
        'rest_invalid_param',
        'rest_forbidden',
        `rest-${kind}-not-found`,
        'empty_term_name',
        'duplicate_term_slug',
        'rest_precondition_failed',
        ...ownErrors,
      ],
    },
  }
  const remove: Endpoint = {
    methods: ['DELETE'],
    headers: ['If-Match', 'If-None-Match'],
    allows: mayWrite,
    schema: (schemas) => schemas.termRemove(),
    run: inFormat(async (context) => (await writes()).deleteTerm(kind, context), writtenJson(termWriter)),
    about: {
      operation: `delete${name}`,
      summary: `Deletes a ${kind} for good; its events stay.`,
      answer: 'Term',
      success: 200,
      errors: ['rest_invalid_param', 'rest_forbidden', `rest-${kind}-not-found`, 'rest_precondition_failed'],
    },
  }
  return [
    { path: `/${collection}`, tag, endpoints: [list, create] },
    { path: `/${collection}/:id`, tag, endpoints: [read, update, remove] },
  ]
}

export const categoryRoutes = termRoutes('category', 'categories', 'Categories')
export const tagRoutes = termRoutes('tag', 'tags', 'Tags')
