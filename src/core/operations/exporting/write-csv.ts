import { COLUMNS } from '../../../formats/csv-columns.ts'
import { cellOf, columnOfField } from '../../../formats/custom-fields.ts'
import { paragraphs } from '../../../formats/paragraphs.ts'
import type { Storage } from '../../../storage/contract.ts'
import { htmlToText } from '../../domain/html/html.ts'
import type { EventRecord } from '../../domain/records/records.ts'
import { uidOf } from '../../domain/records/uid.ts'
import type { CountedTerm, EventView } from '../../domain/records/views.ts'
import { secondsOf, wallOf } from '../../domain/time/calendar.ts'
import { EVENT } from '../../fields/event.ts'
import type { Links } from '../../present/links.ts'
import { costValues, organizerFields, plainFieldsOf, statusOf, venueFields } from './event-fields.ts'
import { eventsOf, exportedEvents } from './event-views.ts'

/*
 * A calendar as CSV: one row for each event, and one for each date of a series that differs from it. Its columns are those
 * that The Events Calendar imports, and further ones.
 */

type Cells = Readonly<Record<string, string>>

/** Those of `COLUMNS` that are written, in this order. */
const NAMES = {
  event: Object.entries(COLUMNS.event).filter(
    ([field]) => !['id', 'currency_symbol', 'currency_position'].includes(field),
  ),
  venue: Object.entries(COLUMNS.venue).filter(([field]) => field !== 'address2'),
  organizer: Object.entries(COLUMNS.organizer),
}

/** `ids`: not all events, but these. */
export async function* writeCsv(
  storage: Storage,
  links: Links,
  ids?: readonly number[],
): AsyncGenerator<string> {
  const fields = await fieldsOf(storage, ids)
  const names = [...NAMES.event, ...NAMES.venue, ...NAMES.organizer].map(([, [name]]) => name)
  yield line([...names, ...fields.map(columnOfField)])
  for await (const events of exportedEvents(storage, ids)) {
    for (const { view, changes } of events) {
      const uid = uidOf(view.event, links.host)
      yield [view, ...changes].map((one) => row(one, uid, fields)).join('')
    }
  }
}

/** The custom fields that have a value in some event. */
async function fieldsOf(storage: Storage, ids?: readonly number[]): Promise<string[]> {
  const names = new Set<string>()
  for await (const events of eventsOf(storage, ids)) {
    for (const { custom_fields = {} } of events)
      for (const name of Object.keys(custom_fields)) names.add(name)
  }
  return [...names].sort()
}

function row(view: EventView, uid: string, fields: readonly string[]): string {
  const { venues: [venue] = [], organizers: [organizer, ...others] = [] } = view.embedded ?? {}
  const cells = {
    event: eventCells(view, uid),
    venue: venue === undefined ? {} : cellsOf(venueFields(venue)),
    // The columns beside the name are of a single one.
    organizer: organizer === undefined || others.length > 0 ? {} : cellsOf(organizerFields(organizer)),
  }
  const group = (name: keyof typeof NAMES) => {
    const own: Cells = cells[name]
    return NAMES[name].map(([field]) => own[field] ?? '')
  }
  const { custom_fields: values = {} } = view.event
  const custom = fields.map((name) => cellOf(Object.hasOwn(values, name) ? values[name] : undefined))
  return line([...group('event'), ...group('venue'), ...group('organizer'), ...custom])
}

const cellsOf = (fields: object): Cells =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))

function eventCells({ event, embedded }: EventView, uid: string): Cells {
  const { venues = [], organizers = [], categories = [], tags = [] } = embedded ?? {}
  const terms = (list: readonly CountedTerm[]) => joined(list.map(({ term }) => htmlToText(term.name)))
  const { start, end } = seriesTimes(event)
  const isPlain = !event.all_day && event.series === undefined
  return {
    key: uid,
    title: event.title,
    description: oneLine(event.description),
    excerpt: event.excerpt,
    start_date: start.slice(0, 10),
    start_time: start.slice(11),
    end_date: end.slice(0, 10),
    end_time: end.slice(11),
    timezone: event.timezone,
    ...(isPlain ? { utc_start_date: event.utc_start, utc_end_date: event.utc_end } : {}),
    all_day: String(event.all_day),
    recurrence_id: event.occurrence?.at ?? '',
    rrule: event.series?.rrule ?? '',
    exdate: joined(event.series?.exdate ?? []),
    rdate: joined(event.series?.rdate ?? []),
    status: statusOf(event),
    slug: event.slug,
    categories: terms(categories),
    tags: terms(tags),
    cost: costValues(event.cost).join(event.cost?.texts.length === 0 ? ' - ' : ', '),
    website: event.website ?? '',
    image: event.image?.url ?? '',
    venue: notAnId(venues[0]?.venue ?? ''),
    organizer: joined(organizers.map(({ organizer }) => organizer)),
    ...cellsOf(plainFieldsOf(EVENT, event)),
    previous_start_date: event.previous_start_date ?? '',
  }
}

/** The first date of the rule, and its end. */
function seriesTimes({ series, start, end }: EventRecord): Pick<EventRecord, 'start' | 'end'> {
  if (series === undefined) return { start, end }
  return { start: series.start, end: wallOf(secondsOf(series.start) + series.duration) }
}

/** Digits alone are an ID. */
const notAnId = (name: string): string => (/^\d+$/.test(name) ? `\\${name}` : name)

/** Entries with commas keep them. */
const joined = (entries: readonly string[]): string =>
  entries.map((entry) => notAnId(entry.replace(/[\\,]/g, '\\$&'))).join(', ')

/** A reader makes paragraphs of line breaks, where HTML has none. */
function oneLine(html: string): string {
  if (paragraphs(html) === html) return html
  const lines = html.split(/[\r\n]+/)
  const [first = ''] = lines
  const between = lines.slice(1, -1).map((line) => line.trim())
  const last = lines.length === 1 ? [] : [lines.at(-1)?.trimStart()]
  return [
    lines.length === 1 ? first : first.trimEnd(),
    ...between.filter((line) => line !== ''),
    ...last,
  ].join(' ')
}

const line = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
