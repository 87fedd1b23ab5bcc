import type { Change, CommitResult, Kind } from '../../../storage/contract.ts'
import type { HeldStorage } from '../../operations/writing/held-storage.ts'
import { commitIfItFits } from '../../operations/writing/plan.ts'
import { Pauses } from './pauses.ts'
import type { Done, Runner } from './runner.ts'

/* Entries that are decided one after the other over a held storage, and committed as one. */

const COLLECTIONS = {
  ...{ event: 'events', venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags' },
} as const
const KINDS = ['event', 'venue', 'organizer', 'category', 'tag'] as const satisfies Kind[]

/** Decides the entries. Ends after one for which `isLast` is true. Returns the number of documents each one changes. */
export async function decideOver<Host>(
  runner: Runner<Host>,
  indexes: readonly number[],
  held: HeldStorage,
  isLast: (done: Done) => boolean = () => false,
): Promise<number[]> {
  const site = { ...runner.desk.site, storage: held, isProvisional: true }
  const sizes: number[] = []
  const pauses = new Pauses()
  await readAhead(runner, indexes, held)
  for (const index of indexes) {
    const before = held.size
    const done = await runner.run(index, site)
    sizes.push(held.size - before)
    if (isLast(done)) break
    await pauses.after(done)
  }
  return sizes
}

/** Commits what was decided. Throws 504 when it takes too long. */
export async function commitHeld<Host>(
  { desk, caller, limit, now }: Runner<Host>,
  changes: readonly Change[],
): Promise<CommitResult | 'too large'> {
  const { site, running } = desk
  const storage = site.storage.within?.(running.cancellation.signal) ?? site.storage
  return limit.raceCommit(commitIfItFits({ site: { ...site, storage }, caller, now }, changes))
}

/** Reads at once what the entries will read one by one: the records in their paths, and what these link to. */
async function readAhead<Host>(
  { entries }: Runner<Host>,
  indexes: readonly number[],
  held: HeldStorage,
): Promise<void> {
  const ids: Record<(typeof KINDS)[number], Set<number>> = {
    ...{ event: new Set(), venue: new Set(), organizer: new Set(), category: new Set(), tag: new Set() },
  }
  for (const index of indexes) {
    const { entry } = entries[index] ?? {}
    if (entry === undefined || entry instanceof Error) continue
    for (const kind of KINDS) {
      const [, digits] = entry.path.match(new RegExp(`^/${COLLECTIONS[kind]}/(\\d{1,15})(?![^/?])`)) ?? []
      if (digits !== undefined) ids[kind].add(Number(digits))
    }
  }
  try {
    for (const { keys } of await held.get('event', [...ids.event])) {
      for (const kind of ['venue', 'organizer', 'category', 'tag'] as const) {
        for (const id of keys[kind]) ids[kind].add(id)
      }
    }
    for (const key of ['category', 'tag'] as const) held.expectTallies(key, ids[key])
    await Promise.all(
      KINDS.map((kind) => (ids[kind].size === 0 ? undefined : held.get(kind, [...ids[kind]]))),
    )
  } catch {
    // Each entry that needs it says so in its place.
  }
}
