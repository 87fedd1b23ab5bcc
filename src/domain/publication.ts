import type { Status } from '../types.ts'
import { readDate } from './date-text.ts'
import type { PostRecord } from './records.ts'
import { atInstant, atWall, UTC, type WallClock, type Zone } from './zones.ts'

/** Unix seconds of a clock's answer. */
export const seconds = (now: Date): number => Math.floor(now.getTime() / 1000)

export interface PublicationFields {
  readonly date?: string | undefined
  readonly date_utc?: string | undefined
}

export type Publication = Pick<
  PostRecord,
  'status' | 'date' | 'date_utc' | 'dated' | 'published' | 'modified' | 'modified_utc'
>

/** Whether a text can be read as a date at all, wherever it counts. */
export const isDateText = (text: string, now: Date, zone: Zone): boolean =>
  readDate(text, { now, zone }) !== undefined

/**
 * Status and dates of a post after a write. `status`: the one that is granted, or undefined to keep it. A date to
 * come makes `publish` into `future`; one that is not makes `future` into `publish`.
 */
export function publication(
  current: PostRecord | null,
  status: Status,
  fields: PublicationFields,
  now: Date,
  zone: Zone,
): Publication {
  const today = atInstant(seconds(now), zone)
  const isReleased = status === 'publish' || status === 'future' || status === 'private'
  const said = datesFrom(fields, now, zone)
  const isDated = said !== undefined || current?.dated === true
  // Whoever asks for a scheduled record to be published, and says no date, wants it now.
  const isReleasing = current?.status === 'future' && status === 'publish'
  const keepsDate = current !== null && !isReleasing && (current.dated || !isReleased)
  const { date, date_utc } = said ?? (keepsDate ? current : { date: today.wall, date_utc: today.utc })
  const isToCome = date_utc > today.utc
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
  }
}

/** Each date from the other; both as they are when both are given. */
function datesFrom(
  fields: PublicationFields,
  now: Date,
  zone: Zone,
): { date: WallClock; date_utc: WallClock } | undefined {
  const local = fields.date === undefined ? undefined : momentOf(fields.date, now, zone, zone)
  const utc = fields.date_utc === undefined ? undefined : momentOf(fields.date_utc, now, UTC, zone)
  const date = local?.wall ?? utc?.wall
  const date_utc = utc?.utc ?? local?.utc
  return date === undefined || date_utc === undefined ? undefined : { date, date_utc }
}

/** Reads a date in one zone and shows it in another. */
function momentOf(text: string, now: Date, readIn: Zone, showIn: Zone) {
  const read = readDate(text, { now, zone: readIn })
  if (read === undefined) return undefined
  const epoch = read.epoch ?? atWall(read.wall, readIn).epoch
  return atInstant(epoch, showIn)
}
