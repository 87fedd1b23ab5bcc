import type { Warning } from '../../../types/index.ts'
import { fullyReadableBy } from '../../access/policy.ts'
import type { EventRecord } from '../../domain/records/records.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import { addDays } from '../../domain/time/zones.ts'
import { builtInKey } from '../../fields/built-in-key.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import { readRecord } from '../reading/read-record.ts'
import { isSeries, readOccurrences } from './series/series.ts'

/*
 * What is worth a word about an event that was written, and is no error.
 */

/** Other events that are looked at, and IDs that an answer names. */
const MOST_COMPARED = 500
const MOST_NAMED = 50

const CANCELED = builtInKey('event_status', 'canceled')

/**
 * The answer to a write, with what is worth a word about its event. The answer to a dry run has none.
 * @param isForeign whether the body says how the event repeats in a form of another program
 */
export async function withWarnings(
  answer: Answer<string>,
  context: RequestContext,
  isForeign: boolean,
): Promise<Answer<string>> {
  if (answer.id === undefined) return answer
  const ignored: Warning[] = isForeign ? [{ code: 'recurrence_ignored', events: [] }] : []
  const warnings = JSON.stringify([...(await warningsOf(answer.id, context)), ...ignored])
  return { ...answer, content: `${answer.content.slice(0, -1)},"warnings":${warnings}}` }
}

async function warningsOf(id: number, context: RequestContext): Promise<Warning[]> {
  const { storage } = context.site
  const event = await readRecord(storage, 'event', id)
  if (event === undefined || !takesPlace(event) || event.venue.length === 0) return []
  const dates = isSeries(event) ? (await readOccurrences(storage, event)).filter(takesPlace) : [event]
  const events = await takenBy(event, dates, context)
  return events.length === 0 ? [] : [{ code: 'venue_taken', events }]
}

const takesPlace = ({ status, event_status }: EventRecord): boolean =>
  status !== 'trash' && event_status !== 'canceled'

/** IDs of other events that the caller may read, at one of the venues at the same time. Dates of one series are no others. */
async function takenBy(
  event: EventRecord,
  dates: readonly EventRecord[],
  { site: { storage }, caller }: RequestContext,
): Promise<number[]> {
  const starts = dates.map(({ start }) => start).sort()
  const ends = dates.map(({ end }) => end).sort()
  const [first, last] = [starts[0], ends.at(-1)]
  if (first === undefined || last === undefined) return []
  const found = await storage.find('event', {
    where: [
      { key: 'venue', in: event.venue },
      { key: 'series', in: [false] },
      { key: 'status', notIn: ['trash'] },
      { key: 'field', notIn: [CANCELED] },
      // Clocks of two zones differ by up to 26 hours.
      { key: 'start', lt: addDays(last, 2) },
      { key: 'end', gt: addDays(first, -2) },
      ...fullyReadableBy(caller),
    ],
    order: 'start',
    limit: MOST_COMPARED,
  })
  const own = new Set([event.id, ...dates.map(({ id }) => id)])
  const family = new Set(
    isSeries(event) ? [event.id] : event.occurrence === undefined ? [] : [event.post_parent],
  )
  const ids: number[] = []
  for (const document of found) {
    const other = fromDocument('event', document)
    if (own.has(other.id) || (other.occurrence !== undefined && family.has(other.post_parent))) continue
    if (dates.some((date) => overlaps(date, other))) ids.push(other.id)
    if (ids.length === MOST_NAMED) break
  }
  return ids
}

/** Which ends as another begins leaves the venue to it. An event without duration takes its moment. */
const overlaps = (a: EventRecord, b: EventRecord): boolean =>
  (a.utc_start < b.utc_end && b.utc_start < a.utc_end) || a.utc_start === b.utc_start
