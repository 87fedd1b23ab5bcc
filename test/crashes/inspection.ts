import { createEventsApi } from 'kalends'
import type { Storage } from '../../src/storage/contract.ts'
import { Dice } from '../../src/testing/dice.ts'
import { Answers } from './answers.ts'
import { Ledger, nameOf } from './ledger.ts'
import { MirrorInspection } from './mirror-inspection.ts'
import { OutboxInspection } from './outbox.ts'
import { byName, readAll, recount, totals } from './recount.ts'
import { clockOf } from './requests.ts'
import type { Told } from './told.ts'

export interface Finding {
  readonly problems: readonly string[]
  /** Writes that were acknowledged since the last look. */
  readonly acknowledged: number
  readonly unanswered: number
  readonly tookEffect: number
  readonly documents: number
  /** Milliseconds until the storage was ready and had answered once. */
  readonly ready: number
}

/**
 * Whether a calendar is what its writers were told. It hears everything that they tell, and looks when none of them
 * writes.
 */
export class Inspection {
  readonly #ledger = new Ledger()
  readonly #answers = new Answers()
  readonly #outbox = new OutboxInspection()
  readonly #mirror = new MirrorInspection()
  readonly #dice: Dice
  readonly #failures: string[] = []
  #acknowledged = 0

  constructor(seed: number) {
    this.#dice = new Dice(seed)
  }

  tell(writer: string, told: Told): void {
    if (told.say === 'failed') this.#failures.push(`${writer} failed: ${told.error}`)
    if (told.say === 'ack' && told.status < 300) this.#acknowledged++
    this.#ledger.tell(writer, told)
    this.#answers.tell(told)
    this.#outbox.tell(told)
  }

  /** By a storage that was just opened. Nothing is tried twice: the first call after a crash must do. */
  async look(storage: Storage): Promise<Finding> {
    const began = performance.now()
    const api = createEventsApi(storage, {
      // Before anything is due: looking publishes nothing.
      now: () => clockOf(0),
      authenticate: () => ({ id: 1, role: 'administrator' }),
    })
    await api.migrate()
    await storage.find('event', { order: 'start', limit: 1 })
    const ready = performance.now() - began

    for (const sequence of ['post', 'term'] as const) {
      this.#ledger.given(sequence, await storage.allocate(sequence, 1))
    }
    const all = await readAll(storage)
    const documents = byName(all)
    const { problems: unexplained, ...verdict } = this.#ledger.verify(documents)
    // The look above may have written the note of `migrate`.
    const migrated = all.extra.find(({ keys }) => keys.name === '.form')
    const written =
      migrated && `${nameOf({ kind: 'extra', id: migrated.id })} has version 1, but nobody wrote 1`
    const problems = unexplained.filter((problem) => problem !== written)
    const acknowledged = this.#acknowledged
    this.#acknowledged = 0
    const found = [
      ...this.#failures.splice(0),
      ...problems,
      ...(await this.#answers.verify(api, documents)),
      ...(await recount(storage, all, this.#ledger.removals, this.#dice)),
      ...(await totals(api, all)),
    ]
    // A calendar with faults cannot be followed. Entries that are done are removed after this.
    if (found.length === 0) found.push(...(await this.#mirror.verify(storage)))
    found.push(
      ...(await this.#outbox.verify(storage, documents, (told) => this.#ledger.tell('inspection', told))),
    )
    return { ...verdict, acknowledged, problems: found, documents: documents.size, ready }
  }
}
