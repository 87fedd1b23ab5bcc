import { isObject, type Json, own } from '../json.ts'
import { eventOf } from './get-event.ts'
import { bodyOf, numberOf } from './rest.ts'
import { answer, type Me, type Session, ToolError } from './tool.ts'

/*
 * What the tools that change events share.
 */

/**
 * Fields of events that assistants do not write: other spellings of the times, and what they would have to be told more
 * about. They write all others, also those that are new. The schemas and descriptions are those of the routes.
 */
const LEFT_OUT = new Set([
  ...['author', 'date', 'date_utc', 'utc_start_date', 'utc_end_date', 'previous_start_date', 'post_parent'],
  ...['slug', 'image', 'password', 'sticky', 'ticketed', 'show_map', 'show_map_link', 'custom_fields'],
])

/** The fields of bodies, by name: those of the routes, and the custom ones. */
export function writable(fields: Json, me: Me): Json {
  const known = Object.entries(fields).flatMap(([name, schema]) =>
    LEFT_OUT.has(name) ? [] : [[name, plain(schema)] as const],
  )
  const custom = own(me.body, 'custom_fields')
  const ofEvents = isObject(custom) ? own(custom, 'event') : undefined
  const hasCustom = isObject(ofEvents) && Object.keys(ofEvents.properties ?? {}).length > 0
  return { ...Object.fromEntries(known), ...(hasCustom && { custom_fields: customSchema(ofEvents) }) }
}

/** Without the spellings that the routes also take: an assistant needs one, and pays for each. */
function plain(schema: unknown): unknown {
  const choices = isObject(schema) ? own(schema, 'anyOf') : undefined
  if (!isObject(schema)) return schema
  if (!Array.isArray(choices)) return bare(schema)
  const { anyOf, ...rest } = schema
  const kept = choices
    .flatMap((one) => alternatives(one))
    .filter((one) => ![false, 0].some((empty) => own(one, 'const') === empty) && own(one, 'maxItems') !== 0)
    .filter(isOwnSpelling)
    .map(bare)
  const flag = kept.find((one) => own(one, 'type') === 'boolean')
  if (flag !== undefined) return { ...bare(rest), type: 'boolean' }
  return { ...bare(rest), anyOf: kept }
}

/** IDs as a text are another spelling of numbers. */
const isOwnSpelling = (schema: Json): boolean => own(schema, 'pattern') === undefined

/** Examples of what the description says, and bounds that nobody meets who means well: the routes refuse what is beyond. */
const NOT_TOLD = new Set(['examples', 'minimum', 'maxLength', 'maxItems'])

function bare(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) => {
      if (NOT_TOLD.has(name)) return []
      if (!isObject(value)) return [[name, value]]
      // An empty schema allows everything, as none does.
      if (Object.keys(value).length === 0) return []
      const { anyOf, ...rest } = value
      if (name !== 'items' || !Array.isArray(anyOf)) return [[name, value]]
      return [[name, { ...rest, anyOf: anyOf.flatMap(alternatives).filter(isOwnSpelling).map(bare) }]]
    }),
  )
}

const alternatives = (schema: unknown): Json[] => {
  const choices = isObject(schema) ? own(schema, 'anyOf') : undefined
  if (Array.isArray(choices)) return choices.flatMap(alternatives)
  return isObject(schema) ? [schema] : []
}

/** Fields that are not named stay as they are, so none is required. */
const customSchema = (schema: Json): Json => {
  const { required, ...rest } = schema
  return { ...rest, description: 'Fields of this calendar; see describe_calendar.' }
}

export const DRY_RUN: Json = {
  type: 'boolean',
  description: 'true: nothing is written, and the answer says what would be. Do this first.',
}

export const SCOPE: Json = {
  type: 'string',
  enum: ['this', 'future', 'all'],
  description:
    'Needed if the event repeats: this date, this and all that follow, or all. Ask the person if it is not clear.',
}

export const VERSION: Json = {
  type: 'string',
  maxLength: 200,
  description: 'version of get_event: the write fails if somebody else changed the event since.',
}

const count = { type: 'integer' }
const text = { type: 'string' }

/** What get_event says in full: each list of tools would say it three times. */
const writtenEvent = {
  ...answer({ id: count, title: text, start: text, end: text }, ['id', 'title', 'start', 'end']),
  description: 'As get_event shows it.',
}

export const writtenSchema = answer(
  {
    written: { type: 'boolean', description: 'false: it was a dry run, and nothing has changed.' },
    event: writtenEvent,
    dates: {
      type: 'object',
      description: 'How many dates of the calendar move, keep times of their own, go, and are new.',
      properties: { moves: count, keeps: count, removes: count, adds: count },
      required: ['moves', 'keeps', 'removes', 'adds'],
    },
    next: { type: 'string', description: 'What to do now.' },
  },
  ['written'],
)

/** Arguments of the tools themselves. No field of an event is called so. */
const OF_TOOLS = new Set(['id', 'scope', 'dry_run', 'version', 'idempotency_key'])

/** The body of a write, of the arguments that are fields: the schema of the tool has let no others through. */
export const fieldsOf = (args: Json): Json =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !OF_TOOLS.has(name)))

export interface Write {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: Json
  readonly scope?: string | undefined
  readonly isDry: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** Writes, or says what a write would do. */
export async function write(
  { calendar }: Session,
  { method, path, body, scope, isDry, headers }: Write,
): Promise<Json> {
  const query = { scope, ...(isDry && { dry_run: '1' }) }
  const response = await calendar(method, path, { query, body, headers })
  const written = bodyOf(response)
  if (!isDry) return { written: true, event: eventOf(written, response.headers.get('etag')) }
  const dates = ['moves', 'keeps', 'removes', 'adds'].map((name) => [name, numberOf(own(written, name)) ?? 0])
  return {
    written: false,
    dates: Object.fromEntries(dates),
    next: 'Nothing is written yet. If the person agrees, call the tool again with dry_run false.',
  }
}

/**
 * The scope of a write, and whether it is a dry run. A write of several dates is one until somebody says that it is not,
 * because nobody sees beforehand what it does.
 */
export async function scopeOf(
  id: number,
  args: Json,
  { calendar }: Session,
): Promise<{ scope: string | undefined; isDry: boolean }> {
  const event = bodyOf(
    await calendar('GET', `/events/${id}`, { query: { _fields: 'id,recurrence,recurrence_id' } }),
  )
  const repeats = isObject(own(event, 'recurrence')) || own(event, 'recurrence_id') !== undefined
  const scope = own(args, 'scope')
  const dryRun = own(args, 'dry_run')
  if (!repeats) return { scope: undefined, isDry: dryRun === true }
  if (typeof scope !== 'string')
    throw new ToolError(
      'scope is missing, and the event repeats; a value that would do: "this". Ask the person: this, future or all.',
    )
  return { scope, isDry: dryRun === true || (dryRun === undefined && scope !== 'this') }
}

/** The header of an optimistic write. */
export const versionIn = (args: Json): Record<string, string> => {
  const version = own(args, 'version')
  if (typeof version !== 'string') return {}
  // RFC 9110, section 8.8.3: what is no entity tag may be no header field either.
  if (!/^"[!#-~]*"$/.test(version))
    throw new ToolError('version is not one of get_event; leave it out or call that.')
  return { 'if-match': version }
}
