import { claimOf } from '../claim.ts'
import { type Change, type CommitResult, type Conflict, StorageUnavailable } from '../contract.ts'
import type { SqlRow } from './client.ts'
import { oneOf } from './conditions.ts'
import type { Database } from './database.ts'
import { integer } from './rows.ts'
import { hasClaims, KINDS } from './tables.ts'
import { nameOf, type Rows, statementsOf } from './writes.ts'

/*
 * One batch, which every database and client can do: no transaction waits for this process to decide.
 *
 * 1. Read what is there of the documents that shall be there, to know what the commit changes for links and counters.
 * 2. In one batch: hold these rows, trip over `expectation` unless all of them still have the expected versions,
 *    write. New documents trip over the primary key, slugs over their unique index.
 * 3. If the batch was refused, look for the reason and report it. If there is none by now, begin anew.
 */

/** Each time another commit came between, so there is progress; a bound all the same. */
const MOST_ATTEMPTS = 25

export async function commit(database: Database, changes: readonly Change[]): Promise<CommitResult> {
  mustBeDistinct(changes)
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const there = await readExpected(database, changes)
    const early = versionConflict(changes, there, ({ expect }) => expect > 0) ?? doubleClaim(changes)
    if (early !== undefined) return early
    try {
      const statements = statementsOf(database, changes, there)
      if (statements.length > 0) await database.client.batch(statements)
      return { conflict: null }
    } catch (error) {
      if (database.client.troubleOf(error) !== 'refused') throw error
      const conflict = await conflictNow(database, changes)
      if (conflict !== undefined) return conflict
    }
  }
  throw new StorageUnavailable('other commits kept coming between')
}

function mustBeDistinct(changes: readonly Change[]): void {
  const seen = new Set(changes.map(({ kind, id }) => `${kind} ${id}`))
  if (seen.size < changes.length) throw new TypeError('a document may appear in one change of a commit only')
}

// —— What is there ————————————————————————————————————————————————————————————————————————————————————————————

/** Rows of the documents that must be there, by kind and ID. */
async function readExpected(database: Database, changes: readonly Change[]): Promise<Rows> {
  const rows = new Map<string, SqlRow>()
  const expected = changes.filter(({ expect }) => expect > 0)
  if (expected.length === 0) return rows
  await Promise.all(
    KINDS.map(async (kind) => {
      const draft = database.draft()
      const ids = expected.filter((change) => change.kind === kind).map(({ id }) => id)
      const where = oneOf(draft, 'id', 'integer', ids)
      if (where === undefined) return
      const list = ['id', 'version', 'keys'].map(database.dialect.quote).join(', ')
      const found = await database.client.query(
        draft.statement(`select ${list} from ${database.names.table(kind)} where ${where}`),
      )
      for (const row of found) rows.set(nameOf({ kind, id: integer(row.id) }), row)
    }),
  )
  return rows
}

function versionConflict(
  changes: readonly Change[],
  rows: Rows,
  isLookedAt: (change: Change) => boolean,
): Conflict | undefined {
  for (const change of changes.filter(isLookedAt)) {
    const { kind, id, expect } = change
    const row = rows.get(nameOf(change))
    if ((row === undefined ? 0 : integer(row.version)) === expect) continue
    return { conflict: expect === 0 ? 'exists' : 'stale', kind, id }
  }
  return undefined
}

/** Two puts of one commit with the same unique value. */
function doubleClaim(changes: readonly Change[]): Conflict | undefined {
  const claims = new Set<string>()
  for (const change of changes) {
    const claim = claimOf(change)
    if (claim === null) continue
    const name = `${change.kind} ${claim}`
    if (claims.has(name)) return { conflict: 'taken', kind: change.kind, id: change.id }
    claims.add(name)
  }
  return undefined
}

/** Why the commit would be refused now. */
async function conflictNow(database: Database, changes: readonly Change[]): Promise<Conflict | undefined> {
  const versions = new Map<string, SqlRow>()
  const owners = new Map<string, number>()
  for (const kind of KINDS) {
    const own = changes.filter((change) => change.kind === kind)
    const draft = database.draft()
    const ids = oneOf(
      draft,
      'id',
      'integer',
      own.map(({ id }) => id),
    )
    const slugs = oneOf(draft, 'unique_slug', 'text', own.map(claimOf))
    if (ids === undefined) continue
    const where = slugs === undefined ? ids : `${ids} or ${slugs}`
    const list = hasClaims(kind) ? 'id, version, unique_slug' : 'id, version'
    const found = await database.client.query(
      draft.statement(`select ${list} from ${database.names.table(kind)} where ${where}`),
    )
    for (const row of found) {
      versions.set(nameOf({ kind, id: integer(row.id) }), row)
      owners.set(`${kind} ${row.unique_slug}`, integer(row.id))
    }
  }
  const conflict = versionConflict(changes, versions, () => true)
  if (conflict !== undefined) return conflict
  // What the commit itself writes or removes gives its value up first; what it only checks does not.
  const givesUp = new Set(changes.filter((change) => change.do !== 'check').map(nameOf))
  for (const change of changes) {
    const { kind, id } = change
    const claim = claimOf(change)
    const owner = claim === null ? undefined : owners.get(`${kind} ${claim}`)
    if (owner !== undefined && !givesUp.has(nameOf({ kind, id: owner })))
      return { conflict: 'taken', kind, id }
  }
  return undefined
}
