import type { CustomField } from '../core/domain/records/custom-fields.ts'
import { defaultOf } from '../core/domain/records/plain-fields.ts'
import { townKey } from '../core/domain/records/same-town.ts'
import { keyOfText, nameKey } from '../core/domain/text/name-key.ts'
import { EVENT } from '../core/fields/event.ts'
import type { PlainRow, Row } from '../core/fields/row.ts'
import { EVENT_STATUSES } from '../core/fields/values.ts'
import type { EventInput } from '../types/index.ts'
import { listParts, unescapeList } from './content-lines.ts'
import { type Column, columnOf, type Group } from './csv-columns.ts'
import { type CsvRow, readRows } from './csv-rows.ts'
import { columnOfField } from './custom-fields.ts'
import {
  type FileChange,
  type FileContent,
  type FileEvent,
  type FileLinked,
  type FileNote,
  fileNote,
} from './file-event.ts'
import { Slices } from './give-way.ts'
import { paragraphs } from './paragraphs.ts'
import { UnreadableFile } from './unreadable-file.ts'

/*
 * Events, venues or organizers of a CSV file, as the bodies of creates. Values are checked by the API.
 */

/** Each row is as long as the header. */
const MOST_COLUMNS = 1000

/** Reading a row or an event, for `Slices`. */
const STEPS = 50

type Cells = Readonly<Record<Group, ReadonlyMap<string, string>>>

/** `fields`: the custom fields of the calendar. Throws `UnreadableFile` for a file that is damaged, and for one whose header names no events, venues or organizers. */
export async function readCsv(
  text: string,
  fields: readonly CustomField[] = [],
  slices = new Slices(),
): Promise<FileContent> {
  const rows = await readRows(text, slices)
  const names = rows.shift()?.cells ?? []
  if (names.length > MOST_COLUMNS) {
    throw new UnreadableFile(
      `line 1: the header has ${names.length} columns, and at most ${MOST_COLUMNS} are read`,
    )
  }
  const columns = names.map((name): Column | undefined => {
    const field = fields.find((one) => columnOfField(one.name) === name.trim())
    return field === undefined ? columnOf(name) : { group: 'custom', field: field.name }
  })
  const unknownColumns = names.filter((name, at) => columns[at] === undefined && name.trim() !== '')
  const kind = kindOf(columns)
  if (kind === undefined) {
    throw new UnreadableFile(
      'line 1: the header names neither events (Event Name, Event Start Date), nor venues (Venue Name), nor organizers (Organizer Name)',
    )
  }
  const notes: FileNote[] = []
  const read: Read[] = []
  for (const row of rows) {
    if (slices.isOver(STEPS)) await slices.next()
    const { line, cells } = row
    const message = `the row has ${cells.length} cells, and the header ${names.length}`
    if (cells.length > names.length)
      notes.push(fileNote({ line, key: cells[0] ?? '', title: titleIn(row, columns) }, 'unreadable', message))
    else read.push({ line, cells: cellsOf(row, columns) })
  }
  const linked = kind === 'event' ? [] : read.map((row) => linkedOf(kind, row))
  const events = kind === 'event' ? await eventsOf(read, notes, slices) : []
  return { name: '', events, linked, notes, unknownColumns }
}

interface Read {
  readonly line: number
  readonly cells: Cells
}

function kindOf(columns: readonly (Column | undefined)[]): 'event' | 'venue' | 'organizer' | undefined {
  const has = (field: string) => columns.some((column) => column?.group === 'event' && column.field === field)
  if (has('title') && has('start_date')) return 'event'
  return has('venue') ? 'venue' : has('organizer') ? 'organizer' : undefined
}

function cellsOf({ cells }: CsvRow, columns: readonly (Column | undefined)[]): Cells {
  const read = {
    event: new Map<string, string>(),
    venue: new Map<string, string>(),
    organizer: new Map<string, string>(),
    custom: new Map<string, string>(),
  }
  for (const [at, column] of columns.entries()) {
    const cell = (cells[at] ?? '').trim()
    if (column === undefined) continue
    // Of two columns with the same meaning, the first one with a value counts.
    if ((read[column.group].get(column.field) ?? '') === '') read[column.group].set(column.field, cell)
  }
  return read
}

