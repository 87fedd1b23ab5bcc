import { has } from '../access/policy.ts'
import type { OrganizerRecord, VenueRecord } from '../domain/records.ts'
import { type LinkedModel, organizers, venues } from '../operations/linked-models.ts'
import { listLinked } from '../operations/list-linked.ts'
import { readLinked } from '../operations/read-linked.ts'
import type { LinkedWrites } from '../operations/write-linked.ts'
import { pageJson, readJson, type Writer, writtenJson } from '../present/json.ts'
import { organizerWriter, venueWriter } from '../present/record-json.ts'
import { type Endpoint, everybody, inFormat, type Route, withFields } from './route.ts'

const writes = () => import('../operations/writes.ts')

/** Venues and organizers have the same routes. */
function linkedRoutes<R extends VenueRecord | OrganizerRecord>(
  model: LinkedModel<R>,
  writes: () => Promise<LinkedWrites<R>>,
  writer: Writer<R>,
  collection: 'venues' | 'organizers',
  tag: 'Venues' | 'Organizers',
): readonly Route[] {
  const { kind } = model
  const name = kind === 'venue' ? 'Venue' : 'Organizer'
  const article = kind === 'venue' ? 'a' : 'an'

  const list: Endpoint = {
    methods: ['GET'],
    allows: everybody,
    schema: (schemas) => schemas.linkedList(),
    run: withFields(
      inFormat((context) => listLinked(model, context), pageJson(kind, writer)),
      collection,
    ),
    about: {
      operation: `list${tag}`,
      summary: `${tag}, the latest published first.`,
      answer: `${name}List`,
      success: 200,
      errors: ['rest_invalid_param', `${kind}-archive-page-not-found`],
    },
  }
  const create: Endpoint = {
    methods: ['POST'],
    headers: ['Idempotency-Key'],
    allows: (caller) => has(caller, 'write'),
    schema: (schemas) => schemas[kind](),
    required: [kind],
    run: inFormat(async (context) => (await writes()).create(context), writtenJson(writer)),
    about: {
      operation: `create${name}`,
      summary: `Creates ${article} ${kind}, or answers with the one of the same name and description.`,
      answer: name,
      success: 201,
      errors: [
        'rest_missing_callback_param',
        'rest_invalid_param',
        'rest_idempotency_key_reused',
        'rest_forbidden',
        `could-not-create-${kind}`,
        `rest-${kind}-not-found`,
        `${kind}-not-accessible`,
      ],
    },
  }
  const read: Endpoint = {
    methods: ['GET'],
    allows: everybody,
    schema: (schemas) => schemas.read(),
    run: withFields(inFormat((context) => readLinked(model, context), readJson(writer))),
    about: {
      operation: `read${name}`,
      summary: `One ${kind}.`,
      answer: name,
      success: 200,
      errors: ['rest_invalid_param', `rest-${kind}-not-found`, `${kind}-not-accessible`],
    },
  }
  const remove: Endpoint = {
    methods: ['DELETE'],
    headers: ['If-Match', 'If-None-Match'],
    allows: (caller) => has(caller, 'write'),
    schema: (schemas) => schemas.remove(),
    run: inFormat(async (context) => (await writes()).remove(context), writtenJson(writer)),
    about: {
      operation: `delete${name}`,
      summary: `Moves ${article} ${kind} to the trash, or deletes it for good; its events no longer show it.`,
      answer: name,
      success: 200,
      errors: [
        'rest_invalid_param',
        'rest_forbidden',
        `rest-${kind}-not-found`,
        `${kind}-is-in-trash`,
        'rest_precondition_failed',
      ],
    },
  }
  const update: Endpoint = {
    methods: ['POST', 'PUT', 'PATCH'],
    headers: ['If-Match', 'If-None-Match'],
    allows: (caller) => has(caller, 'write'),
    schema: (schemas) => schemas[kind](),
    run: inFormat(async (context) => (await writes()).update(context), writtenJson(writer)),
    about: {
      operation: `update${name}`,
      summary: `Changes the fields of ${article} ${kind} that are sent, and keeps the others.`,
      answer: name,
      success: 200,
      errors: ['rest_invalid_param', 'rest_forbidden', `rest-${kind}-not-found`, 'rest_precondition_failed'],
    },
  }
  return [
    { path: `/${collection}`, tag, endpoints: [list, create] },
    { path: `/${collection}/:id`, tag, endpoints: [read, remove, update] },
    { path: `/${collection}/by-slug/:slug`, tag, endpoints: [read, remove, update] },
  ]
}

export const venueRoutes = linkedRoutes(
  venues,
  async () => (await writes()).venueWrites,
  venueWriter,
  'venues',
  'Venues',
)
export const organizerRoutes = linkedRoutes(
  organizers,
  async () => (await writes()).organizerWrites,
  organizerWriter,
  'organizers',
  'Organizers',
)
