import { StorageUnavailable } from '../contract.ts'

/** Tracks whether a storage is closed. */
export class OpenState {
  readonly #name: string
  #isClosed = false

  /** `name`: the storage's name for messages. */
  constructor(name: string) {
    this.#name = name
  }

  close(): void {
    this.#isClosed = true
  }

  /** @throws StorageUnavailable after `close`, or the signal's reason after an abort. */
  check(signal?: AbortSignal): void {
    if (this.#isClosed) throw new StorageUnavailable(`the ${this.#name} storage is closed`)
    signal?.throwIfAborted()
  }
}
