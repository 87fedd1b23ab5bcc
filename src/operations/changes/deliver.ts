import { textHash } from '../../domain/text-hash.ts'
import type { Site } from '../../site.ts'
import type { Change, Storage } from '../../storage/contract.ts'
import type { Deliver, DeliverOptions, Delivery } from '../../types.ts'
import { receiptContent } from '../receipts.ts'
import { type Entry, entryId, LANES, noteId, readEntries, readHeads } from './outbox.ts'
import { type ShowContext, shownChange } from './shown.ts'

/*
 * Hands entries of the outbox to the functions of the host. The progress of each function is a note: per lane, the last
 * number that it has done. A lease on the note keeps other processes from handing out the same entries. If a process
 * ends, its lease expires, and what it did since it last saved its progress is handed out again.
 */

/** Milliseconds of a lease; it is renewed with each save. */
const LEASE = 60_000
/** Entries per lane between two saves. */
const AT_ONCE = 5
/** Days for which an entry is kept. */
const KEPT = 30
const DAY = 86_400_000
/** Entries of a lane that one call removes. */
const MOST_REMOVED = 100

/** Seconds before each retry; the last one repeats. */
const PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]

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

export interface Delivering {
  readonly site: Site
  readonly context: ShowContext
  readonly now: () => Date
  readonly targets: readonly Deliver[]
  /** Told of each failed attempt. */
  readonly onError: (error: unknown, entry: Entry) => void
}

interface Budget extends DeliverOptions {
  left: number
}

const FLOORS = noteId(0)
const progressId = (name: string): number => noteId(1 + (textHash(name) % 2 ** 40))
const nameOf = (target: Deliver, index: number): string => target.progress ?? `function ${index}`

export async function deliverAll(
  work: Delivering,
  { limit = 100, signal }: DeliverOptions,
): Promise<Delivery> {
  const budget: Budget = { left: limit, signal }
  await Promise.all(
    work.targets.map((target, index) => deliverTo(work, target, progressId(nameOf(target, index)), budget)),
  )
  const { storage } = work.site
  const heads = await readHeads(storage)
  const notes = await Promise.all(
    work.targets.map((target, index) => readProgress(storage, progressId(nameOf(target, index)))),
  )
  const open = notes.map(({ progress }) => progress).filter(({ ended }) => !ended)
  const waiting = open.map(({ lanes }) =>
    lanes.reduce((sum, { at }, lane) => sum + Math.max(0, (heads.get(lane) ?? 0) - at), 0),
  )
  await prune(storage, work.now(), open, heads)
  return { delivered: limit - budget.left, waiting: Math.max(0, ...waiting) }
}

async function readProgress(storage: Storage, id: number) {
  const documents = await storage.get('receipt', [id, FLOORS])
  const own = documents.find((one) => one.id === id)
  const floors: number[] = JSON.parse(documents.find((one) => one.id === FLOORS)?.data ?? '[]')
  const progress: Progress =
    own === undefined
      ? { lanes: LANES.map(() => ({ at: 0, tries: 0, next: 0 })), until: 0, ended: false }
      : JSON.parse(own.data)
  for (const [index, lane] of progress.lanes.entries()) lane.at = Math.max(lane.at, floors[index] ?? 0)
  return { progress, version: own?.version ?? 0 }
}

async function deliverTo(work: Delivering, target: Deliver, id: number, budget: Budget): Promise<void> {
  const { storage } = work.site
  const now = () => work.now().getTime()
  let { progress, version } = await readProgress(storage, id)
  if (progress.until > now()) return
  /** Whether the lease is still ours. */
  async function save(until: number): Promise<boolean> {
    progress.until = until
    const content = receiptContent(progress)
    const change = { do: 'put', kind: 'receipt', id, expect: version, content } as const
    const { conflict } = await storage.commit([change])
    version++
    return conflict === null
  }

  if (!(await save(now() + LEASE))) return
  for (let isActive = true; isActive; ) {
    const since = now()
    const done = await deliverRound(work, target, progress, budget, () => now() - since < LEASE / 4)
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
    const last = next > now ? at : Math.min(heads.get(lane) ?? 0, at + AT_ONCE)
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
        const context = { attempt: lane.tries + 1, signal: budget.signal ?? new AbortController().signal }
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
async function prune(
  storage: Storage,
  now: Date,
  targets: readonly Pick<Progress, 'lanes'>[],
  heads: ReadonlyMap<number, number>,
): Promise<void> {
  const [note] = await storage.get('receipt', [FLOORS])
  const floors: number[] = note === undefined ? LANES.map(() => 0) : JSON.parse(note.data)
  let version = note?.version ?? 0
  const first = (floor: number, lane: number) => {
    const last = Math.min(heads.get(lane) ?? 0, ...targets.map(({ lanes }) => lanes[lane]?.at ?? 0))
    return Math.min(last, floor + MOST_REMOVED)
  }
  // Most calls find nothing: the oldest entry of each lane tells.
  const oldest = floors.flatMap((floor, lane) =>
    first(floor, lane) > floor ? [[lane, floor + 1] as const] : [],
  )
  const before = new Date(now.getTime() - KEPT * DAY).toISOString()
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
        ...{ do: 'remove', kind: 'receipt', id: entryId(lane, number), expect },
      }),
    )
    const content = receiptContent(floors)
    const put = { do: 'put', kind: 'receipt', id: FLOORS, expect: version++, content } as const
    // A conflict means that another process removes them.
    if ((await storage.commit([...removals, put])).conflict !== null) return
  }
}
