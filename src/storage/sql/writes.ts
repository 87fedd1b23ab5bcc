import { claimIn } from '../claim.ts'
import type { Change, Content, Kind } from '../contract.ts'
import { byIds } from './by-ids.ts'
import type { SqlRow, SqlStatement, SqlValue } from './client.ts'
import { Counters } from './counters.ts'
import type { Database } from './database.ts'
import { linkStatements, type Move, placed } from './links.ts'
import { keysIn, valuesOf } from './rows.ts'
import { COLUMNS, KINDS } from './tables.ts'

/*
 * The statements of a commit, for one batch.
 */

/** What is there of a commit's documents, by kind and ID. */
export type Rows = ReadonlyMap<string, SqlRow>

export const nameOf = ({ kind, id }: { kind: Kind; id: number }): string => `${kind} ${id}`

type Put = Extract<Change, { do: 'put' }>

/** Versions that one statement checks: with two values each, below the hundred that Cloudflare D1 binds. */
const CHECKED = 40

/** Values that one statement writes, for the same reason. */
const WRITTEN = 96

export function statementsOf(database: Database, changes: readonly Change[], there: Rows): SqlStatement[] {
  const counters = new Counters(database)
  const moves: Move[] = []
  for (const change of changes) {
    if (change.kind !== 'event' || change.do === 'check') continue
    const row = there.get(nameOf(change))
    const before = row === undefined ? undefined : placed(keysIn('event', row))
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
    ...linkStatements(database, moves),
    ...counters.statements(),
  ]
}

/** Fails unless all that must be there have their expected versions; and holds them so. */
function presences(database: Database, kind: Kind, changes: readonly Change[]): SqlStatement[] {
  const { dialect, names } = database
  const table = names.table(kind)
  const expected = changes.filter(({ expect }) => expect > 0)
  // In the order of the IDs, so that commits that hold the same documents do not hold each other up.
  const hold = (where: string) => `select id from ${table} where ${where} order by id${dialect.forUpdate}`
  const statements = dialect.forUpdate === '' ? [] : byIds(database, expected, hold)
  for (let from = 0; from < expected.length; from += CHECKED) {
    const checked = expected.slice(from, from + CHECKED)
    const draft = database.draft()
    const versions = checked.map(
      ({ id, expect }) => `(id = ${draft.bind(id)} and version = ${draft.bind(expect)})`,
    )
    const met = `select count(*) as n from ${table} where ${versions.join(' or ')}`
    const unless = `select 0 from (${met}) met where met.n <> ${checked.length}`
    statements.push(draft.statement(`insert into ${names.table('expectation')} (holds) ${unless}`))
  }
  return statements
}

/** Fails if what must not be there, and is not written either, is there; and keeps others from writing it. */
function absences(database: Database, kind: Kind, changes: readonly Change[]): SqlStatement[] {
  const { dialect, names } = database
  const absent = changes.filter((change) => change.expect === 0 && change.do !== 'put')
  if (absent.length === 0) return []
  const empty = { integer: 0, real: 0, text: '', boolean: dialect.boolean(false) } as const
  // A row cannot be held that is not there: one is put in its place, and taken out again.
  const places = absent.map(({ id }) =>
    COLUMNS[kind].map(({ name, type, nullable }) => (name === 'id' ? id : nullable ? null : empty[type])),
  )
  return [
    ...insertions(database, kind, places),
    ...byIds(database, absent, (where) => `delete from ${names.table(kind)} where ${where}`),
  ]
}

function writes(database: Database, kind: Kind, changes: readonly Change[], there: Rows): SqlStatement[] {
  const { dialect, names } = database
  const table = names.table(kind)
  const removals = changes.filter((change) => change.do === 'remove')
  const puts = changes.filter((change) => change.do === 'put')
  const updates = puts.filter(({ expect }) => expect > 0)
  const creations = puts.filter(({ expect }) => expect === 0)
  // Values change hands within a commit, in any order: all are given up before any is taken.
  const givingUp = updates.filter((put) => {
    const row = there.get(nameOf(put))
    return puts.length > 1 && row !== undefined && claimIn(keysIn(kind, row)) !== claimIn(put.content.keys)
  })
  return [
    ...byIds(database, removals, (where) => `delete from ${table} where ${where}`),
    ...byIds(database, givingUp, (where) => `update ${table} set unique_slug = null where ${where}`),
    ...updates.map((put) => update(database, put)),
    ...insertions(
      database,
      kind,
      creations.map((put) => rowOf(dialect, put)),
    ),
  ]
}

function update({ dialect, phrases }: Database, put: Put): SqlStatement {
  const [id = null, ...values] = rowOf(dialect, put)
  return { sql: phrases.update[put.kind], values: [...values, id] }
}

function insertions(
  { phrases }: Database,
  kind: Kind,
  rows: readonly (readonly SqlValue[])[],
): SqlStatement[] {
  const statements: SqlStatement[] = []
  const insertion = phrases.document[kind]
  const most = Math.max(1, Math.floor(WRITTEN / insertion.width))
  for (let from = 0; from < rows.length; ) {
    // As many as one statement holds, then one by one: two statements to prepare, whatever the number of rows.
    const size = rows.length - from >= most ? most : 1
    statements.push(insertion.of(rows.slice(from, from + size)))
    from += size
  }
  return statements
}

function rowOf(dialect: Database['dialect'], put: Put): SqlValue[] {
  const of = <K extends Kind>(kind: K, content: Content<K>) =>
    valuesOf(dialect, kind, { id: put.id, version: put.expect + 1, content })
  switch (put.kind) {
    case 'event':
      return of('event', put.content)
    case 'venue':
      return of('venue', put.content)
    case 'organizer':
      return of('organizer', put.content)
    case 'category':
    case 'tag':
      return of(put.kind, put.content)
    case 'receipt':
      return of('receipt', put.content)
  }
}
