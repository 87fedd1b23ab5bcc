import { indexName } from '../tables.ts'
import type { Dialect, Trouble } from './dialect.ts'

/** Longer lists are sent as one JSON value instead of single values. */
const MOST_PLACEHOLDERS = 64

const quote = (name: string) => `\`${name}\``

const typeOf = ({ type, width }: { type: string; width?: number }): string => {
  if (type === 'integer') return 'bigint'
  if (type === 'boolean') return 'boolean'
  if (type === 'real') return 'double'
  return width === undefined ? 'longtext' : `varchar(${width})`
}

/** Characters of a text without a width that an index contains. */
const PREFIX = 128

/**
 * Texts are compared by bytes, including trailing spaces. Each server runs only the comment that it understands:
 * MariaDB the first, MySQL the second.
 */
const COLLATION = '/*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */'

/** https://mariadb.com/docs/server/reference/error-codes, and MySQL's own list */
const TROUBLES: Readonly<Record<number, Trouble>> = {
  1062: 'refused', // duplicate entry
  3819: 'refused', // check constraint, MySQL
  4025: 'refused', // check constraint, MariaDB
  1020: 'busy', // record has changed since last read
  1205: 'busy', // lock wait timeout
  1213: 'busy', // deadlock, or a conflict with a write on another Galera node
  1243: 'busy', // a prepared statement is unknown
  1412: 'busy', // table definition has changed
  1615: 'busy', // a prepared statement has to be prepared again
  1021: 'lost', // disk full
  1040: 'lost', // too many connections
  1041: 'lost', // out of memory
  1047: 'lost', // Galera node not ready
  1053: 'lost', // shutdown in progress
  1129: 'lost', // too many connection errors of this host
  1135: 'lost', // no thread for the connection
  1158: 'lost', // network
  1159: 'lost',
  1160: 'lost',
  1161: 'lost',
  1180: 'lost', // error during commit
  1203: 'lost', // too many connections of the user
  1226: 'lost', // user has exceeded a resource limit
  1461: 'lost', // too many prepared statements
  1290: 'lost', // read only
  1317: 'lost', // interrupted
  1792: 'lost', // read-only session
  1836: 'lost', // read only
  1927: 'lost', // connection killed
  2006: 'lost',
  2013: 'lost',
}

const older = (() => {
  const mark = `locate('"modified_utc":"', data)`
  const modified = `case when ${mark} > 0 then substring(data, ${mark} + 16, 19) else \`date\` end`
  const title = 'left(substring_index(substring(`text`, 2), char(31 using utf8mb4), 1), 250)'
  const more = `',"modified":', json_quote(${modified}), ',"title":', json_quote(${title})`
  return { modified, title, keys: `concat(left(\`keys\`, char_length(\`keys\`) - 1), ${more}, '}')` }
})()

export const mysql: Dialect = {
  name: 'mysql',
  quote,
  placeholder: () => '?',
  boolean: (value) => (value ? 1 : 0),

  oneOf(column, type, values, bind) {
    if (values.length > MOST_PLACEHOLDERS) {
      const element = type === 'text' ? 'varchar(768)' : typeOf({ type })
      const list = `json_table(${bind(JSON.stringify(values))}, '$[*]' columns (value ${element} path '$'))`
      return `${column} in (select j.value from ${list} as j)`
    }
    // Pad the list to a power of two, so that lists of most lengths share a prepared statement.
    const size = 2 ** Math.ceil(Math.log2(values.length))
    const filled = Array.from(
      { length: size },
      (_, index) => values[Math.min(index, values.length - 1)] ?? null,
    )
    return `${column} in (${filled.map(bind).join(', ')})`
  },

  contains: (column, part, bind) => `instr(${column}, ${bind(part)}) > 0`,
  elements: (json, key, column) => ({
    from: `json_table(${json}, '$.${key}[*]' columns (value ${typeOf(column)} path '$')) as j`,
    value: 'j.value',
  }),
  addToCount: () => 'on duplicate key update n = n + values(n)',
  overwrite: (_primary, columns) =>
    `on duplicate key update ${columns.map((name) => `${quote(name)} = values(${quote(name)})`).join(', ')}`,
  joinInOrder: 'straight_join',

  joined: (first, second) => `concat(${first}, ${second})`,

  takesManyRows: false,
  insertIgnoring: (into, rows) => `insert ignore into ${into} ${rows}`,
  forUpdate: ' for update',
  comparesRows: false,
  unlimited: 'limit 18446744073709551615',
  unindexed: (column) => column,
  sorted: (id) => id,

  create(table, names) {
    const widthOf = (name: string) => table.columns.find((column) => column.name === name)
    const indexed = (name: string) => {
      const column = widthOf(name)
      return column?.type === 'text' && column.width === undefined ? `${quote(name)}(${PREFIX})` : quote(name)
    }
    const list = [
      ...table.columns.map(
        (column) => `${quote(column.name)} ${typeOf(column)} ${column.nullable ? 'null' : 'not null'}`,
      ),
      `primary key (${table.primary.map(quote).join(', ')})`,
      ...(table.unique === undefined ? [] : [`unique key ${quote(table.unique)} (${quote(table.unique)})`]),
      ...(table.check === undefined ? [] : [`check (${table.check})`]),
      // Indexes are part of CREATE TABLE, so that a table never exists without them.
      ...table.indexes.map(
        (index) =>
          `key ${quote(indexName(table, index).slice(table.name.length + 1))} (${index.map(indexed).join(', ')})`,
      ),
    ]
    return [
      `create table if not exists ${names.table(table.name)} (\n  ${list.join(',\n  ')}\n) engine = InnoDB default character set utf8mb4 ${COLLATION}`,
    ]
  },

  hashNames: () => [],
  older,

  exists: (names, name) => ({
    sql: `select table_name from information_schema.tables where table_schema = ${names.schema === undefined ? 'database()' : '?'} and table_name = ?`,
    values: [...(names.schema === undefined ? [] : [names.schema]), names.plain(name)],
  }),
  // In MySQL, each CREATE statement commits the current transaction. Each one takes its own lock.
  alone: [],

  // MySQL's full-text search finds words, but the contract requires substrings.
  searchIndex: () => [],

  mostJoined: 16,

  joinsChanges: false,

  needsStatistics: false,

  allocate: (table, name, count) => [
    { sql: `update ${table} set last = last + ? where name = ?`, values: [count, name] },
    { sql: `select last from ${table} where name = ?`, values: [name] },
  ],

  reserve: (table, name, upTo) => [
    { sql: `update ${table} set last = greatest(last, ?) where name = ?`, values: [upTo, name] },
    { sql: `select last from ${table} where name = ?`, values: [name] },
  ],

  troubleOf: (code) => (code === 'lost' ? 'lost' : typeof code === 'number' ? TROUBLES[code] : undefined),
}
