import { sha256 } from '../core/domain/sha256.ts'
import { Calendar } from '../storage/key-value/calendar.ts'
import { END, Keyspace } from '../storage/key-value/keyspace.ts'
import type { OrderedKeyValue } from '../storage/key-value/store.ts'
import type { CredentialStores } from './credential-stores.ts'
import { passwordIn, tokenIn } from './stored-credentials.ts'

export type { CredentialStores } from './credential-stores.ts'

export interface KeyValueCredentialsOptions {
  /**
   * The first part of all keys. Use different names for several calendars or credentials in one store. 1 to 64
   * characters; each UTF-8 byte of characters other than `A-Za-z0-9_-` counts as three. Default `credentials`.
   */
  name?: string | undefined
}

/*
 * Keys begin with the name and `/`. Then follows:
 *
 * layout            the version of the stored format
 * p/ID              a password
 * u/USER/ID         the ID of a password of a user; USER is a hash
 * t/HASH            a token
 * i/ID              the hash of the token with this ID
 */
const LAYOUT = 'credentials 1'

/** IDs that are allowed in a key. All our IDs are. */
const ID = /^[\w-]{1,64}$/

/** 128 bits of a hash. */
const USER_HASH_LENGTH = 32

/**
 * Passwords and tokens in an ordered key-value store: Redis, LMDB, Deno KV, a Durable Object, memory, and every other
 * store with an adapter. Calls throw `StorageUnavailable` while the store is unavailable. Clients get 503.
 *
 * @throws TypeError for an invalid option.
 *
 * @example
 * ```ts
 * import { keyValueCredentials } from 'kalends/auth/key-value'
 *
 * const credentials = keyValueCredentials(store, { name: 'town-credentials' })
 * ```
 */
export function keyValueCredentials(
  kv: OrderedKeyValue,
  options: KeyValueCredentialsOptions = {},
): CredentialStores {
  const keys = new Keyspace(options.name ?? 'credentials', 'name')
  const store = new Calendar(kv, keys)
  const keyOf = (kind: 'p' | 't' | 'i', id: string): string => {
    if (!ID.test(id)) throw new TypeError(`'${id}' is not an ID or a hash of ours`)
    return `${keys.start}${kind}/${id}`
  }
  const ofUser = (user: string): string => `${keys.start}u/${sha256(user).slice(0, USER_HASH_LENGTH)}/`

  async function valueAt(kind: 'p' | 't' | 'i', id: string): Promise<string | undefined> {
    return ID.test(id) ? (await store.get([keyOf(kind, id)]))[0] : undefined
  }

  async function removePassword(id: string): Promise<void> {
    for (;;) {
      const value = await valueAt('p', id)
      if (value === undefined) return
      const key = keyOf('p', id)
      const { user } = passwordIn(value)
      const deletes = [key, ofUser(user) + id]
      // The commit fails if another request has changed the record in the meantime.
      if (await kv.commit({ checks: [[key, value]], sets: [], deletes })) return
    }
  }

  return {
    passwords: {
      get: async (id) => {
        const value = await valueAt('p', id)
        return value === undefined ? undefined : passwordIn(value)
      },
      put: (record) => {
        const { id, user } = record
        const sets = [[keyOf('p', id), JSON.stringify(record)] as const, [ofUser(user) + id, id] as const]
        return kv.commit({ checks: [], sets, deletes: [] })
      },
      remove: removePassword,
      list: async (user) => {
        const entries = await store.all(ofUser(user), ofUser(user) + END)
        const values = await store.get(entries.map(([, id]) => keyOf('p', id)))
        // A record may have been removed between the two reads.
        const records = values.flatMap((value) => (value === undefined ? [] : passwordIn(value)))
        return records.filter((record) => record.user === user)
      },
    },
    tokens: {
      get: async (hash) => {
        const value = await valueAt('t', hash)
        return value === undefined ? undefined : tokenIn(value)
      },
      put: (record) => {
        const { id, hash } = record
        const sets = [[keyOf('t', hash), JSON.stringify(record)] as const, [keyOf('i', id), hash] as const]
        return kv.commit({ checks: [], sets, deletes: [] })
      },
      remove: async (id) => {
        const hash = await valueAt('i', id)
        if (hash === undefined) return
        await kv.commit({ checks: [], sets: [], deletes: [keyOf('t', hash), keyOf('i', id)] })
      },
    },
    async migrate() {
      const { layout } = keys
      if (await kv.commit({ checks: [[layout, undefined]], sets: [[layout, LAYOUT]], deletes: [] })) return
      const [found] = await store.get([layout])
      if (found !== LAYOUT) throw new Error(`name: the store has something else there, of layout '${found}'`)
    },
  }
}
