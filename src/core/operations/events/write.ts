import { ApiError } from '../../../errors.ts'
import type { Caller } from '../../access/policy.ts'
import { isObject, parse } from '../../domain/json.ts'
import type { Origin } from '../../domain/records/records.ts'
import type { Answer, Params, RequestContext } from '../../mount/request.ts'
import { dropUnsafe, unsafeUid } from '../../mount/unsafe-values.ts'
import {
  categoryBody,
  EVENT_REQUIRED,
  eventBody,
  organizerBody,
  tagBody,
  venueBody,
} from '../../schema/bodies.ts'
import type { EventScope } from '../../schema/event-scope.ts'
import { readFields, requireFields } from '../../schema/read.ts'
import { organizerWrites, venueWrites } from '../linked/write-linked.ts'
import { contextFor, type Setting } from '../reading/context-for.ts'
import { createTerm, updateTerm } from '../terms/write-term.ts'
import { createEvent, createInTurn, deleteEvent, updateEvent } from './write-event.ts'

/*
 * Writes on somebody's behalf, by the rules of the API: for imports, sources and the host.
 */

/** What a new record cannot be without. */
const REQUIRED = {
  event: EVENT_REQUIRED,
  venue: ['venue'],
  organizer: ['organizer'],
  category: ['name'],
  tag: ['name'],
} as const

type Kind = keyof typeof REQUIRED

/** On whose behalf, and what no client may send. */
export interface Behalf {
  /** Whose rights count. A new record is theirs. */
  readonly as: Caller
  /** Of the record that changes. Without one, there is a new record. */
  readonly id?: number | undefined
  /** The UID of a new event in feeds, if it has one from elsewhere. */
  readonly uid?: string | undefined
  /** Of an event that a source brings: what it then has. */
  readonly origin?: Origin | undefined
  /** Of a new event: created once for each key, as by a request with it. */
  readonly idempotencyKey?: string | undefined
  /** Nothing is written. */
  readonly isDry?: boolean
  /** A new event is decided when this has settled. */
  readonly turn?: Promise<unknown>
}

/** The record's ID, or why the write is refused. */
export interface Written {
  readonly id?: number | undefined
  readonly error?: ApiError | undefined
}

/** Creates or changes a record. `body`: as of a request. Rejects when the storage fails. */
export const write = (setting: Setting, kind: Kind, body: unknown, behalf: Behalf): Promise<Written> =>
  resultOf(() => {
    const { id, uid, idempotencyKey } = behalf
    const context = contextFor(setting, behalf.as)
    const { problems, site } = context
    const wrongUid = unsafeUid(uid, site.limits)
    if (wrongUid !== undefined) problems.invalid('uid', wrongUid)
    const params = dropUnsafe(paramsOf(body), site.limits, problems)
    if (id === undefined) requireFields(REQUIRED[kind], params, problems)
    const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
    return run(kind, behalf, {
      ...{ ...context, params, client: { idempotencyKey }, path: id === undefined ? {} : { id: String(id) } },
      // As of a request, so that a key means the same in both.
      operation: `${id === undefined ? 'create' : 'update'}${name}`,
    })
  })

/** Moves an event to the trash. */
export const trash = (
  setting: Setting,
  {
    as,
    id,
    scope = 'this',
  }: Pick<Behalf, 'as'> & { readonly id: number } & Partial<Pick<EventScope, 'scope'>>,
): Promise<Written> =>
  resultOf(() => {
    const context = { ...contextFor(setting, as), operation: 'deleteEvent', path: { id: String(id) } }
    return deleteEvent(context, { scope, dry_run: false, force: false })
  })

function run(
  kind: Kind,
  { id, uid, origin, turn, isDry = false }: Behalf,
  context: RequestContext,
): Promise<Answer<unknown>> {
  const { params, problems } = context
  const { rules } = context.site
  const isNew = id === undefined
  switch (kind) {
    case 'event': {
      const fields = readFields(eventBody(rules), params, problems)
      if (!isNew) return updateEvent(context, { ...fields, scope: 'this', dry_run: isDry }, { origin })
      if (isDry) return createEvent(context, { ...fields, dry_run: true })
      return createInTurn(context, fields, { turn, origin, uid: uid || undefined })
    }
    case 'venue': {
      const fields = readFields(venueBody(rules), params, problems)
      return isNew ? venueWrites.create(context, fields) : venueWrites.update(context, fields)
    }
    case 'organizer': {
      const fields = readFields(organizerBody(rules), params, problems)
      return isNew ? organizerWrites.create(context, fields) : organizerWrites.update(context, fields)
    }
    default: {
      const body = kind === 'category' ? categoryBody : tagBody
      const fields = readFields(body(rules), params, problems)
      return isNew ? createTerm(kind, context, fields) : updateTerm(kind, context, fields)
    }
  }
}

async function resultOf(work: () => Promise<Answer<unknown>>): Promise<Written> {
  try {
    const { id } = await work()
    return { id }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { error }
    throw error
  }
}

/** The fields as JSON carries them: a copy, without what is undefined. */
function paramsOf(body: unknown): Params {
  const params = parse(JSON.stringify(body ?? null), isObject)
  if (params === undefined) throw new ApiError('rest_invalid_json', { message: 'An event is an object.' })
  return { ...params }
}
