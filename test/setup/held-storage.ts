import type { Kind, Storage } from '../../src/storage/contract.ts'
import { methodsOf } from './wrapped-storage.ts'

/*
 * Interleavings by decision instead of by chance: a request waits at a step of its own while others go on.
 */

export interface HeldStorage {
  /** The same storage, for the request that waits. */
  readonly storage: Storage
  /** Once the request has come to the step. */
  readonly arrived: Promise<void>
  /** Lets the request go on. */
  readonly release: () => void
}

/** Holds the first request that has looked for a record of the kind by its name, before it sees what was found. */
export const heldAfterLookingForName = (storage: Storage, kind: Kind): HeldStorage =>
  held(storage, (hold) => ({
    find: async (asked, query) => {
      const found = await storage.find(asked, query)
      if (asked === kind && (query.where ?? []).some(({ key }) => key === 'name')) await hold()
      return found
    },
  }))

/** Holds the first request that has decided what to write, before it commits. */
export const heldBeforeCommit = (storage: Storage): HeldStorage =>
  held(storage, (hold) => ({
    commit: async (changes) => {
      await hold()
      return storage.commit(changes)
    },
  }))

function held(storage: Storage, step: (hold: () => Promise<void>) => Partial<Storage>): HeldStorage {
  let arrive = () => {}
  let release = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const hold = () => {
    arrive()
    return released
  }
  return { storage: { ...methodsOf(storage), ...step(hold) }, arrived, release }
}
