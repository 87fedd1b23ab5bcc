import { isObject, parseOwn } from '../../core/domain/json.ts'
import { type Change, putNote, readNotes, type Storage } from '../../core/door.ts'

/*
 * What imports of files remember: the event of each UID, and what the file said. It is kept in notes, so a repeated
 * file changes nothing, whoever imports it.
 */

export interface Remembered {
  readonly id: number
  /** The version that the import wrote. */
  readonly version: number
  /** A hash of what the file said; 0 if the event is gone from the file, and was moved to the trash for that. */
  readonly mark: number
  /** A hash of the source that brought it; 0 if nothing named it. */
  readonly source: number
}

/** Entries of one note, so that it stays small. */
const IN_ONE = 300
const NOTES_PER_GET = 16
const MOST_ATTEMPTS = 8

interface Part {
  version: number
  readonly entries: Map<string, Remembered>
}

type Stored = Readonly<Record<string, readonly [id: number, version: number, mark: number, source: number]>>

const isStored = (value: unknown): value is Stored =>
  isObject(value) && Object.values(value).every(Array.isArray)

const nameOf = (part: number): string => `import files ${part}`

export class FileState {
  readonly #storage: Storage
  readonly #parts: Part[] = []
  readonly #places = new Map<string, number>()
  readonly #changed = new Map<string, Remembered>()

  private constructor(storage: Storage) {
    this.#storage = storage
  }

  static async open(storage: Storage): Promise<FileState> {
    const state = new FileState(storage)
    await state.#read()
    return state
  }

  async #read(): Promise<void> {
    this.#parts.length = 0
    this.#places.clear()
    for (let found = NOTES_PER_GET; found === NOTES_PER_GET; ) {
      const first = this.#parts.length
      const numbers = new Map(
        Array.from({ length: NOTES_PER_GET }, (_, at) => [nameOf(first + at), first + at]),
      )
      const notes = await readNotes(this.#storage, [...numbers.keys()])
      found = notes.size
      for (const [name, { version, data }] of notes) {
        const number = numbers.get(name) ?? 0
        const stored = parseOwn(data, isStored, `the note '${name}'`)
        const entries = Object.entries(stored).map(
          ([key, [id, version, mark, source]]): [string, Remembered] => [key, { id, version, mark, source }],
        )
        this.#parts[number] = { version, entries: new Map(entries) }
        for (const [key] of entries) this.#places.set(key, number)
      }
    }
  }

  of(key: string): Remembered | undefined {
    const place = this.#places.get(key)
    return this.#changed.get(key) ?? (place === undefined ? undefined : this.#parts[place]?.entries.get(key))
  }

  /** All that a source brought. */
  *broughtBy(source: number): Generator<readonly [key: string, entry: Remembered]> {
    for (const { entries } of this.#parts) {
      for (const [key, entry] of entries) if (entry.source === source) yield [key, entry]
    }
  }

  /** Remembered with the next `save`. */
  set(key: string, entry: Remembered): void {
    this.#changed.set(key, entry)
  }

  async save(): Promise<void> {
    for (let attempt = 1; this.#changed.size > 0; attempt++) {
      if (await this.#commit()) this.#changed.clear()
      else if (attempt === MOST_ATTEMPTS) throw new Error('other imports keep writing')
      else await this.#read()
    }
  }

  /** Answers `false` if another import was first. */
  async #commit(): Promise<boolean> {
    const touched = new Set<number>()
    for (const [key, entry] of this.#changed) {
      const number = this.#places.get(key) ?? this.#roomIn(this.#parts.length - 1)
      const part = this.#parts[number] ?? { version: 0, entries: new Map() }
      this.#parts[number] = part
      part.entries.set(key, entry)
      this.#places.set(key, number)
      touched.add(number)
    }
    // One by one: together they may be too large for one commit.
    for (const number of touched) {
      const part = this.#parts[number]
      if (part === undefined) continue
      const { conflict } = await this.#storage.commit([changeOf(number, part)])
      if (conflict !== null) return false
      part.version++
    }
    return true
  }

  /** The last part, or a new one. */
  #roomIn(last: number): number {
    const size = this.#parts[last]?.entries.size ?? IN_ONE
    return size < IN_ONE ? last : last + 1
  }
}

function changeOf(number: number, { version: expect, entries }: Part): Change {
  const stored = [...entries].map(([key, { id, version, mark, source }]) => [
    key,
    [id, version, mark, source],
  ])
  return putNote(nameOf(number), expect, Object.fromEntries(stored))
}
