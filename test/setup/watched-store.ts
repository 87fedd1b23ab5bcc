import type { Entry, KeyRange, KeyValueLimits, Mutation, OrderedKeyValue } from 'kalends/storage/key-value'

/** What a storage asked of a store, call by call. */
export interface Asked {
  readonly gets: (readonly string[])[]
  readonly ranges: { readonly range: KeyRange; readonly found: readonly Entry[] }[]
  readonly commits: Mutation[]
}

export interface Interference {
  /** Runs before each call of this name; may reject in place of it. */
  readonly get?: () => Promise<void>
  readonly range?: () => Promise<void>
  /** `false`: as if a check did not hold. */
  readonly commit?: (mutation: Mutation) => Promise<boolean>
  readonly limits?: KeyValueLimits
}

/** A store that remembers what it is asked, and lets a test come between. */
export function watched(
  store: OrderedKeyValue,
  interference: Interference = {},
): OrderedKeyValue & { readonly asked: Asked; forget(): void } {
  const asked: Asked = { gets: [], ranges: [], commits: [] }
  return {
    asked,
    forget() {
      for (const calls of Object.values(asked)) calls.length = 0
    },
    ...(interference.limits === undefined ? {} : { limits: interference.limits }),
    ...(store.seal === undefined ? {} : { seal: store.seal }),
    async get(keys) {
      await interference.get?.()
      asked.gets.push(keys)
      return store.get(keys)
    },
    async range(range) {
      await interference.range?.()
      const found = await store.range(range)
      asked.ranges.push({ range, found })
      return found
    },
    async commit(mutation) {
      if ((await interference.commit?.(mutation)) === false) return false
      asked.commits.push(mutation)
      return store.commit(mutation)
    },
  }
}

/** All keys that were named or given. */
export const keysIn = ({ gets, ranges, commits }: Asked): string[] => [
  ...gets.flat(),
  ...ranges.flatMap(({ range, found }) => [range.start, range.end, ...found.map(([key]) => key)]),
  ...commits.flatMap(({ checks, sets, deletes }) => [
    ...checks.map(([key]) => key),
    ...sets.map(([key]) => key),
    ...deletes,
  ]),
]
