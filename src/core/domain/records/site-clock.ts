import { secondsOf } from '../time/calendar.ts'
import { atInstant, resolveZone, type Zone } from '../time/zones.ts'
import type { PostRecord, RecordOf } from './records.ts'

/**
 * The record with its publication and modification dates on the site's clock. If the site was in another zone when the
 * record was stored, the UTC times count, and the local times are derived from them. Nearly all records are in the
 * site's zone already. They are returned as they are, because to compute an offset takes as long as to parse a record.
 */
export function onSiteClock<R extends RecordOf[keyof RecordOf]>(record: R, zone: Zone): R {
  if (!('date_utc' in record) || record.site_timezone === zone.name) return record
  const date = isSaid(record) ? record.date : wallIn(zone, record.date_utc)
  return { ...record, date, modified: wallIn(zone, record.modified_utc), site_timezone: zone.name }
}

const wallIn = (zone: Zone, utc: string): string => atInstant(secondsOf(utc), zone).wall

/** Whether the client sent `date` with a `date_utc` that means another time. Then `date` stays as it was sent. */
function isSaid({ date, date_utc, site_timezone }: PostRecord): boolean {
  const zone = site_timezone === undefined ? undefined : resolveZone(site_timezone)
  return zone === undefined
    ? !isOffset(secondsOf(date) - secondsOf(date_utc))
    : wallIn(zone, date_utc) !== date
}

const HOUR = 3600

/**
 * Whether a zone can have this offset from UTC, in seconds. Without the zone's name, this is the only check there is.
 */
const isOffset = (seconds: number): boolean =>
  seconds >= -12 * HOUR && seconds <= 14 * HOUR && seconds % (HOUR / 4) === 0
