import type { Change, CommitResult, Conflict } from '../contract.ts'
import { claimOf } from '../shared/claim.ts'
import { claimConflict, claimName, mustBeDistinct, nameOf, versionConflict } from '../shared/conflicts.ts'
import { KINDS, UNIQUE } from '../shared/keys.ts'
import { retry, sleep } from '../shared/retry.ts'
import type { SqlRow } from './client.ts'
import { oneOf } from './conditions.ts'
import type { Database } from './database.ts'
import { integer } from './rows.ts'
import { type Rows, statementsOf } from './writes.ts'

/*
 * A commit is one batch, which every database and client supports. No transaction stays open while this process
 * decides.
 *
 * 1. Read the documents that change, to compute the changes of links and counters.
 * 2. Run one batch: lock these rows, fail on `expectation` unless all of them still have the expected versions, and
 *    write. For new documents, the primary key detects conflicts; for unique values, the unique index does.
 * 3. If the database rejects the batch, read the reason. If the conflict is already gone, start again.
 */

/** A retry happens only after another commit succeeded. There is always progress, so no pause is needed. */
const RETRIES = { retries: 24, atOnce: Number.POSITIVE_INFINITY, wait: sleep } as const

export async function commit(database: Database, changes: readonly Change[]): Promise<CommitResult> {
  mustBeDistinct(changes)
  return retry(() => attempt(database, changes), RETRIES, 'other commits kept coming between')
}

async function attempt(database: Database, changes: readonly Change[]): Promise<CommitResult | undefined> {
  const there = await readExpected(database, changes)
  const early =
    versionConflict(changes.filter(mustBeRead), versionIn(there)) ?? claimConflict(changes, () => undefined)
  if (early !== undefined) return early
  try {
    const statements = statementsOf(database, changes, there)
    if (statements.length > 0) await database.client.batch(database.joined?.of(statements) ?? statements)
    return { conflict: null }
  } catch (error) {
    if (database.client.troubleOf(error) !== 'refused') throw error
    return conflictNow(database, changes)
  }
}

const versionIn =
  (rows: Rows) =>
  (change: Change): number =>
    integer(rows.get(nameOf(change))?.version ?? 0)

// —— Current rows —————————————————————————————————————————————————————————————————————————————————————————————

/** The batch itself checks the versions. A document is read for its keys, unless the change has them. */
const mustBeRead = (change: Change): boolean =>
  change.expect > 0 && change.do !== 'check' && (change.do !== 'put' || change.before === undefined)

/** The rows of documents that must exist, by kind and ID. */
async function readExpected(database: Database, changes: readonly Change[]): Promise<Rows> {
  const rows = new Map<string, SqlRow>()
  const expected = changes.filter(mustBeRead)
  if (expected.length === 0) return rows
  await Promise.all(
    KINDS.map(async (kind) => {
      const builder = database.builder()
      const ids = expected.filter((change) => change.kind === kind).map(({ id }) => id)
      const where = oneOf(builder, 'id', 'integer', ids)
      if (where === undefined) return
      const list = ['id', 'version', 'keys'].map(database.dialect.quote).join(', ')
      const found = await database.client.query(
        builder.statement(`select ${list} from ${database.names.table(kind)} where ${where}`),
      )
      for (const row of found) rows.set(nameOf({ kind, id: integer(row.id) }), row)
    }),
  )
  return rows
}

/** The current reason for the rejection; `undefined` if there is none any more. */
async function conflictNow(database: Database, changes: readonly Change[]): Promise<Conflict | undefined> {
  const versions = new Map<string, SqlRow>()
  const owners = new Map<string, number>()
  for (const kind of KINDS) {
    const own = changes.filter((change) => change.kind === kind)
    const builder = database.builder()
    const ids = oneOf(
      builder,
      'id',
      'integer',
      own.map(({ id }) => id),
    )
    const unique = UNIQUE[kind]
    const claims = unique && oneOf(builder, unique, 'text', own.map(claimOf))
    if (ids === undefined) continue
    const where = claims === undefined ? ids : `${ids} or ${claims}`
    const list = unique === undefined ? 'id, version' : `id, version, ${unique}`
    const found = await database.client.query(
      builder.statement(`select ${list} from ${database.names.table(kind)} where ${where}`),
    )
    for (const row of found) {
      versions.set(nameOf({ kind, id: integer(row.id) }), row)
      const claim = unique && row[unique]
      if (typeof claim === 'string') owners.set(claimName(kind, claim), integer(row.id))
    }
  }
  return (
    versionConflict(changes, versionIn(versions)) ??
    claimConflict(changes, (kind, claim) => owners.get(claimName(kind, claim)))
  )
}
