import { CommitTooLarge } from '../contract.ts'
import { bytesOf } from './entry-text.ts'
import type { KeyValueLimits, Mutation } from './store.ts'

/** Builds a mutation. `set` with a value overrides a deletion of the same key. */
export class MutationBuilder {
  readonly #checks: (readonly [string, string | undefined])[] = []
  readonly #values = new Map<string, string | undefined>()

  check(key: string, value: string | undefined): void {
    this.#checks.push([key, value])
  }

  /** `undefined` deletes. */
  set(key: string, value: string | undefined): void {
    if (value !== undefined || !this.#values.has(key)) this.#values.set(key, value)
  }

  /** @throws CommitTooLarge if the mutation exceeds a limit of the store. */
  finished(limits: KeyValueLimits = {}): Mutation {
    const sets: (readonly [string, string])[] = []
    const deletes: string[] = []
    for (const [key, value] of this.#values) {
      if (value === undefined) deletes.push(key)
      else sets.push([key, value])
    }
    const { bytesPerValue, mutationsPerCommit, keyBytesPerCommit, bytesPerCommit } = limits
    if (bytesPerValue !== undefined) {
      const long = sets.find(([, value]) => bytesOf(value) > bytesPerValue)
      if (long !== undefined)
        throw new CommitTooLarge(`a document's keys take more than ${bytesPerValue} bytes`)
    }
    if (mutationsPerCommit !== undefined && this.#values.size > mutationsPerCommit) {
      throw new CommitTooLarge(`${this.#values.size} entries at once; the store takes ${mutationsPerCommit}`)
    }
    if (keyBytesPerCommit !== undefined) {
      const keys = [...this.#checks, ...this.#values]
      const bytes = keys.reduce((sum, [key]) => sum + key.length, 0)
      if (bytes > keyBytesPerCommit) {
        throw new CommitTooLarge(`${bytes} bytes of keys at once; the store takes ${keyBytesPerCommit}`)
      }
    }
    if (bytesPerCommit !== undefined) {
      const bytes = [...this.#checks, ...this.#values]
        .flat()
        .reduce((sum, text) => sum + bytesOf(text ?? ''), 0)
      if (bytes > bytesPerCommit) {
        throw new CommitTooLarge(`${bytes} bytes at once; the store takes ${bytesPerCommit}`)
      }
    }
    return { checks: this.#checks, sets, deletes }
  }
}
