import { escapeHtml } from '../core/domain/html/html.ts'
import { secondsOf } from '../core/domain/time/calendar.ts'
import { type Component, firstOf, type LineBounds, rawOf, readComponents, textOf } from './content-lines.ts'
import {
  type Cancellation,
  type FileChange,
  type FileContent,
  type FileEvent,
  type FileNote,
  type FileNoteCode,
  fileNote,
} from './file-event.ts'
import { Slices } from './give-way.ts'
import { eventOf, isCancelled, OWN_FIELDS, timesOf, UNSAID } from './ics-event.ts'
import { changedDateOf, periodsOf, recurrenceOf } from './ics-rule.ts'
import { IcsZones, secondsOfDuration, Unreadable, zoneNamed } from './ics-times.ts'
import { UnreadableFile } from './unreadable-file.ts'

/*
 * The events of an iCalendar file, RFC 5545: each with the VEVENTs that change one of its dates.
 */

export interface IcsOptions {
  /** Zone of times that name none, and of times in UTC. Default: the calendar's, and the one that the file names. */
  readonly timezone: string | undefined
  /** Zone of the calendar. */
  readonly siteTimezone: string
  /** Of a calendar that a stranger wrote. */
  readonly bounds?: (LineBounds & { readonly events: number }) | undefined
}

/** Reading a VEVENT, for `Slices`. */
const STEPS = 50

interface Notes {
  readonly refused: FileNote[]
  readonly remarks: FileNote[]
}

function noteOf(component: Component, key: string, code: FileNoteCode, message: string): FileNote {
  const title = escapeHtml(textOf(component, 'SUMMARY').replace(/\s+/g, ' '))
  return fileNote({ line: component.line, key, title }, code, message)
}

/** A VEVENT, and the zones of its calendar. */
interface Entry {
  readonly component: Component
  readonly zones: IcsZones
  readonly utcZones: IcsZones
}

/** Throws `UnreadableFile` for a file that is damaged. */
export async function readIcs(
  text: string,
  { timezone, siteTimezone, bounds }: IcsOptions,
  slices = new Slices(),
): Promise<FileContent> {
  const notes: Notes = { refused: [], remarks: [] }
  const groups = new Map<string, Entry[]>()
  let name = ''
  let refresh: number | undefined
  let count = 0
  for (const calendar of await readComponents(text, slices, bounds)) {
    const said = rawOf(calendar, 'X-WR-TIMEZONE')
    const floating = timezone ?? siteTimezone
    const utc = timezone ?? zoneNamed([said]) ?? siteTimezone
    const zones = new IcsZones(calendar, { floating, utc })
    // In UTC, a rule names the same time in summer and in winter. In a zone, it would not.
    const utcZones = new IcsZones(calendar, { floating, utc: 'UTC' })
    refresh ??= secondsOfDuration(rawOf(calendar, 'REFRESH-INTERVAL') || rawOf(calendar, 'X-PUBLISHED-TTL'))
    name ||= textOf(calendar, 'X-WR-CALNAME') || textOf(calendar, 'NAME')
    for (const component of calendar.components) {
      if (component.name !== 'VEVENT') continue
      if (slices.isOver()) await slices.next()
      if (bounds !== undefined && ++count > bounds.events)
        throw new UnreadableFile(`it has more than ${bounds.events} events`)
      const key = keyOf(component)
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [{ component, zones, utcZones }])
      else group.push({ component, zones, utcZones })
    }
  }
  const events: FileEvent[] = []
  for (const [key, group] of groups) {
    const give = async () => {
      if (slices.isOver(STEPS)) await slices.next()
    }
    await give()
    for (const event of await eventsOf(key, group, notes, give)) events.push(event)
  }
  return {
    ...{ name, events, linked: [], notes: notes.refused, remarks: notes.remarks },
    ...{ unknownColumns: [], unsaid: UNSAID, refresh },
  }
}

/** The UID. An event without one is known by its title and start. */
const keyOf = (component: Component): string =>
  textOf(component, 'UID') || `${textOf(component, 'SUMMARY')} ${rawOf(component, 'DTSTART')}`

const isChange = ({ component }: Entry): boolean => firstOf(component, 'RECURRENCE-ID') !== undefined
const isSeries = ({ component }: Entry): boolean =>
  ['RRULE', 'RDATE'].some((name) => rawOf(component, name) !== '')
const sequenceOf = ({ component }: Entry): number => Math.max(0, Number(rawOf(component, 'SEQUENCE')) || 0)

