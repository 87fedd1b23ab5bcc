import type { Dialect } from './dialect.ts'

const TYPES = {
  integer: 'bigint',
  boolean: 'boolean',
  real: 'double precision',
  // Compared byte by byte, whatever the database's own collation is.
  text: 'text collate "C"',
} as const

const ARRAYS = {
  integer: 'bigint[]',
  boolean: 'boolean[]',
  real: 'double precision[]',
  text: 'text[]',
} as const

const quote = (name: string) => `"${name}"`

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-INPUT */
const arrayLiteral = (values: readonly (string | number)[]): string =>
  `{${values.map((value) => (typeof value === 'number' ? String(value) : `"${value.replace(/["\\]/g, '\\$&')}"`)).join()}}`

export const postgres: Dialect = {
  name: 'postgres',
  quote,
  placeholder: (position) => `$${position}`,
  boolean: (value) => value,

  // Sent as a text: each client library has its own idea of arrays.
  oneOf: (column, type, values, bind) =>
    `${column} = any(${bind(arrayLiteral(values))}::text::${ARRAYS[type]})`,

  // LIKE, which pg_trgm's index can answer; it is exact under the "C" collation.
  contains: (column, part, bind) => `${column} like ${bind(`%${part.replace(/[\\%_]/g, '\\$&')}%`)}`,
  elements: {
    from: (column, key) => `jsonb_array_elements_text(${column}::jsonb -> '${key}') as j(value)`,
    value: 'j.value::bigint',
  },
  addToCount: (primary, table) =>
    `on conflict (${primary.map(quote).join(', ')}) do update set n = ${table}.n + excluded.n`,
  insertIgnoring: (into, rows) => `insert into ${into} ${rows} on conflict do nothing`,
  forUpdate: ' for update',
  unlimited: 'limit all',
  unindexed: (column) => column,
  // Before the first ANALYZE it takes a slug for frequent, and would look for it in the order of the IDs.
  sorted: (id) => `${id} + 0`,

  create(table, names) {
    const columns = table.columns.map(
      ({ name, type, nullable }) => `${quote(name)} ${TYPES[type]}${nullable ? '' : ' not null'}`,
    )
    const rest = table.columns.map(({ name }) => name).filter((name) => !table.primary.includes(name))
    const include = table.covering ? ` include (${rest.map(quote).join(', ')})` : ''
    const list = [
      ...columns,
      `primary key (${table.primary.map(quote).join(', ')})${include}`,
      ...(table.unique === undefined ? [] : [`unique (${quote(table.unique)})`]),
      ...(table.check === undefined ? [] : [`check (${table.check})`]),
    ]
    return [
      `create table if not exists ${names.table(table.name)} (\n  ${list.join(',\n  ')}\n)`,
      ...table.indexes.map(
        (index) =>
          `create index if not exists ${names.index(`${table.name}_${index[0]}`)} on ${names.table(table.name)} (${index.map(quote).join(', ')})`,
      ),
    ]
  },

  exists: (names, name) => ({
    sql: 'select to_regclass($1) as name where to_regclass($1) is not null',
    values: [names.table(name)],
  }),

  // One number for all calendars: what they create may be the same extension.
  alone: ['select pg_advisory_xact_lock(5193174)'],

  searchIndex: (names) => [
    'create extension if not exists pg_trgm',
    `create index if not exists ${names.index('event_search')} on ${names.table('event')} using gin ("text" gin_trgm_ops)`,
  ],

  asText: (name) => `row_to_json(${name})::text`,

  needsStatistics: true,

  allocate: (table, name, count) => [
    { sql: `update ${table} set last = last + $1 where name = $2 returning last`, values: [count, name] },
  ],

  /** https://www.postgresql.org/docs/current/errcodes-appendix.html */
  troubleOf(code) {
    if (typeof code !== 'string') return undefined
    if (code === 'lost') return 'lost'
    // Unique, and check.
    if (code === '23505' || code === '23514') return 'refused'
    // Serialization failure, deadlock, lock not available.
    if (code === '40001' || code === '40P01' || code === '55P03') return 'busy'
    // Connections, resources, operators stepping in; and a server that only reads, as after a change of leaders.
    return /^(08|53|57|25006|58000|58030)/.test(code) ? 'lost' : undefined
  },
}
