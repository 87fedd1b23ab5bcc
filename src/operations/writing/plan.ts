import type { Caller } from '../../access/policy.ts'
import { eventContent, organizerContent, termContent, venueContent } from '../../domain/records/content.ts'
import { isUploaded } from '../../domain/records/media.ts'
import type { RecordOf } from '../../domain/records/records.ts'
import type { RequestContext } from '../../mount/request.ts'
import type { Site } from '../../mount/site.ts'
import type { Change, CommitResult, Conflict, Kind, Sequence, Storage } from '../../storage/contract.ts'
import { isTooLarge } from '../../storage/failures.ts'
import type { Image } from '../../types/index.ts'
import type { LeftSlug } from './former-slugs.ts'

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

export interface Writer {
  readonly site: Site
  readonly caller: Caller
  readonly now: Date
}

/** Of a request. */
export const writerOf = ({
  site,
  caller,
  clock,
}: Pick<RequestContext, 'site' | 'caller' | 'clock'>): Writer => ({ site, caller, now: clock.now() })

/** One attempt of a write: its changes, which are committed together, and the slugs that they take. */
export class Plan {
  readonly changes: Change[] = []
  readonly site: Site
  readonly caller: Caller
  readonly now: Date
  /** From 1 on. */
  readonly attempt: number
  /** By event: the reason for its status that the request gives, also where the status has none. */
  readonly reasons = new Map<number, string>()
  /** Uploaded images that records name anew, and that they name no more. */
  readonly images = { named: new Set<number>(), dropped: new Set<number>() }
  /** Slugs that public records lose, or records that are no longer public. */
  readonly left: LeftSlug[] = []
  /** Set by writes that can leave a part of their changes to later commits. */
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

  /** Plans to store the record over the version that it was read with (0: as new). Returns the record as it will be. */
  put<R extends RecordOf[keyof RecordOf]>(record: R): R {
    this.changes.push(putChange(record))
    return { ...record, version: record.version + 1 }
  }

  /** To call for each record whose image may change. */
  changeImage(from: Image | null, to: Image | null): void {
    if (from?.id === to?.id) return
    if (isUploaded(from)) this.images.dropped.add(from.id)
    if (isUploaded(to)) this.images.named.add(to.id)
  }

  /** Nothing is committed: the write was only to say what it would do. */
  discard(): void {
    this.changes.length = 0
  }

  /** Whether a divisible write must leave a part of its changes to later commits. */
  get isDivided(): boolean {
    return this.#retryState.isTooLarge
  }

  /** Plans that the record gets the slug `taken`. It preferred `preferred`. */
  takeSlug(kind: Kind, id: number, { preferred, taken }: { preferred: string; taken: string }): void {
    this.#slugs.add(`${kind} ${taken}`)
    this.#preferred.set(`${kind} ${id}`, `${kind} ${preferred}`)
  }

  hasTaken(kind: Kind, slug: string): boolean {
    return this.#slugs.has(`${kind} ${slug}`)
  }

  /** How often a record of this write preferred the slug and lost what it chose to another write. */
  timesLost(kind: Kind, preferred: string): number {
    return this.#retryState.slugs.get(`${kind} ${preferred}`) ?? 0
  }

  /**
   * The commit is refused if the document has another version by then. A change of the same document checks that
   * already.
   */
  hold(kind: Kind, id: number, version: number): void {
    if (this.changes.some((change) => change.kind === kind && change.id === id)) return
    this.changes.push({ do: 'check', kind, id, expect: version })
  }

  /** Plans to raise a guard; the commit is refused if another write does so after this attempt began. */
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

const isRecord = (kind: Kind): boolean => !['receipt', 'entry', 'note', 'blob', 'source'].includes(kind)

export function putChange(record: RecordOf[keyof RecordOf]): Change {
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

type Committing = Pick<Site, 'storage' | 'isProvisional' | 'recorder' | 'notices' | 'epoch'>

/** Commits changes of records. `by`: `null` for those that are due as time passes. */
export async function commitChanges(
  { storage, isProvisional, recorder, notices, epoch }: Committing,
  changes: readonly Change[],
  by: Caller,
): Promise<CommitResult> {
  try {
    if (isProvisional) return await storage.commit(changes)
    const isDecided = notices !== undefined && changes.some(({ kind }) => kind === 'suggestion')
    const tell = isDecided ? await (await notices()).watch(storage, changes) : undefined
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

/** The same, of changes that can be made in smaller commits. */
export async function commitIfItFits(
  site: Committing,
  changes: readonly Change[],
  by: Caller,
): Promise<CommitResult | 'too large'> {
  try {
    return await commitChanges(site, changes, by)
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
