import type { Names } from '../names.ts'
import { indexName, TABLES, type Table } from '../tables.ts'
import type { Dialect } from './dialect.ts'

const TYPES = {
  integer: 'bigint',
  boolean: 'boolean',
  real: 'double precision',
  // Compare bytes, independent of the database's collation.
  text: 'text collate "C"',
} as const

const ARRAYS = {
  integer: 'bigint[]',
  boolean: 'boolean[]',
  real: 'double precision[]',
  text: 'text[]',
} as const

const quote = (name: string) => `"${name}"`

/**
 * A B-tree rejects texts of more than 2,704 bytes. Texts without a width have a hash index; they are only compared with
 * `=`.
 */
const isHashed = (table: Table, index: readonly string[]): boolean =>
  index.length === 1 &&
  table.columns.some(({ name, type, width }) => name === index[0] && type === 'text' && width === undefined)

function indexOf(table: Table, index: readonly string[], names: Names): string {
  const hashed = isHashed(table, index)
  const name = names.index(`${indexName(table, index)}${hashed ? '_hash' : ''}`)
  return `create index if not exists ${name} on ${names.table(table.name)}${hashed ? ' using hash' : ''} (${index.map(quote).join(', ')})`
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-INPUT */
const arrayLiteral = (values: readonly (string | number)[]): string =>
  `{${values.map((value) => (typeof value === 'number' ? String(value) : `"${value.replace(/["\\]/g, '\\$&')}"`)).join()}}`

const older = (() => {
  const modified = `coalesce(substring(data from '"modified_utc":"(.{19})"'), "date")`
  const title = `left(split_part("text", chr(31), 2), 250)`
  const more = `',"modified":' || to_json(${modified})::text || ',"title":' || to_json(${title})::text`
  return { modified, title, keys: `left("keys", -1) || ${more} || '}'` }
})()

export const postgres: Dialect = {
  name: 'postgres',
  quote,
  placeholder: (position) => `$${position}`,
  boolean: (value) => value,

  // Send the array as text, because client libraries encode arrays differently.
  oneOf: (column, type, values, bind) =>
    `${column} = any(${bind(arrayLiteral(values))}::text::${ARRAYS[type]})`,

  // The pg_trgm index supports LIKE. LIKE is exact under the "C" collation.
  contains: (column, part, bind) => `${column} like ${bind(`%${part.replace(/[\\%_]/g, '\\$&')}%`)}`,
  elements: (json, key, { type }) => ({
    from: `jsonb_array_elements_text(${json}::jsonb -> '${key}') as j(value)`,
    value: type === 'integer' ? 'j.value::bigint' : 'j.value',
  }),
  addToCount: (primary, table) =>
    `on conflict (${primary.map(quote).join(', ')}) do update set n = ${table}.n + excluded.n`,
  overwrite: (primary, columns) =>
    `on conflict (${primary.map(quote).join(', ')}) do update set ${columns.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')}`,
  joinInOrder: 'join',

  joined: (first, second) => `${first} || ${second}`,

  takesManyRows: true,
  insertIgnoring: (into, rows) => `insert into ${into} ${rows} on conflict do nothing`,
  forUpdate: ' for update',
  comparesRows: true,
  unlimited: 'limit all',
  unindexed: (column) => column,
  // Before the first ANALYZE, PostgreSQL assumes that a slug is frequent and scans the primary key for it.
  sorted: (id) => `${id} + 0`,

  create(table, names) {
    const columns = table.columns.map(
      ({ name, type, nullable }) => `${quote(name)} ${TYPES[type]}${nullable ? '' : ' not null'}`,
    )
    const rest = table.columns.map(({ name }) => name).filter((name) => !table.primary.includes(name))
    const include = table.covering && rest.length > 0 ? ` include (${rest.map(quote).join(', ')})` : ''
    const list = [
      ...columns,
      `primary key (${table.primary.map(quote).join(', ')})${include}`,
      ...(table.unique === undefined ? [] : [`unique (${quote(table.unique)})`]),
      ...(table.check === undefined ? [] : [`check (${table.check})`]),
    ]
    return [
      `create table if not exists ${names.table(table.name)} (\n  ${list.join(',\n  ')}\n)`,
      ...table.indexes.map((index) => indexOf(table, index, names)),
    ]
  },

  // Until version 2, names were in B-trees.
  hashNames: (names) =>
    TABLES.flatMap((table) =>
      table.indexes
        .filter((index) => isHashed(table, index))
        .flatMap((index) => [
          indexOf(table, index, names),
          `drop index if exists ${names.table(`${table.name}_${index[0]}`)}`,
        ]),
    ),

  older,

  exists: (names, name) => ({
    sql: 'select to_regclass($1)::text as name where to_regclass($1) is not null',
    values: [names.table(name)],
  }),

  // One lock for all calendars, because they share the pg_trgm extension.
  alone: ['select pg_advisory_xact_lock(5193174)::text'],

  // A copy that only reads has the indexes that it is a copy of. The extension may be outside the search path.
  searchIndex: (names) => [
    `do $index$ declare home text; begin
  if current_setting('transaction_read_only') = 'on' then return; end if;
  if not exists (select from pg_extension where extname = 'pg_trgm') then create extension pg_trgm; end if;
  select extnamespace::regnamespace into home from pg_extension where extname = 'pg_trgm';
  execute 'create index if not exists ${names.index('event_search')} on ${names.table('event')} using gin ("text" ' || home || '.gin_trgm_ops)';
end $index$`,
  ],

  // PostgreSQL converts what it stores, and refuses characters that the encoding lacks. SQL_ASCII stores bytes.
  unfit: `select current_setting('server_encoding') as encoding where current_setting('server_encoding') not in ('UTF8', 'SQL_ASCII')`,

  mostJoined: 16,

  joinsChanges: true,

  needsStatistics: true,

  allocate: (table, name, count) => [
    { sql: `update ${table} set last = last + $1 where name = $2 returning last`, values: [count, name] },
  ],

  reserve: (table, name, upTo) => [
    {
      sql: `update ${table} set last = greatest(last, $1) where name = $2 returning last`,
      values: [upTo, name],
    },
  ],

  /** https://www.postgresql.org/docs/current/errcodes-appendix.html */
  troubleOf(code) {
    if (typeof code !== 'string') return undefined
    if (code === 'lost') return 'lost'
    // unique violation, check violation
    if (code === '23505' || code === '23514') return 'refused'
    // serialization failure, deadlock, lock not available; a prepared statement that is not there, or already is
    if (/^(40001|40P01|55P03|26000|42P05)$/.test(code)) return 'busy'
    // Connection errors, insufficient resources, operator intervention, transaction timeouts, and read-only errors:
    // from a read-only session, or from a server that is no longer the leader after a failover.
    return /^(08|53|57|25006|25P0[34]|58000|58030)/.test(code) ? 'lost' : undefined
  },
}
