import type { EventRecord } from '../../domain/records/records.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'
import { findInParts } from '../reading/parts.ts'
import type { Work } from './item-commits.ts'

/* Events that their source has no more are cancelled, and so are the dates to come of a series. */

const GONE_REASON = 'no longer in the source'

/** The series, and so its dates to come. Those that are over take place as they did. */
export async function cancel(
  record: EventRecord,
  now: Date,
  { storage, writes }: Work,
): Promise<string | undefined> {
  const canceled = { event_status: 'canceled', event_status_reason: GONE_REASON } as const
  const why = await writes.update(record.id, canceled, record.source)
  if (why !== undefined || record.series === undefined) return why
  const utc = atInstant(unixSeconds(now), UTC).wall
  await takePlace(record.id, ({ utc_end }) => utc_end < utc, { storage, writes })
  return undefined
}

/** Dates of a series that are cancelled with it take place. */
async function takePlace(
  series: number,
  isMeant: (date: EventRecord) => boolean,
  { storage, writes }: Pick<Work, 'storage' | 'writes'>,
): Promise<void> {
  for await (const document of findInParts(storage, 'event', [{ key: 'parent', in: [series] }])) {
    const date = fromDocument('event', document)
    if (date.status === 'trash' || date.event_status !== 'canceled' || !isMeant(date)) continue
    if (date.occurrence?.overrides.includes('event_status')) continue
    await writes.update(date.id, { event_status: 'scheduled', event_status_reason: '' })
  }
}

/** Of a series that has come back. Its dates that are over by now follow it no more. */
export const bringBackDates = (series: number, work: Work): Promise<void> =>
  takePlace(series, (date) => date.event_status_reason === GONE_REASON, work)
