import { isObject } from '../../core/domain/json.ts'
import { isNumber } from '../../core/fields/row.ts'
import { putNote, readNote } from '../../core/operations/journal/extras.ts'
import type { Sequence, Storage } from '../../storage/contract.ts'
import type { IdRange } from './import-report.ts'

/*
 * The old site goes on creating records until the switch, and so may this calendar. So the first import leaves the old
 * site a room of IDs, and remembers where it ends. Later imports only reserve what the old site has reached.
 */

const SEQUENCES = ['post', 'term'] as const satisfies Sequence[]
const ROOM = 1_000_000
/** The room ends at a multiple of this, so that people see which side an ID is from. */
const STEP = 100_000
/** With fewer IDs left, the report warns. */
const NEAR = 100_000

type Boundaries = Readonly<Record<Sequence, number>>

const isBoundaries = (value: unknown): value is Boundaries =>
  isObject(value) && isNumber(value.post) && isNumber(value.term)

const boundaryAbove = (id: number): number => Math.ceil((id + 1 + ROOM) / STEP) * STEP

export class IdRoom {
  readonly #storage: Storage
  readonly #note: string
  /** What an earlier import has written down. */
  #kept: Boundaries | undefined
  readonly #reached = { post: 0, term: 0 }
  readonly #reserved = { post: 0, term: 0 }

  private constructor(storage: Storage, site: string) {
    this.#storage = storage
    this.#note = `import ${site} ids`
  }

  static async open(storage: Storage, site: string): Promise<IdRoom> {
    const room = new IdRoom(storage, site)
    await room.#read()
    return room
  }

  async #read(): Promise<void> {
    this.#kept = (await readNote(this.#storage, this.#note, isBoundaries)).value
  }

  /** Before records with these IDs are written: nothing new gets one of them, or one in the room above. */
  async reach(sequence: Sequence, ids: readonly number[]): Promise<void> {
    for (const id of ids) this.#reached[sequence] = Math.max(this.#reached[sequence], id)
    const reached = this.#reached[sequence]
    const upTo = this.#kept === undefined ? boundaryAbove(reached) - 1 : reached
    if (upTo <= this.#reserved[sequence]) return
    await this.#storage.reserve(sequence, upTo)
    this.#reserved[sequence] = upTo
  }

  /** At the end of an import. The first one writes down what it left. */
  async settle(): Promise<Readonly<Record<Sequence, IdRange>>> {
    for (const sequence of SEQUENCES) await this.reach(sequence, [])
    const own = { post: boundaryAbove(this.#reached.post), term: boundaryAbove(this.#reached.term) }
    if (this.#kept === undefined) {
      const { conflict } = await this.#storage.commit([putNote(this.#note, 0, own)])
      // Another first import of the same site was faster.
      if (conflict !== null) await this.#read()
    }
    const boundaries = this.#kept ?? own
    return { post: this.#rangeOf('post', boundaries), term: this.#rangeOf('term', boundaries) }
  }

  #rangeOf(sequence: Sequence, boundaries: Boundaries): IdRange {
    const [reached, boundary] = [this.#reached[sequence], boundaries[sequence]]
    return { reached, boundary, isNear: reached >= boundary - NEAR }
  }
}
