import { isUnavailable, type Storage } from '../contract.ts'
import { hasWords } from '../shared/atoms.ts'
import { OpenState } from '../shared/open-state.ts'
import type { RetryOptions, Wait } from '../shared/retry.ts'
import { untilAborted } from '../shared/until-aborted.ts'
import type { SqlClient } from './client.ts'
import { commit } from './commit.ts'
import { type Database, databaseWithin, openDatabase } from './database.ts'
import { checkTables, migrate } from './migrate.ts'
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
  /** Whether the tables are known to be of this version. They stay so while this process runs. */
  let isReady = false
  let checking: Promise<void> | undefined

  /** Requests of the first moment share one check. */
  function check(): Promise<void> {
    checking ??= checkTables(opened)
      .then(() => {
        isReady = true
      })
      .finally(() => {
        checking = undefined
      })
    return checking
  }

  /**
   * Tables of another version could answer some calls, and would miss what this version writes beside a document. After
   * the check there is no `await`, so that `Gather` can batch the query with others of this tick.
   */
  function onTables<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    return isReady ? work() : untilAborted(signal, check).then(work)
  }

  const storageOn = (database: Database, signal?: AbortSignal): Storage => ({
    async get(kind, ids) {
      state.check(signal)
      return onTables(signal, () => get(database, kind, ids))
    },
    async find(kind, query) {
      state.check(signal)
      return onTables(signal, async () =>
        find(database, kind, query, await search(database, kind, query, FEW_HITS)),
      )
    },
    async count(kind, filter) {
      state.check(signal)
      return onTables(signal, async () =>
        count(database, kind, filter, await search(database, kind, filter, MANY_HITS)),
      )
    },
    async tally(key, filter, values) {
      state.check(signal)
      return onTables(signal, async () => {
        // Without words there is no `await`, so that `Gather` can batch the query with others of this tick.
        const hits = hasWords(filter) ? await search(database, 'event', filter, MANY_HITS) : undefined
        return tally(database, key, filter, hits, values)
      })
    },
    async allocate(sequence, amount) {
      state.check(signal)
      return onTables(signal, () => sequences[sequence].allocate(amount, signal))
    },
    async reserve(sequence, upTo) {
      state.check(signal)
      return onTables(signal, () => sequences[sequence].reserve(upTo, signal))
    },
    async commit(changes) {
      state.check(signal)
      const result = await onTables(signal, () => commit(database, changes))
      if (result.conflict === null) await statistics.follow(changes)
      return result
    },
    async revision(request) {
      state.check(signal)
      const name =
        client.revision === undefined ? revision.get(signal ?? request?.signal) : opened.client.revision()
      // A revision alone answers nothing, so it needs the check only to say why there is none.
      return name.catch(async (error: unknown) => {
        if (!isReady && !isUnavailable(error) && !signal?.aborted) await check()
        throw error
      })
    },
    async migrate() {
      state.check(signal)
      await migrate(database)
      isReady = true
    },
    async check() {
      state.check(signal)
      await onTables(signal, async () => {})
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
