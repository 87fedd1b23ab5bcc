import type { Change, Storage } from '../../src/storage/contract.ts'

/** Runs one call of a storage. The name says the method and what it is about: `get event`, `commit event+venue`. */
export type Around = <T>(name: string, call: () => Promise<T>) => Promise<T>

/** A storage whose reads, commits and allocations pass through a function. */
export const wrapped = (storage: Storage, around: Around): Storage => ({
  get: (kind, ids) => around(`get ${kind}`, () => storage.get(kind, ids)),
  find: (kind, query) => around(`find ${kind}`, () => storage.find(kind, query)),
  count: (kind, filter) => around(`count ${kind}`, () => storage.count(kind, filter)),
  tally: (key, filter, values) => around(`tally ${key}`, () => storage.tally(key, filter, values)),
  allocate: (sequence, count) => around(`allocate ${sequence}`, () => storage.allocate(sequence, count)),
  reserve: (sequence, upTo) => around(`reserve ${sequence}`, () => storage.reserve(sequence, upTo)),
  commit: (changes) => around(`commit ${kindsOf(changes)}`, () => storage.commit(changes)),
  migrate: () => storage.migrate(),
  close: () => storage.close(),
})

const kindsOf = (changes: readonly Change[]): string => changes.map(({ kind }) => kind).join('+')

/** A plain object, whose methods can be replaced: a storage may be a class. */
export const methodsOf = (storage: Storage): Storage => wrapped(storage, (_name, call) => call())
