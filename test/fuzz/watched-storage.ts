import { createHash } from 'node:crypto'
import type { Change, Document, Kind, Storage } from 'kalends/storage/contract'
import { KINDS } from '../../src/storage/shared/keys.ts'
import { methodsOf } from '../setup/wrapped-storage.ts'

/**
 * A storage that always knows a hash of everything in it. The hash follows the commits that were acknowledged, so
 * that it costs as much as what is written; `verify` reads everything, and so tells whether something was changed in
 * another way, or the following was wrong.
 */
export interface WatchedStorage {
  readonly storage: Storage
  /** Of all documents: kind, ID, version, keys, text, data. */
  readonly hash: () => string
  /** What is wrong with the hash, or undefined. Afterwards it is that of what is there. */
  readonly verify: () => Promise<string | undefined>
  /** Commits that were acknowledged. */
  readonly commits: () => number
}

export function watchStorage(inner: Storage): WatchedStorage {
  const total = new Total()
  let commits = 0
  return {
    storage: {
      ...methodsOf(inner),
      commit: async (changes) => {
        const result = await inner.commit(changes)
        if (result.conflict === null && changes.length > 0) {
          commits++
          for (const change of changes) total.follow(change)
        }
        return result
      },
    },
    hash: () => total.hash(),
    commits: () => commits,
    verify: async () => {
      const followed = total.hash()
      total.clear()
      for (const kind of KINDS) {
        const found = await inner.find(kind, { order: 'id', limit: Number.MAX_SAFE_INTEGER })
        for (const document of found) total.put(kind, document)
      }
      return total.hash() === followed ? undefined : 'the storage holds something else than was committed'
    },
  }
}

/** The sum of the documents' hashes, which does not depend on their order. */
class Total {
  readonly #hashes = new Map<string, bigint>()
  #sum = 0n

  put(kind: Kind, document: Document): void {
    const { id, version, keys, text, data } = document
    // Keys by name: a storage may give them back in another order than it got them.
    const entries = Object.entries(keys).sort(([a], [b]) => (a < b ? -1 : 1))
    const content = JSON.stringify([kind, id, version, entries, text, data])
    this.#set(`${kind} ${id}`, BigInt(`0x${createHash('sha1').update(content).digest('hex')}`))
  }

  follow(change: Change): void {
    if (change.do === 'put')
      this.put(change.kind, { id: change.id, version: change.expect + 1, ...change.content })
    if (change.do === 'remove') this.#set(`${change.kind} ${change.id}`, 0n)
  }

  clear(): void {
    this.#hashes.clear()
    this.#sum = 0n
  }

  hash(): string {
    return this.#sum.toString(16)
  }

  #set(key: string, hash: bigint): void {
    this.#sum += hash - (this.#hashes.get(key) ?? 0n)
    this.#hashes.set(key, hash)
  }
}
