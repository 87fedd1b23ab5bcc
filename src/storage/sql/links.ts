import type { KeysOf, KeyValue } from '../contract.ts'
import { type DurationClass, durationClass } from '../shared/durations.ts'
import { EVENT_LINKS, type Keys, type LinkKey } from '../shared/keys.ts'
import { byIds } from './by-ids.ts'
import type { SqlStatement, SqlValue } from './client.ts'
import type { Database } from './database.ts'
import { type Insertion, independent } from './phrases.ts'
import { columnValue } from './rows.ts'
import { COPIED, DURATIONS, IRREGULAR, linkedId, linkedKind, SPANNED } from './tables.ts'

/** An event's keys and duration class. */
export interface Placed {
  readonly keys: KeysOf<'event'>
  readonly duration: DurationClass
}

/** An event before and after a commit. */
export interface Move {
  readonly id: number
  readonly before: Placed | undefined
  readonly after: Placed | undefined
}

export const placed = (keys: KeysOf<'event'>): Placed => ({
  keys,
  duration: durationClass(DURATIONS, keys.start, keys.end),
})

/** The keys of a document before and after a commit. */
export interface KeysMove {
  readonly id: number
  readonly before: Keys | undefined
  readonly after: Keys | undefined
}

/** Updates the link tables of events and `event_span`. The rows of `event` must already be written. */
export function linkStatements(database: Database, moves: readonly Move[]): SqlStatement[] {
  const ofKeys = moves.map(({ id, before, after }) => ({ id, before: before?.keys, after: after?.keys }))
  const statements = EVENT_LINKS.flatMap((key) => listStatements(database, key, ofKeys))
  return [...statements, ...spanStatements(database, moves)]
}

/** So many rows or updates are sent as values. More rows are copied from those of the documents, by one statement. */
const FEW = 8

/** Updates a link table. The rows of the documents must already be written. */
export function listStatements(database: Database, key: LinkKey, moves: readonly KeysMove[]): SqlStatement[] {
  const columns = COPIED[linkedKind(key)]
  const has = (keys: Keys | undefined) => listIn(keys, key).length > 0
  const moved = moves.filter(
    (move) => (has(move.before) || has(move.after)) && !areSame(move, [...columns, key]),
  )
  const { remove, add, insert, copy } = database.phrases.links[key]
  // The same links, with other columns of the document.
  const isUpdate = (move: KeysMove) => moved.length <= FEW && areSame(move, [key])
  const updates = moved.filter(isUpdate)
  const others = moved.filter((move) => !isUpdate(move))
  const [gone, come] = [others.filter(({ before }) => has(before)), others.filter(({ after }) => has(after))]
  const rows = come.flatMap(({ id, after }) =>
    listIn(after, key).map((value) => [
      columnValue(database.dialect, value),
      id,
      ...copied(database, after, columns),
    ]),
  )
  return [
    ...updates.map(({ id, after }) =>
      independent({ sql: copy, values: [...copied(database, after, columns), id] }),
    ),
    ...byIds(database, gone, (where) => `${remove} where ${where}`, linkedId(key)).map(independent),
    ...(rows.length > FEW
      ? byIds(database, come, (where) => `${add} where ${where}`, 'e.id')
      : inserted(insert, rows)),
  ]
}

function listIn(keys: Keys | undefined, key: string): readonly KeyValue[] {
  const value = keys?.[key]
  return typeof value === 'object' && value !== null ? value : []
}

function spanStatements(database: Database, moves: readonly Move[]): SqlStatement[] {
  const { dialect, names, phrases } = database
  const lasts = (event: Placed | undefined) => event !== undefined && event.duration !== 'short'
  const isSame = ({ id, before, after }: Move) =>
    areSame({ id, before: before?.keys, after: after?.keys }, SPANNED)
  const moved = moves.filter((move) => (lasts(move.before) || lasts(move.after)) && !isSame(move))
  if (moved.length === 0) return []
  const table = names.table('event_span')
  const columns = SPANNED.map(dialect.quote).join(', ')
  const gone = moved.filter(({ before }) => lasts(before))
  const come = moved.filter(({ after }) => lasts(after))
  const spanOf = (duration: DurationClass | undefined) =>
    typeof duration === 'number' ? duration : IRREGULAR
  const selected = () =>
    [...new Set(come.map(({ after }) => after?.duration))].flatMap((duration) =>
      byIds(
        database,
        come.filter(({ after }) => after?.duration === duration),
        (where) =>
          `insert into ${table} (span, event_id, ${columns}) select ${spanOf(duration)}, id, ${columns} from ${names.table('event')} where ${where}`,
      ),
    )
  return [
    ...byIds(database, gone, (where) => `delete from ${table} where ${where}`, 'event_id').map(independent),
    ...(come.length > FEW
      ? selected()
      : inserted(
          phrases.span,
          come.map(({ id, after }) => [
            spanOf(after?.duration),
            id,
            ...copied(database, after?.keys, SPANNED),
          ]),
        )),
  ]
}

const inserted = (insertion: Insertion, rows: readonly (readonly SqlValue[])[]): SqlStatement[] =>
  rows.length === 0 ? [] : [insertion.of(rows)]

const copied = ({ dialect }: Database, keys: Keys = {}, names: readonly string[]): SqlValue[] =>
  names.map((name) => columnValue(dialect, keys[name]))

const areSame = ({ before, after }: KeysMove, names: readonly string[]): boolean =>
  names.every((name) => JSON.stringify(before?.[name]) === JSON.stringify(after?.[name]))
