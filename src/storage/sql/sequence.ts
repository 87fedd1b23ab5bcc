import type { Sequence as Name } from '../contract.ts'
import { untilAborted } from '../until-aborted.ts'
import type { Database } from './database.ts'
import { integer } from './rows.ts'

/** IDs that are drawn ahead at most, and so lost at most when a process ends. */
const MOST_AHEAD = 32

/**
 * Gives out the IDs of one sequence, in order. An ID must be on disk as given before it is used, which costs as much
 * as half of a create: so they are drawn in blocks, each as large as all before together, up to `MOST_AHEAD`. Who
 * makes little loses little: never more than was given out.
 *
 * Each process draws blocks of its own: among several, a higher ID does not mean a later record.
 */
export class Sequence {
  readonly #database: Database
  readonly #name: Name
  #next = 1
  #last = 0
  #given = 0
  /** How many are asked for by calls that are under way. */
  #wanted = 0
  #drawing: Promise<void> | undefined

  constructor(database: Database, name: Name) {
    this.#database = database
    this.#name = name
  }

  async allocate(count: number, signal?: AbortSignal): Promise<number[]> {
    const ids: number[] = []
    this.#wanted += count
    try {
      while (ids.length < count) {
        // One at a time, so that no block comes before an earlier one; who comes meanwhile shares the next.
        if (this.#next > this.#last) await untilAborted(signal, () => this.#draw())
        while (ids.length < count && this.#next <= this.#last) ids.push(this.#next++)
      }
      return ids
    } finally {
      this.#wanted -= count
      this.#given += ids.length
    }
  }

  /** On behalf of all who wait, so it goes on when one of them no longer does. */
  #draw(): Promise<void> {
    this.#drawing ??= this.#drawBlock().finally(() => {
      this.#drawing = undefined
    })
    return this.#drawing
  }

  async #drawBlock(): Promise<void> {
    const { client, dialect, names } = this.#database
    const size = Math.max(this.#wanted, Math.min(this.#given, MOST_AHEAD))
    const results = await client.batch(dialect.allocate(names.table('sequence'), this.#name, size))
    const last = results.at(-1)?.[0]?.last
    if (last === undefined) {
      throw new Error(`there is no sequence '${this.#name}': has migrate() been called?`)
    }
    this.#last = integer(last)
    this.#next = this.#last - size + 1
  }
}
