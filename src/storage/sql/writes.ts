import { type Change, type ChangeOf, type KeysOf, type Kind, versionAfter } from '../contract.ts'
import { claimIn, claimOf } from '../shared/claim.ts'
import { nameOf } from '../shared/conflicts.ts'
import { KINDS, UNIQUE } from '../shared/keys.ts'
import { byIds } from './by-ids.ts'
import type { SqlRow, SqlStatement, SqlValue } from './client.ts'
import { Counters } from './counters.ts'
import type { Database } from './database.ts'
import { type KeysMove, linkStatements, listStatements, type Move, placed } from './links.ts'
import { type Insertion, independent } from './phrases.ts'
import { raiseRevision } from './revision.ts'
import { keysIn, sortValuesOf, valuesOf } from './rows.ts'
import { COLUMNS, isSorted, type Sorted } from './tables.ts'

/* Builds the statements of a commit, for one batch. */

/** The current rows of a commit's documents whose keys the changes do not have, by kind and ID. */
export type Rows = ReadonlyMap<string, SqlRow>

type PutOf<K extends Kind> = Extract<ChangeOf<K>, { do: 'put' }>
type Put = Extract<Change, { do: 'put' }>

/** Versions per statement. Each has two values, and Cloudflare D1 binds at most 100. */
const CHECKED = 40

/** Maximum number of values per INSERT, for the same reason. */
const WRITTEN = 96

/**
 * From so many rows on, one statement writes several documents, where the database takes it. On PostgreSQL, a
 * commit of 100 events then takes 4 statements and not 100.
 */
const MANY = 8
const MANY_SIZES = [64, 16, 4, 1]

export function statementsOf(database: Database, changes: readonly Change[], there: Rows): SqlStatement[] {
  const counters = new Counters(database)
  const moves: Move[] = []
  const extras: KeysMove[] = []
  for (const change of changes) {
    if (change.do === 'check') continue
    if (change.kind === 'extra') {
      const after = change.do === 'put' ? change.content.keys : undefined
      extras.push({ id: change.id, before: keysBefore('extra', change, there), after })
    }
    if (change.kind !== 'event') continue
    const keys = keysBefore('event', change, there)
    const before = keys === undefined ? undefined : placed(keys)
    const after = change.do === 'put' ? placed(change.content.keys) : undefined
    if (before !== undefined) counters.count(before, -1)
    if (after !== undefined) counters.count(after, 1)
    moves.push({ id: change.id, before, after })
  }
  const byKind = KINDS.map((kind) => ({ kind, own: changes.filter((change) => change.kind === kind) }))
  const changed = byKind.filter(({ own }) => own.length > 0)
  return [
    ...changed.flatMap(({ kind, own }) => [
      ...presences(database, kind, own),
      ...absences(database, kind, own),
    ]),
    ...changed.flatMap(({ kind, own }) => writes(database, kind, own, there)),
    ...changed.flatMap(({ kind, own }) => (isSorted(kind) ? sorting(database, kind, own) : [])),
    ...linkStatements(database, moves),
    ...listStatements(database, 'labels', extras),
    ...counters.statements(),
    ...(changes.some((change) => change.do !== 'check') ? [raiseRevision(database)] : []),
  ]
}

function keysBefore<K extends Kind>(kind: K, change: ChangeOf<K>, there: Rows): KeysOf<K> | undefined {
  if (change.do === 'put' && change.before !== undefined) return change.before
  const row = there.get(nameOf(change))
  return row === undefined ? undefined : keysIn(kind, row)
}

/** Fails unless all documents that must exist have the expected versions. Locks their rows. */
function presences(database: Database, kind: Kind, changes: readonly Change[]): SqlStatement[] {
  const { dialect, names } = database
  const table = names.table(kind)
  // Lock in the order of the IDs, to avoid deadlocks between commits of the same documents.
  const expected = changes.filter(({ expect }) => expect > 0).sort((a, b) => a.id - b.id)
  const statements: SqlStatement[] = []
  for (let from = 0; from < expected.length; from += CHECKED) {
    const checked = expected.slice(from, from + CHECKED)
    const builder = database.builder()
    const versions = checked.map(
      ({ id, expect }) => `(id = ${builder.bind(id)} and version = ${builder.bind(expect)})`,
    )
    const held = `select id from ${table} where ${versions.join(' or ')} order by id${dialect.forUpdate}`
    const met = `select count(*) as n from (${held}) held`
    // The primary key rejects a second 1. A CHECK is not enough, because SQLite and MariaDB can switch checks off.
    const twice = '(select 1 as one union all select 1) twice'
    const unless = `select twice.one from (${met}) met cross join ${twice} where met.n <> ${checked.length}`
    const sql = `insert into ${names.table('expectation')} (holds) ${unless}`
    statements.push(independent(builder.statement(sql)))
  }
  return statements
}

