import { createEventsApi, type EventsApiOptions } from 'kalends'
import { LANES, readEntries, readHeads } from '../../src/core/operations/journal/outbox.ts'
import type { Storage } from '../../src/storage/contract.ts'
import { type Documents, nameOf } from './ledger.ts'
import { clockOf } from './requests.ts'
import type { Tell, Told } from './told.ts'
import { watched } from './watched.ts'

/** Of writers, and of whoever takes over from them: all hand entries to one function. */
const PROGRESS = 'crashes'

/** Of a life that no writer has: all leases have expired, and all entries that are done are removed. */
const LATE = clockOf(10_000)

/** Tells of each entry that is handed to it. */
export const receiver = (tell: Tell): NonNullable<EventsApiOptions['deliver']> =>
  Object.assign(async ({ entry }: { readonly entry: string }) => tell({ say: 'delivered', entry }), {
    progress: PROGRESS,
  })

/** Whether the outbox has what was committed, no more and no less, and whether all of it reaches the function. */
export class OutboxInspection {
  readonly #delivered = new Set<string>()
  /** Of each lane, the last number that was looked at. */
  readonly #looked = LANES.map(() => 0)
  readonly #versions = new Map<string, number>()

  tell(told: Told): void {
    if (told.say === 'delivered') this.#delivered.add(told.entry)
  }

  /** `tell` hears of what it writes itself. */
  async verify(storage: Storage, documents: Documents, tell: Tell): Promise<string[]> {
    const heads = await readHeads(storage)
    const wanted = LANES.flatMap((lane) => {
      const looked = this.#looked[lane] ?? 0
      return Array.from(
        { length: (heads.get(lane) ?? 0) - looked },
        (_, index) => [lane, looked + index + 1] as const,
      )
    })
    const entries = await readEntries(storage, wanted)
    const problems: string[] = []
    if (entries.length !== wanted.length)
      problems.push(`the outbox has ${entries.length} entries of ${wanted.length}`)

    for (const { kind, id, before, after, version } of entries) {
      const name = nameOf({ kind, id })
      const known = this.#versions.get(name) ?? 0
      const old = before?.version ?? 0
      // What was deleted for good has no copies any more, in any of its entries.
      const isErased = before === null && after === null
      if (old !== known && !isErased) {
        problems.push(`the outbox goes from version ${known} of ${name} to after ${old}`)
      }
      this.#versions.set(name, version)
    }
    const records = [...documents.keys()].filter((name) => !/^(receipt|entry|extra) /.test(name))
    for (const name of new Set([...records, ...this.#versions.keys()])) {
      const version = documents.get(name)?.version ?? 0
      const known = this.#versions.get(name) ?? 0
      if (known !== version) problems.push(`${name} has version ${version}, the outbox ${known}`)
    }

    await this.#drain(storage, tell)
    for (const [lane, number] of wanted) {
      this.#looked[lane] = number
      const entry = `${lane}-${number}`
      if (!this.#delivered.delete(entry)) problems.push(`entry ${entry} was not delivered`)
    }
    return problems
  }

  async #drain(storage: Storage, tell: Tell): Promise<void> {
    const both = (told: Told) => {
      this.tell(told)
      tell(told)
    }
    const api = createEventsApi(
      watched(storage, both, () => {}),
      { changes: true, deliver: receiver(both), now: () => LATE },
    )
    while ((await api.deliver({ limit: 1000 })).delivered > 0);
  }
}
