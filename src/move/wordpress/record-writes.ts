import { numbered } from '../../core/domain/text/slug.ts'
import type { LeftSlug } from '../../core/mount/site.ts'
import { claimsOf } from '../../core/operations/writing/claim-uid.ts'
import { keepSlugs } from '../../core/operations/writing/former-slugs.ts'
import { putChange } from '../../core/operations/writing/plan.ts'
import { type Change, isTooLarge, type Storage } from '../../storage/contract.ts'
import type { AnyRecord, Brought, ImportState } from './import-state.ts'

/** A record to write, and what to remember of it. */
export interface Arrival {
  readonly id: number
  /** `undefined`: it stays as it is. */
  readonly record: AnyRecord | undefined
  readonly brought: Brought
  /** The slug that it had here while it was public, if it has it no more. */
  readonly left?: LeftSlug | undefined
}

/** Remembered of a record that is gone on the old site and went to the trash here. */
export const GONE = 'gone'

const MOST_NUMBERS = 1000

/** Writes what an import brings, each record with what is remembered of it in one commit. */
export class RecordWrites {
  readonly #storage: Storage
  readonly #state: ImportState
  readonly #onNumbered: (id: number) => void

  /** `onNumbered`: the slug of a record had an owner here. */
  constructor(storage: Storage, state: ImportState, onNumbered: (id: number) => void) {
    this.#storage = storage
    this.#state = state
    this.#onNumbered = onNumbered
  }

  /** Answers `false` if another write was first. */
  async commit(arrivals: readonly Arrival[]): Promise<boolean> {
    if (arrivals.length === 0) return true
    const brought = new Map(arrivals.map(({ id, brought }) => [id, brought]))
    const records = arrivals.flatMap(({ record }) => record ?? [])
    const changes: Change[] = [
      ...(await claimsOf(this.#storage, records)),
      ...(await keepSlugs(
        this.#storage,
        arrivals.flatMap(({ left }) => left ?? []),
      )),
      ...arrivals.flatMap(({ record }) => (record === undefined ? [] : [putChange(record)])),
      ...this.#state.changes(brought),
    ]
    try {
      const { conflict } = await this.#storage.commit(changes)
      if (conflict === 'taken') return this.#commitNumbered(arrivals)
      if (conflict !== null) return false
      await this.#state.refresh([...brought.keys()])
      return true
    } catch (error) {
      if (!isTooLarge(error) || arrivals.length === 1) throw error
      const half = Math.ceil(arrivals.length / 2)
      return (await this.commit(arrivals.slice(0, half))) && (await this.commit(arrivals.slice(half)))
    }
  }

  /** One by one, because some slug has an owner here. */
  async #commitNumbered(arrivals: readonly Arrival[]): Promise<boolean> {
    for (const { id, record, brought, left } of arrivals) {
      for (let number = 1; ; number++) {
        const slug = (of: AnyRecord) => (number === 1 ? of.slug : numbered(of.slug, number))
        const { conflict } = await this.#storage.commit([
          ...(record === undefined ? [] : [putChange({ ...record, slug: slug(record) })]),
          ...(await keepSlugs(this.#storage, left === undefined ? [] : [left])),
          ...this.#state.changes(new Map([[id, brought]])),
        ])
        if (conflict === null) {
          if (number > 1) this.#onNumbered(id)
          break
        }
        if (conflict !== 'taken' || number === MOST_NUMBERS) return false
      }
      await this.#state.refresh([id])
    }
    return true
  }

  /** To the trash; terms are removed. After a conflict it stays: the next import finds it again. */
  async remove(record: AnyRecord): Promise<void> {
    const { kind, id, version } = record
    const isTerm = !('status' in record)
    const change: Change = isTerm
      ? { do: 'remove', kind, id, expect: version }
      : putChange({ ...record, status: 'trash', slug: `${record.slug}__trashed`, own_slug: record.slug })
    const left = isTerm || record.status !== 'publish' ? [] : [{ kind: record.kind, id, slug: record.slug }]
    const after = isTerm ? undefined : { version: version + 1, modified: GONE, edited: false, isAsked: false }
    await this.#storage.commit([
      change,
      ...(await keepSlugs(this.#storage, left)),
      ...this.#state.changes(new Map([[id, after]])),
    ])
    await this.#state.refresh([id])
  }
}