/** The events of one UID: mostly one. Some programs give one UID to all events. */
async function eventsOf(
  key: string,
  found: readonly Entry[],
  notes: Notes,
  give: () => Promise<void>,
): Promise<FileEvent[]> {
  const isInUtc = found.some((entry) => isSeries(entry) && /Z$/i.test(rawOf(entry.component, 'DTSTART')))
  const group = isInUtc ? found.map((entry) => ({ ...entry, zones: entry.utcZones })) : found
  const all = group.filter((entry) => !isChange(entry))
  const version = all.reduce((last, entry) => Math.max(last, sequenceOf(entry)), 0)
  const own = apart(
    key,
    all.filter((entry) => sequenceOf(entry) === version),
  )
  const kept = new Set([...own.values()].map(({ component }) => component))
  for (const { component } of all) {
    if (!kept.has(component)) {
      notes.refused.push(noteOf(component, key, 'repeated', 'another event in the file has this UID'))
    }
  }
  const changes = group.filter(isChange)
  const [series, ...others] = [...own.values()].filter(isSeries)
  // A change of an event that is not in the file, or does not repeat, is an event.
  const changed = others.length === 0 ? series : undefined
  const events: FileEvent[] = []
  const add = async (entry: Entry, id: string) => {
    await give()
    const event = read(entry, id, notes)
    if (event === undefined) return
    events.push(
      entry === changed ? { ...event, changes: await changesOf(entry, key, changes, notes, give) } : event,
    )
  }
  for (const [id, entry] of own) await add(entry, id)
  for (const entry of changed === undefined ? changes : [])
    await add(entry, `${key}-${rawOf(entry.component, 'RECURRENCE-ID')}`)
  return events
}

const MARKS = ['DTSTART', 'LOCATION', 'SUMMARY', 'RRULE'] as const

/** VEVENTs with one UID by keys of their own, of the first marks that tell them apart. Of equal ones, the last counts. */
function apart(key: string, own: readonly Entry[]): Map<string, Entry> {
  const by = (marks: readonly string[]) =>
    new Map(
      own.map((entry) => [[key, ...marks.map((name) => rawOf(entry.component, name))].join(' '), entry]),
    )
  const { size } = by(MARKS)
  const counts = [0, 1, 2, 3, 4].map((count) => by(MARKS.slice(0, count)))
  return counts.find((entries) => entries.size === size) ?? by(MARKS)
}

function read(entry: Entry, key: string, notes: Notes): FileEvent | undefined {
  const { component, zones } = entry
  const uid = firstOf(component, 'UID') === undefined ? undefined : key
  return guarded(entry, key, notes, () => {
    const own = eventOf(component, zones)
    const { start, fault } = timesOf(component, zones)
    const recurrence = isSeries(entry) ? { recurrence: recurrenceOf(component, zones, start) } : {}
    remark(component, key, notes, fault)
    const isExport = firstOf(component, OWN_FIELDS) !== undefined
    return { key, uid, isExport, line: component.line, event: { ...own, ...recurrence }, changes: [] }
  })
}

async function changesOf(
  { component, zones }: Entry,
  key: string,
  changes: readonly Entry[],
  notes: Notes,
  give: () => Promise<void>,
): Promise<FileChange[]> {
  const { start } = timesOf(component, zones)
  const own = eventOf(component, zones)
  const periods = periodsOf(component, zones, start).map(({ at, end }) => ({
    at,
    line: component.line,
    event: { ...own, start_date: at, end_date: end },
  }))
  const changed = new Map<string, FileChange & { readonly sequence: number }>(
    periods.map((one) => [one.at, { ...one, sequence: 0 }]),
  )
  for (const entry of changes) {
    await give()
    guarded(entry, key, notes, () => {
      const at = changedDateOf(entry.component, entry.zones, start)
      if (at === undefined) return undefined
      const event = isBareCancellation(entry) ? CANCELED : eventOf(entry.component, entry.zones)
      const sequence = sequenceOf(entry)
      if ((changed.get(at)?.sequence ?? 0) <= sequence)
        changed.set(at, { at, line: entry.component.line, event, sequence })
      if (event.start_date !== undefined)
        remark(entry.component, key, notes, timesOf(entry.component, entry.zones).fault)
      return undefined
    })
  }
  const order = [...changed.values()].sort((a, b) => secondsOf(a.at) - secondsOf(b.at))
  return order.map(({ at, line, event }) => ({ at, line, event }))
}

const CANCELED: Cancellation = { event_status: 'canceled' }

/** What an event lacks that is brought. */
function remark(component: Component, key: string, notes: Notes, fault: string | undefined): void {
  const { leftOut } = component
  if (fault !== undefined)
    notes.remarks.push(noteOf(component, key, 'no_end', `it comes without its end: ${fault}`))
  if (leftOut !== undefined) {
    const message = `line ${leftOut.line} cannot be read, and is left out: ${leftOut.name.slice(0, 40)}`
    notes.remarks.push(noteOf(component, key, 'part_left_out', message))
  }
}

/** Some programs say of a cancelled date only which one it is. */
const isBareCancellation = ({ component }: Entry): boolean =>
  isCancelled(component) && ['SUMMARY', 'DTSTART'].some((name) => firstOf(component, name) === undefined)

/** The result; a note if the VEVENT cannot be read. */
function guarded<T>({ component }: Entry, key: string, notes: Notes, work: () => T): T | undefined {
  const { broken, isTooLarge } = component
  try {
    if (isTooLarge) throw new Unreadable('it is too large', 'too_large')
    if (broken !== undefined) throw new Unreadable(`line ${broken} cannot be read`, 'unreadable')
    return work()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    notes.refused.push(noteOf(component, key, error.code, error.message))
    return undefined
  }
}
