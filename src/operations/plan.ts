import type { Caller } from '../access/policy.ts'
import { eventContent, organizerContent, termContent, venueContent } from '../domain/content.ts'
import type { RecordOf } from '../domain/records.ts'
import { ApiError } from '../errors.ts'
import type { Site } from '../site.ts'
import type { Change, Sequence } from '../storage/contract.ts'

/** How often a write that lost a race is decided anew before the caller is told to come back. */
const MOST_ATTEMPTS = 12

/** Another request with the same `Idempotency-Key` came first. */
export class AnsweredMeanwhile extends Error {}

/**
 * One write being decided: the changes that will be committed together, and the slugs that they claim among
 * themselves.
 */
export class Plan {
  readonly changes: Change[] = []
  readonly site: Site
  readonly caller: Caller
  readonly now: Date
  /** How often this write found what it claims taken by another that came first. */
  readonly lost: number
  readonly #claimed = new Set<string>()

  constructor(site: Site, caller: Caller, now: Date, lost: number) {
    this.site = site
    this.caller = caller
    this.now = now
    this.lost = lost
  }

  async freshId(sequence: Sequence): Promise<number> {
    const [id] = await this.site.storage.allocate(sequence, 1)
    if (id === undefined) throw new TypeError('the storage allocated no ID')
    return id
  }

  /** Plans to store the record over the version that it was read with (0: as new), and answers it as it will be. */
  put<R extends RecordOf[keyof RecordOf]>(record: R): R {
    this.changes.push(putChange(record))
    return { ...record, version: record.version + 1 }
  }

  claim(kind: string, slug: string): void {
    this.#claimed.add(`${kind} ${slug}`)
  }

  hasClaimed(kind: string, slug: string): boolean {
    return this.#claimed.has(`${kind} ${slug}`)
  }
}

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

/**
 * Decides a write and commits it as one. Where another write came first, everything is read and decided anew, so
 * that what `decide` found is still so when its changes take effect.
 */
export async function commit<T>(
  { site, caller, now }: { site: Site; caller: Caller; now: Date },
  decide: (plan: Plan) => Promise<T>,
): Promise<T> {
  let lost = 0
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const plan = new Plan(site, caller, now, lost)
    const result = await decide(plan)
    if (plan.changes.length === 0) return result
    const outcome = await site.storage.commit(plan.changes)
    if (outcome.conflict === null) return result
    if (outcome.kind === 'receipt') throw new AnsweredMeanwhile()
    if (outcome.conflict === 'taken') lost++
  }
  throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
}
