import type { RequestContext } from '../../core/door.ts'
import { eventBody } from '../../core/schema/bodies.ts'
import type { EventFields } from '../../core/schema/events.ts'
import { readFields } from '../../core/schema/read.ts'
import type { Problems } from '../../errors.ts'
import { type ContactFields, contactSchema } from './schema.ts'
import { allowedFields } from './settings.ts'

/** Venues, and organizers of one event, at most. */
const MOST = { venue: 1, organizer: 10 } as const

export interface SuggestedFields {
  readonly fields: EventFields
  /** They need a right that the author may lack, and that the host gives by naming them. */
  readonly flags: { readonly featured?: boolean; readonly sticky?: boolean }
  readonly contact: ContactFields | undefined
}

/**
 * Reads the fields that may be suggested. All others are ignored, as everywhere, so that forms can send what `verify`
 * reads. Nothing names a record by its ID but categories: venues and organizers are names, digits too.
 */
export function readSuggested(context: RequestContext): SuggestedFields {
  const { site, params, problems } = context
  const sent: Record<string, unknown> = {}
  for (const name of allowedFields(site)) {
    if (name === 'author' || name === 'status' || params[name] === undefined) continue
    sent[name] = name === 'venue' || name === 'organizer' ? named(name, params[name], problems) : params[name]
  }
  const { featured, sticky, ...fields } = readFields(eventBody(site.rules), sent, problems)
  const { contact } = readFields(contactSchema(site.rules), params, problems)
  return {
    fields,
    flags: { ...(featured === undefined ? {} : { featured }), ...(sticky === undefined ? {} : { sticky }) },
    contact,
  }
}

/** Names as the fields of new records, which are reused if there is one of this name. */
function named(kind: 'venue' | 'organizer', value: unknown, problems: Problems): unknown {
  const names = [value].flat().flatMap((one: unknown) => nameIn(kind, one) ?? [])
  const isRight = [value].flat().every((one: unknown) => nameIn(kind, one) !== undefined)
  if (!isRight || names.length > MOST[kind]) {
    problems.invalid(kind, MOST[kind] === 1 ? 'must be a name' : `must be at most ${MOST[kind]} names`)
    return undefined
  }
  return names.filter((name) => name !== '').map((name) => ({ [kind]: name, status: 'pending' }))
}

/** '' for none; `undefined` for what is no name. */
function nameIn(kind: 'venue' | 'organizer', value: unknown): string | undefined {
  if (value === null) return ''
  if (typeof value === 'object' && kind in value) return nameIn(kind, Reflect.get(value, kind))
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : undefined
}
