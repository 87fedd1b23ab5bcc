import type { Change, CommitResult, Conflict, Kind, Sequence, Storage } from '../../../storage/contract.ts'
import { isTooLarge } from '../../../storage/failures.ts'
import type { Image } from '../../../types/index.ts'
import type { Caller } from '../../access/policy.ts'
import { eventContent, organizerContent, termContent, venueContent } from '../../domain/records/content.ts'
import { isUploaded } from '../../domain/records/media.ts'
import type { RequestContext } from '../../mount/request.ts'
import type { AnyRecord, LeftSlug, Plan, RecordWrite, Site, Writer } from '../../mount/site.ts'
import { removeExpiredReceipts } from '../journal/receipts.ts'

export type { Plan, Writer }

/** Power of two of the number of IDs that an attempt skips at most. */
const MOST_SKIPPED = 10

/** Another request with the same `Idempotency-Key` came first. */
export class AnsweredMeanwhile extends Error {}

/** What a write keeps from attempts that lost a race. */
export interface RetryState {
  /**
   * The IDs that it allocated, in order. They are used again, so that the ID of a record does not tell how often it was
   * decided.
   */
  readonly ids: Readonly<Record<Sequence, number[]>>
  /** How often another write took each slug that this write preferred, by kind and slug. */
  readonly slugs: Map<string, number>
  /** Versions of the guards that it raised before, at the beginning of the current attempt; 0 for none. */
  readonly guards: Map<number, number>
  /** Whether the storage has refused the write as too large for one commit. */
  isTooLarge: boolean
}

/** Of a request. */
export const writerOf = ({
  site,
  caller,
  clock,
}: Pick<RequestContext, 'site' | 'caller' | 'clock'>): Writer => ({ site, caller, now: clock.now() })

/** What `commit` makes for each attempt. */
export class Attempt implements Plan {
  readonly changes: Change[] = []
  readonly writes: RecordWrite[] = []
  readonly site: Site
  readonly caller: Caller
  readonly now: Date
  readonly attempt: number
  readonly reasons = new Map<number, string>()
  readonly images = { named: new Set<number>(), dropped: new Set<number>() }
  readonly left: LeftSlug[] = []
  isDivisible = false
  readonly #retryState: RetryState
  readonly #used = { post: 0, term: 0 }
  /** By kind and slug. */
  readonly #slugs = new Set<string>()
  /** The slug that each record preferred, by kind and ID. It got this slug, or one with a suffix. */
  readonly #preferred = new Map<string, string>()
  /** The versions that guards are raised from. */
  readonly #guards = new Map<number, number>()

  constructor({ site, caller, now }: Writer, attempt: number, retryState: RetryState) {
    this.site = site
    this.caller = caller
    this.now = now
    this.attempt = attempt
    this.#retryState = retryState
  }

  async freshId(sequence: Sequence): Promise<number> {
    const [id] = await this.freshIds(sequence, 1)
    if (id === undefined) throw new TypeError('the storage allocated no ID')
    return id
  }

  async freshIds(sequence: Sequence, count: number): Promise<readonly number[]> {
    const drawn = this.#retryState.ids[sequence]
    const first = this.#used[sequence]
    this.#used[sequence] += count
    const missing = first + count - drawn.length
    if (missing > 0) drawn.push(...(await this.site.storage.allocate(sequence, missing)))
    return drawn.slice(first, first + count)
  }

  put<R extends AnyRecord>(after: R, before: R | null): R {
    this.writes.push({ id: after.id, before, after })
    this.changes.push(putChange(after))
    return { ...after, version: after.version + 1 }
  }

  remove(record: AnyRecord): void {
    const { kind, id, version } = record
    this.writes.push({ id, before: record, after: null })
    this.changes.push({ do: 'remove', kind, id, expect: version })
  }

  changeImage(from: Image | null, to: Image | null): void {
    if (from?.id === to?.id) return
    if (isUploaded(from)) this.images.dropped.add(from.id)
    if (isUploaded(to)) this.images.named.add(to.id)
  }

  discard(): void {
    this.changes.length = 0
    this.writes.length = 0
  }

  get isDivided(): boolean {
    return this.#retryState.isTooLarge
  }

  takeSlug(kind: Kind, id: number, { preferred, taken }: { preferred: string; taken: string }): void {
    this.#slugs.add(`${kind} ${taken}`)
    this.#preferred.set(`${kind} ${id}`, `${kind} ${preferred}`)
  }

  hasTaken(kind: Kind, slug: string): boolean {
    return this.#slugs.has(`${kind} ${slug}`)
  }

