import type { Facet, KeysOf } from '../contract.ts'
import { type DurationClass, durationClass } from '../shared/durations.ts'
import { FACETS, type Keys } from '../shared/keys.ts'
import { byIds } from './by-ids.ts'
import type { SqlStatement } from './client.ts'
import type { Database } from './database.ts'
import { CLASS, COPIED, DURATIONS, IRREGULAR } from './tables.ts'

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

/** Updates the link tables and `event_span` from the rows of `event`, which must already be written. */
export function linkStatements(database: Database, moves: readonly Move[]): SqlStatement[] {
  const statements = FACETS.flatMap((facet) => facetStatements(database, facet, moves))
  return [...statements, ...spanStatements(database, moves)]
}

function facetStatements(database: Database, facet: Facet, moves: readonly Move[]): SqlStatement[] {
  const has = (event: Placed | undefined) => event !== undefined && event.keys[facet].length > 0
  const moved = moves.filter(
    (move) => (has(move.before) || has(move.after)) && !areSame(move, [...COPIED, facet]),
  )
  const { remove, add } = database.phrases.links[facet]
  const [gone, come] = [moved.filter(({ before }) => has(before)), moved.filter(({ after }) => has(after))]
  return [
    ...byIds(database, gone, (where) => `${remove} where ${where}`, 'event_id'),
    ...byIds(database, come, (where) => `${add} where ${where}`, 'e.id'),
  ]
}

function spanStatements(database: Database, moves: readonly Move[]): SqlStatement[] {
  const { dialect, names } = database
  const copied = ['start', 'end', ...CLASS] as const
  const lasts = (event: Placed | undefined) => event !== undefined && event.duration !== 'short'
  const moved = moves.filter((move) => (lasts(move.before) || lasts(move.after)) && !areSame(move, copied))
  if (moved.length === 0) return []
  const table = names.table('event_span')
  const columns = copied.map(dialect.quote).join(', ')
  const gone = moved.filter(({ before }) => lasts(before))
  return [
    ...byIds(database, gone, (where) => `delete from ${table} where ${where}`, 'event_id'),
    ...(['irregular', ...DURATIONS.longest.keys()] as const).flatMap((duration) => {
      const span = duration === 'irregular' ? IRREGULAR : duration
      const come = moved.filter(({ after }) => after?.duration === duration)
      const rows = `select ${span}, id, ${columns} from ${names.table('event')}`
      return byIds(
        database,
        come,
        (where) => `insert into ${table} (span, event_id, ${columns}) ${rows} where ${where}`,
      )
    }),
  ]
}

function areSame({ before, after }: Move, names: readonly string[]): boolean {
  const [old, now]: (Keys | undefined)[] = [before?.keys, after?.keys]
  return names.every((name) => JSON.stringify(old?.[name]) === JSON.stringify(now?.[name]))
}
