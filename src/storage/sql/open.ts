import type { Storage } from '../contract.ts'
import { hasWords } from '../shared/atoms.ts'
import { OpenState } from '../shared/open-state.ts'
import type { RetryOptions, Wait } from '../shared/retry.ts'
import type { SqlClient } from './client.ts'
import { commit } from './commit.ts'
import { type Database, databaseWithin, openDatabase } from './database.ts'
import { migrate, onTables } from './migrate.ts'
import type { NameOptions } from './names.ts'
import { count, find, get, tally } from './read.ts'
import { openRevision } from './revision.ts'
import { createSearch, FEW_HITS, MANY_HITS } from './search.ts'
import { openSequence } from './sequence.ts'
import { Statistics } from './statistics.ts'

export interface SqlStorageOptions extends NameOptions, RetryOptions {}

export function openSql(client: SqlClient, options: SqlStorageOptions = {}, wait?: Wait): Storage {
  const opened = openDatabase(client, options, wait)
  const statistics = new Statistics(opened)
  const revision = openRevision(opened)
  const sequences = { post: openSequence(opened, 'post'), term: openSequence(opened, 'term') }
  const search = createSearch()
  const state = new OpenState('SQL')

  const storageOn = (database: Database, signal?: AbortSignal): Storage => ({
    async get(kind, ids) {
      state.check(signal)
      return onTables(opened, get(database, kind, ids))
    },
    async find(kind, query) {
      state.check(signal)
      const found = async () => find(database, kind, query, await search(database, kind, query, FEW_HITS))
      return onTables(opened, found())
    },
    async count(kind, filter) {
      state.check(signal)
      const counted = async () =>
        count(database, kind, filter, await search(database, kind, filter, MANY_HITS))
      return onTables(opened, counted())
    },
    async tally(key, filter, values) {
      state.check(signal)
      const tallied = async () => {
        // Without words there is no `await`, so that `Gather` can batch the query with others of this tick.
        const hits = hasWords(filter) ? await search(database, 'event', filter, MANY_HITS) : undefined
        return tally(database, key, filter, hits, values)
      }
      return onTables(opened, tallied())
    },
    async allocate(sequence, amount) {
      state.check(signal)
      return onTables(opened, sequences[sequence].allocate(amount, signal))
    },
    async reserve(sequence, upTo) {
      state.check(signal)
      return onTables(opened, sequences[sequence].reserve(upTo, signal))
    },
    async commit(changes) {
      state.check(signal)
      const result = await onTables(opened, commit(database, changes))
      if (result.conflict === null) await statistics.follow(changes)
      return result
    },
    async revision(request) {
      state.check(signal)
      return client.revision === undefined
        ? onTables(opened, revision.get(signal ?? request?.signal))
        : opened.client.revision()
    },
    async migrate() {
      state.check(signal)
      await migrate(database)
    },
    async close() {
      state.close()
    },
    within(signal) {
      return storageOn(databaseWithin(database, signal), signal)
    },
  })
  return storageOn(opened)
}
