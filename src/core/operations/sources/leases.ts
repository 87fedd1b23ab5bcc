import type { Storage } from '../../../storage/contract.ts'
import { isObject } from '../../domain/json.ts'
import { stillHolds } from '../../domain/time/still-holds.ts'
import { putNote, readNote } from '../journal/extras.ts'

/*
 * Which process reads which source: one note for all, so that a reading that changes nothing commits the source alone. A lease
 * is of a version of the source, so that the commit at the end of a reading also ends it. Leases only save requests: what is
 * written is safe without them, because each commit checks that version.
 */

const NAME = '.pull'

/** Milliseconds. It is renewed between the parts of a reading. */
export const LEASE = 60_000

const MOST_ATTEMPTS = 16

const holds = (until: number, now: number): boolean => stillHolds(until, now, LEASE, 1000)

type Leases = Readonly<Record<string, readonly [version: number, until: number, holder: string]>>

const isLeases = (value: unknown): value is Leases =>
  isObject(value) && Object.values(value).every(Array.isArray)

interface Leased {
  readonly id: number
  readonly version: number
}

/** Takes those that nobody else has, and renews those that the holder has. Answers which it has now. */
export async function takeLeases<T extends Leased>(
  storage: Storage,
  sources: readonly T[],
  holder: string,
  now: number,
): Promise<readonly T[]> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const { version, value: leases = {} } = await readNote(storage, NAME, isLeases)
    const isFree = ({ id, version }: Leased) => {
      const [held, until, by] = leases[id] ?? [0, 0, '']
      return held !== version || !holds(until, now) || by === holder
    }
    const mine = sources.filter(isFree)
    if (mine.length === 0) return []
    const kept = Object.entries(leases).filter(([, [, until]]) => holds(until, now))
    const own = mine.map(({ id, version }) => [id, [version, now + LEASE, holder]] as const)
    const next: Leases = Object.fromEntries([...kept, ...own])
    if ((await storage.commit([putNote(NAME, version, next)])).conflict === null) return mine
  }
  return []
}
