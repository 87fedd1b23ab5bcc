import { type DrawnIds, HeldStorage, noIds } from '../../operations/writing/held-storage.ts'
import type { CommitResult, Kind, Storage } from '../../storage/contract.ts'
import { Pauses } from './pauses.ts'
import type { Done, Runner } from './runner.ts'

const COLLECTIONS = {
  ...{ event: 'events', venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags' },
} as const
const KINDS = ['event', 'venue', 'organizer', 'category', 'tag'] as const satisfies Kind[]

/** Entries that are decided one after the other, over a held storage, and committed as one. */
export class Together<Host> {
  readonly #runner: Runner<Host>
  readonly #held: HeldStorage
  readonly #from: number
  readonly #to: number

  constructor(
    runner: Runner<Host>,
    {
      from = 0,
      to = runner.entries.length,
      ids = noIds(),
    }: { from?: number; to?: number; ids?: DrawnIds } = {},
  ) {
    this.#runner = runner
    this.#held = new HeldStorage(storageOf(runner), { drawn: ids })
    this.#from = from
    this.#to = to
  }

  /** Decides the entries. Ends after one for which `isLast` is true. Returns the number of documents each one changes. */
  async decide(isLast: (done: Done) => boolean = () => false): Promise<number[]> {
    const { desk } = this.#runner
    const site = { ...desk.site, storage: this.#held, isProvisional: true }
    const sizes: number[] = []
    const pauses = new Pauses()
    await this.#readAhead()
    for (let index = this.#from; index < this.#to; index++) {
      const before = this.#held.size
      const done = await this.#runner.run(index, site)
      sizes.push(this.#held.size - before)
      if (isLast(done)) break
      await pauses.after(done)
    }
    return sizes
  }

  /** Commits what was decided. Throws 504 when it takes too long. */
  async commit(): Promise<CommitResult | 'too large'> {
    const { desk, caller, limit } = this.#runner
    const { site, running } = desk
    const changes = this.#held.changes()
    if (changes.length === 0) return { conflict: null }
    const { commitIfItFits } = await import('../../operations/writes.ts')
    const storage = site.storage.within?.(running.cancellation.signal) ?? site.storage
    return limit.raceCommit(commitIfItFits({ ...site, storage }, changes, caller))
  }

  /** Reads at once what the entries will read one by one: the records in their paths, and what these link to. */
  async #readAhead(): Promise<void> {
    const ids: Record<(typeof KINDS)[number], Set<number>> = {
      ...{ event: new Set(), venue: new Set(), organizer: new Set(), category: new Set(), tag: new Set() },
    }
    for (const { entry } of this.#runner.entries.slice(this.#from, this.#to)) {
      if (entry instanceof Error) continue
      for (const kind of KINDS) {
        const [, digits] = entry.path.match(new RegExp(`^/${COLLECTIONS[kind]}/(\\d{1,15})(?![^/?])`)) ?? []
        if (digits !== undefined) ids[kind].add(Number(digits))
      }
    }
    try {
      for (const { keys } of await this.#held.get('event', [...ids.event])) {
        for (const kind of ['venue', 'organizer', 'category', 'tag'] as const) {
          for (const id of keys[kind]) ids[kind].add(id)
        }
      }
      for (const key of ['category', 'tag'] as const) this.#held.expectTallies(key, ids[key])
      await Promise.all(
        KINDS.map((kind) => (ids[kind].size === 0 ? undefined : this.#held.get(kind, [...ids[kind]]))),
      )
    } catch {
      // Each entry that needs it says so in its place.
    }
  }
}

const storageOf = <Host>({ desk: { site }, limit }: Runner<Host>): Storage =>
  site.storage.within?.(limit.signal) ?? site.storage
