import type { FileContent } from '../../../formats/file-event.ts'
import { textOfFile } from '../../../formats/file-text.ts'
import type { Slices } from '../../../formats/give-way.ts'
import { OWN_FIELDS } from '../../../formats/ics-event.ts'
import { readIcs } from '../../../formats/read-ics.ts'
import { UnreadableFile } from '../../../formats/unreadable-file.ts'
import type { SourceFormat } from '../../../types/index.ts'
import { type FeedFetch, FeedTrouble, type Fetched } from './fetch-feed.ts'
import { readSite } from './read-site.ts'

/*
 * What a source says, whatever its format.
 */

/** Events of one source; in iCalendar, with each changed date. */
const MOST_EVENTS = 20_000
/** Characters before a calendar. */
const MOST_WARNINGS = 65_536
/** Properties of one event, of which guests are some. */
const MOST_PROPERTIES = 10_000

/** What a reader gives: the events, and what it could not read. */
export type FeedContent = Pick<FileContent, 'name' | 'events' | 'notes' | 'remarks' | 'refresh'>

export interface FeedOptions {
  /** Zone of times that name none. */
  readonly timezone: string
  /** Characters of a text. */
  readonly longest: number
  readonly slices: Slices
  /** `YYYY-MM-DD`: the days to ask for, where a calendar can be asked. */
  readonly from: string
  readonly to: string
  /** Other pages of the same reading. */
  readonly ask: FeedFetch['ask']
}

/** Reads a format from its first answer. */
export type FeedReader = (first: Fetched, options: FeedOptions) => Promise<FeedContent>

export const READERS: Readonly<Partial<Record<SourceFormat, FeedReader>>> = {
  ics: readCalendar,
  site: readSite,
}

/** Throws `FeedTrouble` for what is not of the format. */
export async function readFeed(
  format: SourceFormat,
  first: Fetched,
  options: FeedOptions,
): Promise<FeedContent> {
  const reader = READERS[format]
  if (reader === undefined) throw new FeedTrouble(`calendars of the format ${format} cannot be read`)
  try {
    const content = await reader(first, options)
    const count = content.events.length + content.notes.length
    if (count > MOST_EVENTS)
      throw new FeedTrouble(`it has ${count} events, and at most ${MOST_EVENTS} are read`)
    return content
  } catch (error) {
    throw error instanceof UnreadableFile ? new FeedTrouble(error.message) : error
  }
}

async function readCalendar(
  { bytes, type }: Fetched,
  { timezone, slices, longest }: FeedOptions,
): Promise<FeedContent> {
  const [, quoted, plain] = /;\s*charset=(?:"([^"]*)"|([^\s;]+))/i.exec(type) ?? []
  const encoding = quoted || plain || undefined
  // No text has the character NUL, and no storage would take it.
  const answer = (await textOfFile(once(bytes), { encoding, isLenient: true })).replaceAll('\0', '')
  const text = calendarIn(answer)
  if (text === undefined) {
    const what = /^\s*</.test(answer) ? 'it is a page, and no calendar' : 'it is no calendar'
    throw new FeedTrouble(`${what}: the answer does not begin with BEGIN:VCALENDAR`)
  }
  const bounds = {
    ...{ events: MOST_EVENTS, properties: MOST_PROPERTIES, without: [OWN_FIELDS] },
    // A text in which each character is escaped.
    size: 2 * longest,
  }
  return readIcs(text, { timezone: undefined, siteTimezone: timezone, bounds }, slices)
}

/** Without what stands before it: web sites with a fault send the warnings of their programs first. */
export function calendarIn(answer: string): string | undefined {
  // White space without ends of lines, so that a run of these is read once.
  const at = answer.slice(0, MOST_WARNINGS).search(/^[^\S\r\n\u2028\u2029]*BEGIN:VCALENDAR/im)
  return at < 0 ? undefined : answer.slice(at)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
