import { sha256 } from '../../core/domain/digest.ts'
import { isObject } from '../../core/domain/json.ts'
import { putNote, readNote, type Storage } from '../../core/door.ts'

/*
 * Where the import of a file has stopped, so that the same request goes on there. The last one counts: who sends another
 * file in between begins at its start again, and finds there what it has brought.
 */

const NAME = '.import'

/** Milliseconds. Who comes back later may mean all of the file. */
const LIFETIME = 3_600_000

export class Place {
  readonly from: number
  readonly #storage: Storage
  readonly #file: string
  readonly #now: Date
  readonly #version: number

  private constructor(storage: Storage, file: string, now: Date, version: number, from: number) {
    this.#storage = storage
    this.#file = file
    this.#now = now
    this.#version = version
    this.from = from
  }

  static async of(storage: Storage, text: string, now: Date): Promise<Place> {
    const file = await sha256(text)
    const { version, value } = await readNote(storage, NAME, isObject)
    const isHere = value?.file === file && Math.abs(now.getTime() - Number(value.time)) < LIFETIME
    return new Place(storage, file, now, version, isHere ? Number(value.from) : 0)
  }

  /** `undefined`: it is at the end. */
  async remember(from: number | undefined): Promise<void> {
    if (from === undefined && this.from === 0) return
    const data = { file: this.#file, from: from ?? 0, time: this.#now.getTime() }
    // If another import was first, its place counts.
    await this.#storage.commit([putNote(NAME, this.#version, data)])
  }
}