/** Rows of a series, and rows that change one of its dates, belong together by their UID. */
async function eventsOf(rows: readonly Read[], notes: FileNote[], slices: Slices): Promise<FileEvent[]> {
  const events = new Map<string, FileEvent & { readonly changes: FileChange[] }>()
  const isChange = ({ cells }: Read) => (cells.event.get('recurrence_id') ?? '') !== ''
  for (const row of rows) {
    if (slices.isOver(STEPS)) await slices.next()
    if (isChange(row)) continue
    const key = keyOf(row)
    const message = 'another row has this UID, or this title and start'
    if (events.has(key)) notes.push(fileNote(placeOf(row, key), 'repeated', message))
    else {
      const uid = row.cells.event.get('key') || undefined
      const isExport = ['recurrence_id', 'utc_start_date'].every((name) => row.cells.event.has(name))
      events.set(key, { key, uid, isExport, line: row.line, event: eventOf(row.cells), changes: [] })
    }
  }
  for (const row of rows) {
    if (!isChange(row)) continue
    if (slices.isOver(STEPS)) await slices.next()
    const key = keyOf(row)
    const of = events.get(key)
    const at = row.cells.event.get('recurrence_id') ?? ''
    const message = 'no row before it is the series of this date'
    if (of === undefined) notes.push(fileNote(placeOf(row, key), 'no_such_date', message))
    else of.changes.push({ at, line: row.line, event: eventOf(row.cells) })
  }
  return [...events.values()]
}

const titleIn = ({ cells }: CsvRow, columns: readonly (Column | undefined)[]): string =>
  cells[columns.findIndex((column) => column?.group === 'event' && column.field === 'title')]?.trim() ?? ''

const placeOf = ({ line, cells }: Read, key: string) => ({
  line,
  key,
  title: cells.event.get('title') ?? '',
})

/** An ID of the file, else the title and the start: so the importer of The Events Calendar does it. */
function keyOf({ cells: { event } }: Read): string {
  const [uid = '', id = ''] = [event.get('key'), event.get('id')]
  if (uid !== '') return uid
  if (id !== '') return `ID ${id}`
  const { start } = timesOf(event)
  return `${nameKey(event.get('title') ?? '')} ${start}`
}

function timesOf(event: Cells['event']): { start: string; end: string } {
  const [date = '', time = ''] = [event.get('start_date'), event.get('start_time')]
  const endDate = event.get('end_date') || date
  // Without any end, an event ends when it starts.
  const endTime = event.get('end_time') || (event.get('end_date') ? '' : time)
  return { start: `${date} ${time}`.trim(), end: `${endDate} ${endTime}`.trim() }
}

const TEXTS = [
  ...(['excerpt', 'timezone', 'slug', 'utc_start_date', 'utc_end_date'] as const),
  'previous_start_date',
] as const
const URLS = ['website', 'image'] as const

