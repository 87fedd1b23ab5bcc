import { type Storage, StorageUnavailable } from '../../src/storage/contract.ts'
import { wrapped } from '../setup/wrapped-storage.ts'

/** What must be seen by nobody but the host. */
export const SECRET = 'connect ECONNREFUSED db.internal:5432 password=hunter2'

/**
 * - `fail`: throws `StorageUnavailable` in place of the call.
 * - `break`: throws an `Error` in place of the call.
 * - `cut`: carries the call out, and throws `StorageUnavailable`: the answer got lost.
 * - `delay`: the call waits until it is released, and is carried out then.
 */
export type Fault = 'fail' | 'break' | 'cut' | 'delay'
export const FAULTS = ['fail', 'break', 'cut'] as const satisfies readonly Fault[]

export interface FaultyStorage {
  readonly storage: Storage
  /** What was called, in order: the method, and the kinds that it is about. */
  readonly calls: readonly string[]
  /** What was thrown. */
  readonly thrown: readonly Error[]
  /** With which signals `within` was called. */
  readonly signals: readonly AbortSignal[]
  /** Ends the delay, and resolves when all that was called has ended. */
  release(): Promise<void>
}

export interface FaultyOptions {
  readonly fault?: { readonly kind: Fault /** Which call, from 1 up. */; readonly at: number }
  /** Whether it has `within`, so that calls on behalf of a request that is over do not begin. Default: it has. */
  readonly hasWithin?: boolean
}

/** A storage of which one call goes wrong. */
export function faulty(inner: Storage, { fault, hasWithin = true }: FaultyOptions = {}): FaultyStorage {
  const calls: string[] = []
  const thrown: Error[] = []
  const signals: AbortSignal[] = []
  const underWay = new Set<Promise<unknown>>()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })

  function raise(error: Error): never {
    thrown.push(error)
    throw error
  }

  async function carriedOut<T>(kind: Fault, call: () => Promise<T>): Promise<T> {
    switch (kind) {
      case 'fail':
        return raise(new StorageUnavailable(SECRET))
      case 'break':
        return raise(new Error(SECRET))
      case 'cut':
        await call()
        return raise(new StorageUnavailable(SECRET))
      case 'delay':
        await released
        return call()
    }
  }

  const storageFor = (signal?: AbortSignal): Storage => {
    async function run<T>(name: string, call: () => Promise<T>): Promise<T> {
      signal?.throwIfAborted()
      calls.push(name)
      const running = fault?.at === calls.length ? carriedOut(fault.kind, call) : call()
      underWay.add(running)
      try {
        return await running
      } finally {
        underWay.delete(running)
      }
    }
    return {
      ...wrapped(inner, run),
      ...(hasWithin && {
        within: (given: AbortSignal) => {
          signals.push(given)
          return storageFor(given)
        },
      }),
    }
  }

  return {
    storage: storageFor(),
    calls,
    thrown,
    signals,
    async release() {
      release()
      while (underWay.size > 0) {
        await Promise.allSettled(underWay)
        // Who waited for these may now call again.
        await new Promise(setImmediate)
      }
    },
  }
}
