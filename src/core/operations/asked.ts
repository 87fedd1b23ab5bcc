import type { Facet } from '../../storage/contract.ts'
import { parse } from '../domain/json.ts'
import { isObject } from '../fields/row.ts'
import type { RequestContext } from '../mount/request.ts'
import { pickFields } from '../present/picked.ts'
import { addNextDates } from './events/next-dates.ts'
import { publishedCounts } from './terms/term-counts.ts'

/*
 * Keys that records have only where a request names them.
 */

/** A record of an answer. */
type Shown = Record<string, unknown>

type Fill = (records: readonly Shown[], context: RequestContext) => void | Promise<void>
type Fills = Readonly<Record<string, Fill>>

const EVENT: Fills = {
  event_status(events) {
    for (const event of events) event.event_status ??= 'scheduled'
  },
  'recurrence.next': addNextDates,
}

/** How many events that the caller may read are published at each venue, or by each organizer. */
const linked = (kind: Facet): Fills => ({
  async events(records, { site, caller }) {
    const ids = records.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
    const counts = await publishedCounts(site.storage, kind, caller, ids)
    for (const record of records) record.events = counts.get(Number(record.id)) ?? 0
  },
})

const VENUE = linked('venue')
const ORGANIZER = linked('organizer')

/** By the name of the operation that answers the records. */
const FILLS: Readonly<Record<string, Fills>> = {
  listEvents: EVENT,
  readEvent: EVENT,
  listVenues: VENUE,
  readVenue: VENUE,
  listOrganizers: ORGANIZER,
  readOrganizer: ORGANIZER,
}

/**
 * The JSON of an answer with these keys of each record only, those that nobody sees otherwise included. `list`: the key of
 * the records, if the answer is a page of a list.
 */
export async function pickAsked(
  json: string,
  names: readonly string[],
  list: string | undefined,
  context: RequestContext,
): Promise<string> {
  const { answer, records } = parsed(json, list)
  for (const [name, fill] of Object.entries(FILLS[context.operation] ?? {}))
    if (names.includes(name)) await fill(records, context)
  return pickFields(answer, names, list)
}

/** The JSON of a list of series, each with its next date. */
export async function withNextDates(json: string, context: RequestContext): Promise<string> {
  const { answer, records } = parsed(json, 'events')
  await addNextDates(records, context)
  return JSON.stringify(answer)
}

function parsed(json: string, list: string | undefined): { answer: unknown; records: readonly Shown[] } {
  const answer = parse(json)
  const page = isObject(answer) ? answer : {}
  const shown: unknown = list === undefined ? [page] : page[list]
  return { answer, records: Array.isArray(shown) ? shown.filter(isShown) : [] }
}

const isShown = (value: unknown): value is Shown => isObject(value)
