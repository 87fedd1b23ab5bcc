import type { KeysOf } from '../contract.ts'
import { type DurationClass, durationClass } from '../shared/durations.ts'
import { type Keys, LINK_KEYS, type LinkKey } from '../shared/keys.ts'
import { byIds } from './by-ids.ts'
import type { SqlStatement, SqlValue } from './client.ts'
import type { Database } from './database.ts'
import { type Insertion, independent } from './phrases.ts'
import { columnValue } from './rows.ts'
import { COPIED, DURATIONS, IRREGULAR, SPANNED } from './tables.ts'

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

/** Updates the link tables and `event_span`. The rows of `event` must already be written. */
export function linkStatements(database: Database, moves: readonly Move[]): SqlStatement[] {
  const statements = LINK_KEYS.flatMap((key) => listStatements(database, key, moves))
  return [...statements, ...spanStatements(database, moves)]
}

/** So many rows or updates are sent as values. More rows are copied from those of `event`, by one statement. */
const FEW = 8

function listStatements(database: Database, key: LinkKey, moves: readonly Move[]): SqlStatement[] {
  const has = (event: Placed | undefined) => event !== undefined && event.keys[key].length > 0
  const moved = moves.filter(
    (move) => (has(move.before) || has(move.after)) && !areSame(move, [...COPIED, key]),
  )
  const { remove, add, insert, copy } = database.phrases.links[key]
  // The same links, with other columns of the event.
  const isUpdate = (move: Move) => moved.length <= FEW && areSame(move, [key])
  const updates = moved.filter(isUpdate)
  const others = moved.filter((move) => !isUpdate(move))
  const [gone, come] = [others.filter(({ before }) => has(before)), others.filter(({ after }) => has(after))]
  const rows = come.flatMap(({ id, after }) =>
    (after?.keys[key] ?? []).map((value) => [value, id, ...copied(database, after, COPIED)]),
  )
  return [
    ...updates.map(({ id, after }) =>
      independent({ sql: copy, values: [...copied(database, after, COPIED), id] }),
    ),
    ...byIds(database, gone, (where) => `${remove} where ${where}`, 'event_id').map(independent),
    ...(rows.length > FEW
      ? byIds(database, come, (where) => `${add} where ${where}`, 'e.id')
      : inserted(insert, rows)),
  ]
}

function spanStatements(database: Database, moves: readonly Move[]): SqlStatement[] {
  const { dialect, names, phrases } = database
  const lasts = (event: Placed | undefined) => event !== undefined && event.duration !== 'short'
  const moved = moves.filter((move) => (lasts(move.before) || lasts(move.after)) && !areSame(move, SPANNED))
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
          come.map(({ id, after }) => [spanOf(after?.duration), id, ...copied(database, after, SPANNED)]),
        )),
  ]
}

const inserted = (insertion: Insertion, rows: readonly (readonly SqlValue[])[]): SqlStatement[] =>
  rows.length === 0 ? [] : [insertion.of(rows)]

function copied({ dialect }: Database, event: Placed | undefined, names: readonly string[]): SqlValue[] {
  const keys: Keys = event?.keys ?? {}
  return names.map((name) => columnValue(dialect, keys[name]))
}

function areSame({ before, after }: Move, names: readonly string[]): boolean {
  const [old, now]: (Keys | undefined)[] = [before?.keys, after?.keys]
  return names.every((name) => JSON.stringify(old?.[name]) === JSON.stringify(now?.[name]))
}
