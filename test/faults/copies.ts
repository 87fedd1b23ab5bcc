import { memoryStorage } from 'kalends/storage/memory'
import { expect } from 'vitest'
import type { Change, Content, Kind, Storage } from '../../src/storage/contract.ts'
import { KINDS } from '../../src/storage/shared/keys.ts'

/*
 * The documents of a calendar: to begin with the same ones again and again, and to tell a half state from a whole one.
 */

const SEQUENCES = ['post', 'term'] as const

/** Each document by its kind and ID, as text. */
export type State = ReadonlyMap<string, string>

export async function stateOf(storage: Storage): Promise<State> {
  const lists = await Promise.all(
    KINDS.map(async (kind) => {
      const documents = await storage.find(kind, { order: 'id', limit: Number.MAX_SAFE_INTEGER })
      return documents.map((one) => [`${kind} ${one.id}`, JSON.stringify(one)] as const)
    }),
  )
  return new Map(lists.flat())
}

/** What opens storages with the documents, versions and sequences of this one, which counts IDs on meanwhile. */
export async function copierOf(storage: Storage): Promise<() => Promise<Storage>> {
  const rounds: Change[][] = []
  const put = async <K extends Kind>(kind: K, changeOf: (document: Named<K>, expect: number) => Change) => {
    for (const { id, version, keys, text, data } of await storage.get(kind, await idsOf(storage, kind))) {
      for (let expect = 0; expect < version; expect++) {
        rounds[expect] ??= []
        rounds[expect]?.push(changeOf({ id, content: { keys, text, data } }, expect))
      }
    }
  }
  await put('event', ({ id, content }, expect) => ({ do: 'put', kind: 'event', id, expect, content }))
  await put('venue', ({ id, content }, expect) => ({ do: 'put', kind: 'venue', id, expect, content }))
  await put('organizer', ({ id, content }, expect) => ({ do: 'put', kind: 'organizer', id, expect, content }))
  await put('category', ({ id, content }, expect) => ({ do: 'put', kind: 'category', id, expect, content }))
  await put('tag', ({ id, content }, expect) => ({ do: 'put', kind: 'tag', id, expect, content }))
  await put('receipt', ({ id, content }, expect) => ({ do: 'put', kind: 'receipt', id, expect, content }))
  await put('entry', ({ id, content }, expect) => ({ do: 'put', kind: 'entry', id, expect, content }))
  await put('extra', ({ id, content }, expect) => ({ do: 'put', kind: 'extra', id, expect, content }))
  const lasts = await Promise.all(SEQUENCES.map((sequence) => storage.allocate(sequence, 1)))
  return async () => {
    const copy = memoryStorage()
    for (const changes of rounds) expect(await copy.commit(changes)).toEqual({ conflict: null })
    for (const [index, sequence] of SEQUENCES.entries()) {
      await copy.allocate(sequence, lasts[index]?.[0] ?? 1)
    }
    return copy
  }
}

interface Named<K extends Kind> {
  readonly id: number
  readonly content: Content<K>
}

const idsOf = async (storage: Storage, kind: Kind): Promise<number[]> =>
  (await storage.find(kind, { order: 'id', limit: Number.MAX_SAFE_INTEGER })).map(({ id }) => id)

/** `before` and `after` where all is as it was, or all is done; `between` where each document by itself is one or the other. */
export function placeOf(
  state: State,
  before: State,
  after: State,
): 'before' | 'after' | 'between' | 'elsewhere' {
  const isAs = (other: State) =>
    state.size === other.size && [...state].every(([name, text]) => other.get(name) === text)
  if (isAs(before)) return 'before'
  if (isAs(after)) return 'after'
  const names = new Set([...state.keys(), ...before.keys(), ...after.keys()])
  const isOneOrTheOther = [...names].every((name) =>
    [before.get(name), after.get(name)].includes(state.get(name)),
  )
  return isOneOrTheOther ? 'between' : 'elsewhere'
}
