import { checkReservation } from './reservation.ts'
import { untilAborted } from './until-aborted.ts'

/** Maximum number of IDs that are reserved ahead. They are lost when the process ends. */
const MOST_AHEAD = 32

/** The last ID of a sequence in a database. Both calls raise it, and return what it is then. */
export interface LastId {
  readonly raiseBy: (count: number) => Promise<number>
  /** At least to `least`. */
  readonly raiseTo: (least: number) => Promise<number>
}

/**
 * Allocates the IDs of one sequence, in order. An allocation must be on disk before its ID is used, which costs half of
 * a create. So IDs are reserved in blocks. Each block is as large as all previous ones together, up to `MOST_AHEAD`. A
 * process loses at most as many IDs as it has used.
 *
 * Each process reserves its own blocks. With several processes, a higher ID does not mean a later record.
 */
export class Sequence {
  readonly #lastId: LastId
  #next = 1
  #last = 0
  /** The greatest ID that this process has reserved. A block may have been drawn before it, and arrive later. */
  #reserved = 0
  #given = 0
  /** The number of IDs that running calls need. */
  #wanted = 0
  #drawing: Promise<void> | undefined

  constructor(lastId: LastId) {
    this.#lastId = lastId
  }

  async allocate(count: number, signal?: AbortSignal): Promise<number[]> {
    const ids: number[] = []
    this.#wanted += count
    try {
      while (ids.length < count) {
        // Draw one block at a time, so that IDs stay in order. Calls that arrive in the meantime share the next block.
        if (this.#next > this.#last) await untilAborted(signal, () => this.#draw())
        while (ids.length < count && this.#next <= this.#last) ids.push(this.#next++)
      }
      return ids
    } finally {
      this.#wanted -= count
      this.#given += ids.length
    }
  }

  /** Also drops the IDs of this process that it reserves. */
  async reserve(upTo: number, signal?: AbortSignal): Promise<number> {
    checkReservation(upTo)
    const last = await untilAborted(signal, () => this.#lastId.raiseTo(upTo))
    this.#reserved = Math.max(this.#reserved, upTo)
    this.#next = Math.max(this.#next, this.#reserved + 1)
    return last
  }

  /** All callers share the draw, so it continues when one of them is aborted. */
  #draw(): Promise<void> {
    this.#drawing ??= this.#drawBlock().finally(() => {
      this.#drawing = undefined
    })
    return this.#drawing
  }

  async #drawBlock(): Promise<void> {
    const size = Math.max(this.#wanted, Math.min(this.#given, MOST_AHEAD))
    this.#last = await this.#lastId.raiseBy(size)
    this.#next = Math.max(this.#last - size, this.#reserved) + 1
  }
}
