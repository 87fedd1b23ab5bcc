import { has } from '../access/policy.ts'
import type { OrganizerRecord, VenueRecord } from '../domain/records.ts'
import { type LinkedModel, organizers, venues } from '../operations/linked-models.ts'
import { listLinked } from '../operations/list-linked.ts'
import type { PostFields } from '../operations/post-fields.ts'
import { readLinked } from '../operations/read-linked.ts'
import { createLinked, deleteLinked, updateLinked } from '../operations/write-linked.ts'
import { type Endpoint, everybody, type Route } from './route.ts'

/** Venues and organizers have the same routes. */
function linkedRoutes<R extends VenueRecord | OrganizerRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  collection: 'venues' | 'organizers',
  tag: 'Venues' | 'Organizers',
): readonly Route[] {
  const { kind } = model
  const name = kind === 'venue' ? 'Venue' : 'Organizer'
  const article = kind === 'venue' ? 'a' : 'an'

  const list: Endpoint = {
    methods: ['GET'],
    allows: everybody,
    schema: (schemas) => schemas.linkedList,
    run: (asked) => listLinked(model, asked),
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
    schema: (schemas) => schemas[kind],
    required: [kind],
    run: (asked) => createLinked(model, asked),
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
      ],
    },
  }
  const read: Endpoint = {
    methods: ['GET'],
    allows: everybody,
    run: (asked) => readLinked(model, asked),
    about: {
      operation: `read${name}`,
      summary: `One ${kind}.`,
      answer: name,
      success: 200,
      errors: [`rest-${kind}-not-found`, `${kind}-not-accessible`],
    },
  }
  const remove: Endpoint = {
    methods: ['DELETE'],
    headers: ['If-Match'],
    allows: (caller) => has(caller, 'write'),
    run: (asked) => deleteLinked(model, asked),
    about: {
      operation: `delete${name}`,
      summary: `Moves ${article} ${kind} to the trash; its events no longer show it.`,
      answer: name,
      success: 200,
      errors: ['rest_forbidden', `rest-${kind}-not-found`, `${kind}-is-in-trash`, 'rest_precondition_failed'],
    },
  }
  const update: Endpoint = {
    methods: ['POST', 'PUT', 'PATCH'],
    headers: ['If-Match'],
    allows: (caller) => has(caller, 'write'),
    schema: (schemas) => schemas[kind],
    run: (asked) => updateLinked(model, asked),
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

export const venueRoutes = linkedRoutes(venues, 'venues', 'Venues')
export const organizerRoutes = linkedRoutes(organizers, 'organizers', 'Organizers')
