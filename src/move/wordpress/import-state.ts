import { isObject, parseOwn } from '../../core/domain/json.ts'
import type { RecordOf } from '../../core/domain/records/records.ts'
import { putNote, readNotes } from '../../core/operations/journal/extras.ts'
import type { Change, Storage } from '../../storage/contract.ts'

/*
 * What an import remembers: which records it brought, and as which version. So a later import knows what changed on
 * either side, and what is gone there. It is kept in notes, written in the same commit as the records, so an import
 * that is cut off goes on where it was.
 */

export type RecordKind = keyof RecordOf
export type AnyRecord = RecordOf[RecordKind]

export interface Brought {
  /** The version that the import wrote. */
  readonly version: number
  /** `modified_utc` on the old site; '' for terms. */
  readonly modified: string
  /** Whether its texts came as they were written, with credentials. */
  readonly edited: boolean
  /** Whether the site was asked if the event takes place, which its lists do not say. Imports before 0.8 did not ask. */
  readonly isAsked: boolean
}

/** Records of one note, so that it stays small. */
const IN_ONE = 500
/** Documents that are looked at together. */
const IDS_PER_FIND = 1000

type Stored = Record<string, readonly [version: number, modified: string, edited: 0 | 1, isAsked?: 0 | 1]>

const isStored = (value: unknown): value is Stored =>
  isObject(value) && Object.values(value).every(Array.isArray)

export class ImportState {
  readonly #storage: Storage
  readonly #site: string
  readonly #kind: RecordKind
  readonly #parts = new Map<number, { version: number; entries: Map<number, Brought> }>()

  private constructor(storage: Storage, site: string, kind: RecordKind) {
    this.#storage = storage
    this.#site = site
    this.#kind = kind
  }

  static async open(storage: Storage, site: string, kind: RecordKind): Promise<ImportState> {
    const state = new ImportState(storage, site, kind)
    for (let after = 0; ; ) {
      const where = [{ key: 'id', gt: after }] as const
      const found = await storage.find(kind, { where, order: 'id', limit: IDS_PER_FIND, keysOnly: true })
      const parts = new Set(found.map(({ id }) => partOf(id)))
      await state.#read([...parts])
      if (found.length < IDS_PER_FIND) return state
      after = found.at(-1)?.id ?? after
    }
  }

  /** Reads parts again, after a commit that lost a race. */
  async refresh(ids: readonly number[]): Promise<void> {
    await this.#read([...new Set(ids.map(partOf))])
  }

  async #read(numbers: readonly number[]): Promise<void> {
    for (const number of numbers) this.#parts.delete(number)
    const byName = new Map(numbers.map((number) => [this.#nameOf(number), number]))
    for (const [name, { version, data }] of await readNotes(this.#storage, [...byName.keys()])) {
      const stored = parseOwn(data, isStored, `the note '${name}'`)
      const entries = Object.entries(stored).map(
        ([id, [version, modified, edited, isAsked]]) =>
          [Number(id), { version, modified, edited: edited === 1, isAsked: isAsked === 1 }] as const,
      )
      this.#parts.set(byName.get(name) ?? 0, { version, entries: new Map(entries) })
    }
  }

  #nameOf(part: number): string {
    return `import ${this.#site} ${this.#kind} ${part}`
  }

  of(id: number): Brought | undefined {
    return this.#parts.get(partOf(id))?.entries.get(id)
  }

  ids(): number[] {
    return [...this.#parts.values()].flatMap(({ entries }) => [...entries.keys()])
  }

  /** The changes that remember these records; `undefined` forgets one. */
  changes(brought: ReadonlyMap<number, Brought | undefined>): Change[] {
    return [...new Set([...brought.keys()].map(partOf))].map((part) => {
      const { version: expect, entries } = this.#parts.get(part) ?? {
        version: 0,
        entries: new Map<number, Brought>(),
      }
      const next = new Map(entries)
      for (const [id, one] of brought) {
        if (partOf(id) !== part) continue
        if (one === undefined) next.delete(id)
        else next.set(id, one)
      }
      const data = [...next].map(([id, { version, modified, edited, isAsked }]) => [
        id,
        [version, modified, edited ? 1 : 0, ...(isAsked ? [1] : [])],
      ])
      return putNote(this.#nameOf(part), expect, Object.fromEntries(data))
    })
  }
}

const partOf = (id: number): number => Math.floor(id / IN_ONE)
