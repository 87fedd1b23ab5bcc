import { untilAborted } from '../shared/until-aborted.ts'
import type { SqlStatement } from './client.ts'
import type { Database } from './database.ts'
import { plain } from './schema.ts'

/*
 * The revision of a calendar for databases with many connections: the sum of a few counters. Each commit raises one
 * counter in its own transaction, so readers see the new sum together with the new data. Snapshots differ only by later
 * commits, so equal sums mean the same commits.
 */

/** Concurrent commits usually raise different rows, so they do not wait for each other's row locks. */
const COUNTERS = 16

/**
 * A commit raises a counter by a random step up to this one. A calendar that was restored from a backup is then
 * unlikely to reach an earlier sum again.
 */
const MOST_STEP = 1000

const upTo = (most: number): number => Math.floor(Math.random() * most)

/** The last statement of a commit, so that the row lock is short. */
export const raiseRevision = ({ phrases }: Pick<Database, 'phrases'>): SqlStatement =>
  phrases.count.revision.of([[upTo(COUNTERS), 1 + upTo(MOST_STEP)]])

/** Several reads may run at once, so that a stuck one does not block the others. */
const MOST_READS = 4

/** A read that several requests share. It is aborted when all of them are aborted. */
interface SharedRead {
  readonly revision: Promise<string>
  readonly abort: AbortController
  waiting: number
}

/** Reads the revision. Under load, waiting requests share one statement. */
export class Revision {
  readonly #database: Pick<Database, 'client' | 'names'>
  #running = 0
  /**
   * The next read, sent when a running one ends. Requests cannot join a running read: it may be older than the request.
   */
  #next: SharedRead | undefined
  #sendNext: () => void = () => {}

  constructor(database: Pick<Database, 'client' | 'names'>) {
    this.#database = database
  }

  async read(signal?: AbortSignal): Promise<string> {
    if (this.#running < MOST_READS) return this.#send(signal)
    this.#next ??= this.#waitToSend()
    const next = this.#next
    const leave = () => {
      if (--next.waiting > 0) return
      if (this.#next === next) this.#next = undefined
      next.abort.abort(signal?.reason)
    }
    next.waiting++
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await untilAborted(signal, () => next.revision)
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  #waitToSend(): SharedRead {
    const abort = new AbortController()
    const turn = new Promise<void>((resolve) => {
      this.#sendNext = resolve
    })
    const revision = turn.then(() => {
      this.#next = undefined
      return this.#send(abort.signal)
    })
    return { revision, abort, waiting: 0 }
  }

  async #send(signal: AbortSignal | undefined): Promise<string> {
    const { names } = this.#database
    const client = signal === undefined ? this.#database.client : this.#database.client.within(signal)
    this.#running++
    try {
      const [row] = await client.query(plain(`select sum(n) as n from ${names.table('revision')}`))
      return String(row?.n ?? 0)
    } finally {
      this.#running--
      this.#sendNext()
    }
  }
}
