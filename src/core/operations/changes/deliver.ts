import type { Change, Storage } from '../../../storage/contract.ts'
import type { Deliver, DeliverOptions, Delivery } from '../../../types/index.ts'
import { isObject, parseOwn } from '../../domain/json.ts'
import { stillHolds } from '../../domain/time/still-holds.ts'
import { isNumber, listOf } from '../../fields/row.ts'
import type { Site } from '../../mount/site.ts'
import { calendarId } from '../journal/calendar-id.ts'
import { putNote, readNote, readNotes } from '../journal/extras.ts'
import { type Entry, entryId, LANES, readEntries, readHeads } from '../journal/outbox.ts'
import { type ShowContext, shownChange } from './shown.ts'

/*
 * Hands entries of the outbox to the functions of the host. The progress of each function is a note: per lane, the last
 * number that it has done. A lease on the note keeps other processes from handing out the same entries. If a process
 * ends, its lease expires, and what it did since it last saved its progress is handed out again.
 */

/** Milliseconds of a lease; it is renewed with each save. */
const LEASE = 60_000
/** Entries per lane between two saves. */
const ENTRIES_PER_SAVE = 5
const DAY = 86_400_000
/** Entries of a lane that one call removes. */
const MOST_REMOVED = 100

/** Seconds before each retry; the last one repeats. */
const PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]

/** Milliseconds, with what is random in it. */
const LONGEST_PAUSE = 86_400_000 * 1.1

interface Lane {
  /** The last number that is done. */
  at: number
  /** Failed attempts at the next one. */
  tries: number
  /** No attempt before; milliseconds since 1970. */
  next: number
}

interface Progress {
  readonly lanes: Lane[]
  /** When the lease expires; 0 without one. */
  until: number
  /** The function wants no more entries. */
  ended: boolean
}

/** What we write of the progress has all members or none. */
const isProgress = (value: unknown): value is Progress =>
  isObject(value) && Array.isArray(value.lanes) && 'until' in value

const isFloors = listOf(isNumber)

interface Target {
  readonly deliver: Deliver
  /** The name of its progress. */
  readonly progress: string
}

export interface Delivering {
  readonly site: Site
  readonly context: ShowContext
  readonly now: () => Date
  readonly targets: readonly Target[]
  /** Told of each failed attempt. */
  readonly onError: (error: unknown, entry: Entry) => void
}

interface Budget extends DeliverOptions {
  left: number
  /** The ID of the calendar. */
  readonly calendar: string
}

/** The note of the last number of each lane that is removed. */
export const FLOORS = '.floors'

export async function deliverAll(
  work: Delivering,
  { limit = 100, signal }: DeliverOptions,
): Promise<Delivery> {
  const { storage } = work.site
  const calendar = work.targets.length === 0 ? '' : await calendarId(storage)
  const budget: Budget = { left: limit, signal, calendar }
  await Promise.all(work.targets.map((target) => deliverTo(work, target, budget)))
  const heads = await readHeads(storage)
  const notes = await Promise.all(work.targets.map(({ progress }) => readProgress(storage, progress)))
  const open = notes.map(({ progress }) => progress).filter(({ ended }) => !ended)
  const waiting = open.map(({ lanes }) =>
    lanes.reduce((sum, { at }, lane) => sum + Math.max(0, (heads.get(lane) ?? 0) - at), 0),
  )
  await removeOldEntries(work, open, heads)
  return { delivered: limit - budget.left, waiting: Math.max(0, ...waiting) }
}

async function readProgress(storage: Storage, name: string) {
  const notes = await readNotes(storage, [name, FLOORS])
  const own = notes.get(name)
  const floors = parseOwn(notes.get(FLOORS)?.data ?? '[]', isFloors, `the note '${FLOORS}'`)
  const progress: Progress =
    own === undefined
      ? { lanes: LANES.map(() => ({ at: 0, tries: 0, next: 0 })), until: 0, ended: false }
      : parseOwn(own.data, isProgress, `the note '${name}'`)
  for (const [index, lane] of progress.lanes.entries()) lane.at = Math.max(lane.at, floors[index] ?? 0)
  return { progress, version: own?.version ?? 0 }
}