/**
 * Fails if a document exists that must not. Covers documents that the commit does not write, and stops other commits
 * from creating them.
 */
function absences(database: Database, kind: Kind, changes: readonly Change[]): SqlStatement[] {
  const { dialect, names } = database
  const absent = changes.filter((change) => change.expect === 0 && change.do !== 'put')
  if (absent.length === 0) return []
  const empty = { integer: 0, real: 0, text: '', boolean: dialect.boolean(false) } as const
  // A row that does not exist cannot be locked: insert one, then delete it.
  const places = absent.map(({ id }) =>
    COLUMNS[kind].map(({ name, type, nullable }) => (name === 'id' ? id : nullable ? null : empty[type])),
  )
  return [
    ...insertions(database, database.phrases.document[kind], places),
    ...byIds(database, absent, (where) => `delete from ${names.table(kind)} where ${where}`),
  ]
}

function writes(database: Database, kind: Kind, changes: readonly Change[], there: Rows): SqlStatement[] {
  const { dialect, names, phrases } = database
  const table = names.table(kind)
  const removals = changes.filter((change) => change.do === 'remove')
  const puts = changes.filter((change) => change.do === 'put')
  const updates = puts.filter(({ expect }) => expect > 0)
  const creations = puts.filter(({ expect }) => expect === 0)
  // A unique value may move between documents within one commit, in any order: release all values before claiming any.
  const givingUp = updates.filter((put) => {
    const keys = puts.length > 1 ? keysBefore(kind, put, there) : undefined
    return keys !== undefined && claimIn(kind, keys) !== claimOf(put)
  })
  return [
    ...byIds(database, removals, (where) => `delete from ${table} where ${where}`),
    ...byIds(database, givingUp, (where) => `update ${table} set ${UNIQUE[kind]} = null where ${where}`),
    ...(isMany(database, updates.length)
      ? insertions(
          database,
          phrases.overwrite[kind],
          updates.map((put) => rowOf(dialect, put)),
        )
      : updates.map((put) => update(database, put))),
    ...insertions(
      database,
      phrases.document[kind],
      creations.map((put) => rowOf(dialect, put)),
    ),
  ]
}

/** The rows of the sort table. */
function sorting(database: Database, kind: Sorted, changes: readonly Change[]): SqlStatement[] {
  const { dialect, names, phrases } = database
  const removals = changes.filter((change) => change.do === 'remove')
  const puts = changes.filter((change) => change.do === 'put')
  return [
    ...byIds(database, removals, (where) => `delete from ${names.table(`${kind}_sort`)} where ${where}`),
    ...insertions(
      database,
      phrases.sort[kind],
      puts.map(({ id, content }) => sortValuesOf(dialect, kind, id, content.keys)),
    ),
  ]
}

function update({ dialect, phrases }: Database, put: Put): SqlStatement {
  const [id = null, ...values] = rowOf(dialect, put)
  return independent({ sql: phrases.update[put.kind], values: [...values, id] })
}

const isMany = ({ dialect }: Database, rows: number): boolean => rows >= MANY && dialect.takesManyRows

function insertions(
  database: Database,
  insertion: Insertion,
  rows: readonly (readonly SqlValue[])[],
): SqlStatement[] {
  const statements: SqlStatement[] = []
  const isLong = isMany(database, rows.length)
  // Use few sizes only, so that few statements need to be prepared.
  const sizes = isLong ? MANY_SIZES : [Math.max(1, Math.floor(WRITTEN / insertion.width)), 1]
  for (let from = 0; from < rows.length; ) {
    const size = sizes.find((one) => one <= rows.length - from) ?? 1
    const statement = insertion.of(rows.slice(from, from + size))
    // Texts of many sizes would use up the place of those that are joined.
    statements.push(isLong ? { sql: statement.sql, values: statement.values } : statement)
    from += size
  }
  return statements
}

const rowOf = <K extends Kind>(dialect: Database['dialect'], put: PutOf<K>): SqlValue[] =>
  valuesOf(dialect, put.kind, { id: put.id, version: versionAfter(put), content: put.content })