/** Columns that the file lacks are not in it, so that an update leaves these fields as they are. */
function eventOf({ event, venue, organizer, custom }: Cells): EventInput {
  const fields: Record<string, unknown> = {}
  if (event.has('all_day')) fields.all_day = flag(event.get('all_day') ?? '')
  for (const [name, row] of Object.entries<Row & Partial<Pick<PlainRow, 'plain' | 'words'>>>(EVENT)) {
    if (row.plain === undefined || !event.has(name)) continue
    const cell = event.get(name) ?? ''
    fields[name] =
      row.plain === 'flag' ? flag(cell) : cell === '' ? defaultOf({ ...row, plain: row.plain }) : cell
  }
  if (typeof fields.event_status === 'string') fields.event_status = wordIn(fields.event_status)
  for (const name of TEXTS) if (event.has(name)) fields[name] = event.get(name)
  for (const name of URLS) if (event.has(name)) fields[name] = event.get(name) || null
  if (event.has('description')) fields.description = htmlOf(event.get('description') ?? '')
  if (event.has('cost')) fields.cost = costOf(event)
  for (const name of ['categories', 'tags'] as const) {
    if (event.has(name)) fields[name] = unescapeList(event.get(name) ?? '')
  }
  if (event.has('venue')) fields.venue = refs('venue', [event.get('venue') ?? ''], fieldsOf(venue))
  if (event.has('organizer'))
    fields.organizer = refs('organizer', listParts(event.get('organizer') ?? ''), fieldsOf(organizer))
  const status = event.get('status')?.toLowerCase() ?? ''
  // People write into this column, too, whether the event takes place.
  if (EVENT_STATUSES.some((word) => word === wordIn(status))) fields.event_status = wordIn(status)
  else if (status !== '') fields.status = status === 'published' ? 'publish' : status
  const rrule = event.get('rrule') ?? ''
  if (rrule !== '') {
    const dates = (name: string) => unescapeList(event.get(name) ?? '')
    fields.recurrence = { rrule, exdate: dates('exdate'), rdate: dates('rdate') }
  }
  if (custom.size > 0) fields.custom_fields = Object.fromEntries(custom)
  const { start, end } = timesOf(event)
  return { ...fields, title: event.get('title') ?? '', start_date: start, end_date: end }
}

/** A status as people write it: `Cancelled`, `moved-online`. */
const wordIn = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace(/^cancelled$/, 'canceled')

const flag = (cell: string): string =>
  /^(?:yes|y|on|x|true|1|enabled|checked)$/i.test(cell)
    ? 'true'
    : /^(?:no|n|off|false|0|disabled|)$/i.test(cell)
      ? 'false'
      : cell

/** Line breaks of a text without paragraphs are meant. */
const htmlOf = (cell: string): string => (/[\r\n]/.test(cell) ? paragraphs(cell) : cell)

function costOf(event: Cells['event']): string {
  const cost = event.get('cost') ?? ''
  const symbol = event.get('currency_symbol') ?? ''
  if (symbol === '' || !/^[\d.,’' ]+$/.test(cost)) return cost
  return /^(?:suffix|after|postfix)/i.test(event.get('currency_position') ?? '')
    ? `${cost}${symbol}`
    : `${symbol}${cost}`
}

/** IDs, or the fields of venues and organizers. More columns than the name belong to a single one. */
function refs(
  kind: 'venue' | 'organizer',
  cells: readonly string[],
  more: Readonly<Record<string, unknown>>,
): (number | Record<string, unknown>)[] {
  const given = cells.filter((cell) => cell !== '')
  return given.map((cell) => {
    if (/^\d+$/.test(cell)) return Number(cell)
    const [name = ''] = kind === 'organizer' ? unescapeList(cell) : [cell.replace(/^\\(?=\d+$)/, '')]
    return { [kind]: name, ...(given.length === 1 ? more : {}) }
  })
}

/** The cells of a venue or an organizer that have a value. */
function fieldsOf(cells: ReadonlyMap<string, string>): Record<string, string> {
  const { address2 = '', ...fields }: Record<string, string> = Object.fromEntries(
    [...cells].filter(([, value]) => value !== ''),
  )
  if (address2 === '') return fields
  return { ...fields, address: [fields.address ?? '', address2].filter((part) => part !== '').join(', ') }
}

function linkedOf(kind: 'venue' | 'organizer', { line, cells }: Read): FileLinked {
  const name = cells.event.get(kind) ?? ''
  // In a file of venues, a column Website is theirs.
  const own = ['description', 'website', 'image'].flatMap((field): [string, string][] => {
    const cell = cells.event.get(field) ?? ''
    return cell === '' ? [] : [[field, cell]]
  })
  const phone = cells.organizer.get('phone') || cells.venue.get('phone') || ''
  const shared = { ...Object.fromEntries(own), ...(phone === '' ? {} : { phone }) }
  const fields = { [kind]: name, ...shared, ...fieldsOf(cells[kind]) }
  const town = kind === 'venue' ? townKey(fields) : ''
  return { kind, key: `${kind} ${keyOfText(name)}${town === '' ? '' : ` ${town}`}`, line, fields }
}