async function deliverTo(work: Delivering, target: Target, budget: Budget): Promise<void> {
  const { storage } = work.site
  const name = target.progress
  const now = () => work.now().getTime()
  let { progress, version } = await readProgress(storage, name)
  if (stillHolds(progress.until, now(), LEASE, 1000)) return
  /** Whether the lease is still ours. */
  async function save(until: number): Promise<boolean> {
    progress.until = until
    const { conflict } = await storage.commit([putNote(name, version, progress)])
    version++
    return conflict === null
  }

  if (!(await save(now() + LEASE))) return
  for (let isActive = true; isActive; ) {
    const since = now()
    const done = await deliverRound(work, target.deliver, progress, budget, () => now() - since < LEASE / 4)
    isActive = done > 0 && !progress.ended && budget.left > 0 && budget.signal?.aborted !== true
    if (!(await save(isActive ? now() + LEASE : 0))) return
  }
}

/** Hands out the next entries of each lane, lanes at the same time. Returns how many are done. */
async function deliverRound(
  work: Delivering,
  target: Deliver,
  progress: Progress,
  budget: Budget,
  isInTime: () => boolean,
): Promise<number> {
  const { storage } = work.site
  const now = work.now().getTime()
  const heads = await readHeads(storage)
  const wanted = progress.lanes.flatMap(({ at, next }, lane) => {
    const last = stillHolds(next, now, LONGEST_PAUSE, 1000)
      ? at
      : Math.min(heads.get(lane) ?? 0, at + ENTRIES_PER_SAVE)
    return Array.from({ length: last - at }, (_, index) => [lane, at + 1 + index] as const)
  })
  const entries = await readEntries(storage, wanted)
  let done = 0

  async function deliverLane(lane: Lane, own: typeof entries): Promise<void> {
    for (const entry of own) {
      if (progress.ended || budget.left === 0 || budget.signal?.aborted || !isInTime()) return
      budget.left--
      const { number, lane: index, time, was, version, stored, ...change } = entry
      try {
        const shown = await shownChange(work.context, change)
        const { calendar, signal = new AbortController().signal } = budget
        const context = { attempt: lane.tries + 1, signal, calendar }
        await target({ ...shown, entry: `${index}-${number}`, time }, context)
      } catch (error) {
        budget.left++
        work.onError(error, entry)
        const verdict = verdictOf(error)
        if (verdict === 'end') progress.ended = true
        if (verdict !== 'skip') {
          const pause = PAUSES[Math.min(lane.tries, PAUSES.length - 1)] ?? 0
          lane.next = work.now().getTime() + pause * 1000 * (0.9 + Math.random() / 5)
          lane.tries++
          return
        }
      }
      Object.assign(lane, { at: number, tries: 0, next: 0 })
      done++
    }
  }

  await Promise.all(
    progress.lanes.map((lane, index) =>
      deliverLane(
        lane,
        entries.filter((entry) => entry.lane === index),
      ),
    ),
  )
  return done
}

/** What an error says about the entry: `skip` it, or `end` the deliveries to this function. */
const verdictOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'verdict' in error ? error.verdict : undefined

/** Removes some of the entries that are old and done. */
async function removeOldEntries(
  { site: { storage, keptDays }, now }: Pick<Delivering, 'site' | 'now'>,
  targets: readonly Pick<Progress, 'lanes'>[],
  heads: ReadonlyMap<number, number>,
): Promise<void> {
  const note = await readNote(storage, FLOORS, isFloors)
  const floors = [...(note.value ?? LANES.map(() => 0))]
  let { version } = note
  const first = (floor: number, lane: number) => {
    const last = Math.min(heads.get(lane) ?? 0, ...targets.map(({ lanes }) => lanes[lane]?.at ?? 0))
    return Math.min(last, floor + MOST_REMOVED)
  }
  // Most calls find nothing: the oldest entry of each lane tells.
  const oldest = floors.flatMap((floor, lane) =>
    first(floor, lane) > floor ? [[lane, floor + 1] as const] : [],
  )
  const before = new Date(now().getTime() - keptDays * DAY).toISOString()
  const isOld = ({ time }: Entry) => time < before
  const lanes = (await readEntries(storage, oldest)).filter(isOld).map(({ lane }) => lane)
  for (const lane of lanes) {
    const floor = floors[lane] ?? 0
    const wanted = Array.from(
      { length: first(floor, lane) - floor },
      (_, n) => [lane, floor + 1 + n] as const,
    )
    const entries = await readEntries(storage, wanted)
    const kept = entries.findIndex((entry) => !isOld(entry))
    const removed = kept < 0 ? entries : entries.slice(0, kept)
    floors[lane] = floor + removed.length
    const removals = removed.map(
      ({ number, stored: expect }): Change => ({
        ...{ do: 'remove', kind: 'entry', id: entryId(lane, number), expect },
      }),
    )
    const put = putNote(FLOORS, version++, floors)
    // A conflict means that another process removes them.
    if ((await storage.commit([...removals, put])).conflict !== null) return
  }
}
