import { ApiError } from '../../../errors.ts'
import type { Slices } from '../../../formats/give-way.ts'
import type { Change, Storage } from '../../../storage/contract.ts'
import type { Item, NewItem, SourceRecord } from '../../domain/records/sources.ts'
import { SECONDS_PER_DAY } from '../../domain/time/calendar.ts'
import type { RequestContext } from '../../mount/request.ts'
import { removeExtra } from '../journal/extras.ts'
import { besideFirst } from '../writing/beside-first.ts'
import { HeldStorage } from '../writing/held-storage.ts'
import { commitIfItFits, writerOf } from '../writing/plan.ts'
import { together } from '../writing/together.ts'
import { guardOf, isOvertaken, Overtaken } from './overtaken.ts'
import { Report } from './report.ts'
import { type SourceWrites, sourceWrites } from './source-writes.ts'
import { putItem } from './stored-items.ts'

/*
 * Events of a source are written several in one commit, each with the document that says which one it is. So a cut leaves both
 * or none, and of two processes one writes it.
 */

/** Events in one commit. What lasts long may be a series, whose dates are written with it. */
const TOGETHER = 100
const SERIES = 50
const LONG = 7 * SECONDS_PER_DAY
/** Writing an event, for `Slices`. */
const STEPS = 500

interface Lasting {
  readonly start: number
  readonly end: number
}

/** What a feed says of an event, with the ID of its item. */
interface Said extends Lasting {
  readonly item: number
}

type Known = Lasting & Pick<Item, 'id' | 'event'>

/** What is written: what the feed says, what is known, or both. */
type Written = Said | Known | { readonly feed: Said; readonly item: Known }

/** Reads at once what writing them reads one by one. */
async function readAhead(part: readonly Written[], held: HeldStorage): Promise<void> {
  const known = part.flatMap((one) => ('feed' in one ? one.item : 'event' in one ? one : []))
  const said = part.flatMap((one) => ('feed' in one ? one.feed.item : 'event' in one ? [] : one.item))
  const events = known.flatMap(({ event }) => (event > 0 ? event : []))
  await Promise.all([
    held.get('extra', [...known.map(({ id }) => id), ...said]),
    events.length === 0 ? undefined : held.get('event', events),
  ])
}

function* partsIn<T extends Written>(all: readonly T[]): Generator<readonly T[]> {
  let part: T[] = []
  let weight = 0
  for (const one of all) {
    const { start, end } = 'feed' in one ? one.feed : one
    part.push(one)
    weight += end - start > LONG ? SERIES : 1
    if (weight < TOGETHER) continue
    yield part
    part = []
    weight = 0
  }
  if (part.length > 0) yield part
}

/** One attempt. */
export interface Work {
  readonly storage: Storage
  readonly writes: SourceWrites
  readonly report: Report
  readonly commit: (change: Change) => Promise<void>
  readonly put: (id: number, expect: number, item: NewItem) => Promise<void>
  readonly remove: (item: Item) => Promise<void>
  /** Between two events: lets other work run if it is time. */
  readonly give: () => Promise<void>
}

export interface CommitsJob {
  readonly context: RequestContext
  readonly source: SourceRecord
  readonly slices: Slices
  /** Nothing is committed. */
  readonly isDry: boolean
  readonly report: Report
  /** Called between two parts. Throws to stop. */
  readonly beforePart: () => Promise<void>
}

/** The item of an event that is written in several commits, without the ID of the event. */
export interface Stub {
  readonly id: number
  readonly expect: number
  readonly item: NewItem
}

export class ItemCommits {
  readonly #job: CommitsJob

  constructor(job: CommitsJob) {
    this.#job = job
  }

  async inParts<T extends Written>(
    all: readonly T[],
    run: (part: readonly T[], work: Work) => Promise<void>,
    stub?: (one: T) => Stub,
  ): Promise<void> {
    for (const part of partsIn(all)) {
      await this.#job.slices.next()
      await this.#job.beforePart()
      await this.#together(part, run, stub)
    }
  }

  async #together<T extends Written>(
    part: readonly T[],
    run: (part: readonly T[], work: Work) => Promise<void>,
    stub: ((one: T) => Stub) | undefined,
  ): Promise<void> {
    const { context, source, isDry, report, slices } = this.#job
    await together(part, {
      site: context.site,
      decide: async (some, held) => {
        const own = new Report()
        const work = this.#workOn(held, own)
        await readAhead(some, held)
        if (!isDry) await work.commit(guardOf(source))
        await run(some, work)
        await slices.give(STEPS)
        return own
      },
      commit: async (changes, own) => {
        const isNothing = isDry || changes.every((change) => change.do === 'check')
        const result = isNothing
          ? ({ conflict: null } as const)
          : await commitIfItFits(writerOf(context), changes)
        if (result === 'too large') return result
        if (result.conflict !== null && isOvertaken(source, result, changes)) throw new Overtaken()
        if (result.conflict === null) report.addWritten(own)
        return result
      },
      alone: (one) => this.#alone(one, run, stub),
    })
  }

  /** A series that the storage takes in several commits: known from the first one on, and brought again after a cut. */
  async #alone<T extends Written>(
    one: T,
    run: (part: readonly T[], work: Work) => Promise<void>,
    stub: ((one: T) => Stub) | undefined,
  ): Promise<Report> {
    const { context, source, report } = this.#job
    if (stub === undefined) throw new ApiError('rest_record_too_large')
    const { id, expect, item } = stub(one)
    const besideOf = (changes: readonly Change[]) => {
      const event = mainOf(changes)
      return event === undefined ? undefined : putItem(id, expect, { ...item, event })
    }
    const { send, isWritten } = besideFirst(besideOf, [guardOf(source)])
    const own = new Report()
    const work = this.#workOn(new HeldStorage(context.site.storage, { send }), own, false)
    await run([one], {
      ...work,
      put: (at, version, next) => work.put(at, isWritten() && at === id ? version + 1 : version, next),
    })
    report.addWritten(own)
    return own
  }

  #workOn(storage: HeldStorage, report: Report, isHeld = true): Work {
    const { context } = this.#job
    const commit = async (change: Change) => {
      const { conflict } = await storage.commit([change])
      if (conflict !== null) throw new Overtaken()
    }
    return {
      storage,
      report,
      commit,
      writes: sourceWrites(context, storage, isHeld),
      put: (id, expect, item) => commit(putItem(id, expect, item)),
      give: () => this.#job.slices.give(STEPS),
      remove: (item) => commit(removeExtra(item)),
    }
  }
}

/** The series of a commit, or its only event. */
function mainOf(changes: readonly Change[]): number | undefined {
  const puts = changes.flatMap((change) => (change.kind === 'event' && change.do === 'put' ? [change] : []))
  return (puts.find(({ content }) => content.keys.series) ?? puts[0])?.id
}
