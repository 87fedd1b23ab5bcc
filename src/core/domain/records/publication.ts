import type { Status } from '../../../types/index.ts'
import { resolveDate, type WrittenDate } from '../time/date-text.ts'
import { atInstant, atWall, UTC, unixSeconds, type WallClock, type Zone } from '../time/zones.ts'
import type { PostRecord } from './records.ts'

export interface PublicationFields {
  readonly date?: WrittenDate | undefined
  readonly date_utc?: WrittenDate | undefined
}

export type Publication = Pick<
  PostRecord,
  'status' | 'date' | 'date_utc' | 'dated' | 'published' | 'modified' | 'modified_utc' | 'site_timezone'
>

/**
 * Status and dates of a post after a write. `status`: the granted status. A date in the future changes `publish` to
 * `future`, unless the post is already published with that date. Any other date changes `future` to `publish`.
 */
export function publication(
  current: PostRecord | null,
  status: Status,
  fields: PublicationFields,
  now: Date,
  zone: Zone,
): Publication {
  const today = atInstant(unixSeconds(now), zone)
  const isReleased = status === 'publish' || status === 'future' || status === 'private'
  const read = datesFrom(fields, current, now, zone)
  // Responses show a date for a draft that has none. If a client sends it back, it counts as absent.
  const isRepeated = read?.date === current?.date && read?.date_utc === current?.date_utc
  const sent = isRepeated && current?.dated === false ? undefined : read
  const isDated = sent !== undefined || current?.dated === true
  // Publishing a scheduled record without a date publishes it now.
  const isReleasing = current?.status === 'future' && status === 'publish'
  const keepsDate = current !== null && !isReleasing && (current.dated || !isReleased)
  const { date, date_utc } = sent ?? (keepsDate ? current : { date: today.wall, date_utc: today.utc })
  // A published record stays published while its date does not change, even if the clock was set back to before that
  // date.
  const isOut = current?.status === 'publish' && current.date_utc === date_utc
  const isToCome = date_utc > today.utc && !isOut
  const settled =
    status === 'publish' && isToCome ? 'future' : status === 'future' && !isToCome ? 'publish' : status
  return {
    status: settled,
    date,
    date_utc,
    dated: isDated || isReleased || status === 'trash',
    published: isReleased || status === 'trash' ? true : (current?.published ?? false),
    modified: today.wall,
    modified_utc: today.utc,
    site_timezone: zone.name,
  }
}

/**
 * Derives each date from the other; if both were sent, both stay as they are. A local time can be ambiguous: if the
 * record's own `date` is sent back alone, it still means the same instant.
 */
function datesFrom(
  fields: PublicationFields,
  current: PostRecord | null,
  now: Date,
  zone: Zone,
): { date: WallClock; date_utc: WallClock } | undefined {
  const local = fields.date === undefined ? undefined : momentOf(fields.date, now, zone, zone)
  const utc = fields.date_utc === undefined ? undefined : momentOf(fields.date_utc, now, UTC, zone)
  if (current !== null && utc === undefined && local?.isBare && local.wall === current.date) return current
  const date = local?.wall ?? utc?.wall
  const date_utc = utc?.utc ?? local?.utc
  return date === undefined || date_utc === undefined ? undefined : { date, date_utc }
}

/** Resolves a date in one zone and shows it in another. `isBare`: whether the text has no zone. */
function momentOf(date: WrittenDate, now: Date, readIn: Zone, showIn: Zone) {
  const read = resolveDate(date, { now, zone: readIn })
  if (read === undefined) return undefined
  const epoch = read.epoch ?? atWall(read.wall, readIn).epoch
  const { wall, utc } = atInstant(epoch, showIn)
  return { wall, utc, isBare: read.epoch === undefined }
}