  timesLost(kind: Kind, preferred: string): number {
    return this.#retryState.slugs.get(`${kind} ${preferred}`) ?? 0
  }

  hold(kind: Kind, id: number, version: number): void {
    if (this.changes.some((change) => change.kind === kind && change.id === id)) return
    this.changes.push({ do: 'check', kind, id, expect: version })
  }

  raiseGuard(id: number, expires: string): void {
    if (this.#guards.has(id)) return
    // Most guards do not exist yet, because few names are given twice within a lifetime. So the first attempt does not
    // read the guard. If it exists, the commit is refused.
    const expect = this.#retryState.guards.get(id) ?? 0
    this.#guards.set(id, expect)
    const content = { keys: { expires }, text: [], data: '' }
    this.changes.push({ do: 'put', kind: 'receipt', id, expect, content })
  }

  /** Keeps the reason why the commit was refused, and returns the reason that decides the retry. */
  async recordConflict(conflict: Conflict): Promise<Conflict> {
    const { kind, id } = conflict
    if (kind === 'receipt' && !this.#guards.has(id)) throw new AnsweredMeanwhile()
    const { slugs, guards, ids } = this.#retryState
    for (const guard of this.#guards.keys()) guards.set(guard, 0)
    if (conflict.conflict === 'exists' && isRecord(kind)) {
      // A record that was imported with its ID has it. Others may follow, so each attempt skips more.
      const sequence = kind === 'category' || kind === 'tag' ? 'term' : 'post'
      ids[sequence].length = 0
      await this.site.storage.allocate(sequence, 2 ** Math.min(this.attempt, MOST_SKIPPED))
    }
    if (conflict.conflict !== 'taken') return conflict
    // The write that raised the guard also took the slug. The next attempt sees both, and can take the lowest free
    // number.
    const lost = await this.#lostGuard()
    if (lost !== undefined) return { conflict: 'stale', kind: 'receipt', id: lost }
    const preferred = this.#preferred.get(`${kind} ${id}`)
    if (preferred !== undefined) slugs.set(preferred, (slugs.get(preferred) ?? 0) + 1)
    return conflict
  }

  /** A guard that another write has raised since this attempt began. */
  async #lostGuard(): Promise<number | undefined> {
    const versions = await versionsOf(this.site.storage, [...this.#guards.keys()])
    for (const [id, expect] of this.#guards) if ((versions.get(id) ?? 0) !== expect) return id
    return undefined
  }
}

const isRecord = (kind: Kind): boolean => !['receipt', 'entry', 'extra'].includes(kind)

export function putChange(record: AnyRecord): Change {
  const { id, version: expect } = record
  switch (record.kind) {
    case 'event':
      return { do: 'put', kind: 'event', id, expect, content: eventContent(record) }
    case 'venue':
      return { do: 'put', kind: 'venue', id, expect, content: venueContent(record) }
    case 'organizer':
      return { do: 'put', kind: 'organizer', id, expect, content: organizerContent(record) }
    case 'category':
      return { do: 'put', kind: 'category', id, expect, content: termContent(record) }
    case 'tag':
      return { do: 'put', kind: 'tag', id, expect, content: termContent(record) }
  }
}

/** Commits changes of records. `by`: `null` for those that are due as time passes. */
export async function commitChanges(
  site: Site,
  changes: readonly Change[],
  by: Caller,
): Promise<CommitResult> {
  const { storage, isProvisional, recorder, extensions, epoch } = site
  try {
    if (isProvisional) return await storage.commit(changes)
    const tell = await extensions.heed?.(site, changes)
    const result = await (recorder === undefined
      ? storage.commit(changes)
      : (await recorder()).commit(storage, changes, by))
    if (result.conflict === null) tell?.()
    return result
  } finally {
    // Also of one that failed: it may have taken effect.
    epoch.count++
  }
}

/** The same, of several writes that were decided over a held storage, and that can be made in smaller commits. */
export async function commitIfItFits(
  { site, caller, now }: Writer,
  changes: readonly Change[],
): Promise<CommitResult | 'too large'> {
  if (changes.length === 0) return { conflict: null }
  try {
    const result = await commitChanges(site, changes, caller)
    if (result.conflict === null) await removeExpiredReceipts(site.storage, changes, now)
    return result
  } catch (error) {
    if (isTooLarge(error)) return 'too large'
    throw error
  }
}

export async function versionsOf(
  storage: Storage,
  receipts: readonly number[],
): Promise<Map<number, number>> {
  if (receipts.length === 0) return new Map()
  return new Map((await storage.get('receipt', receipts)).map(({ id, version }) => [id, version]))
}
