import type { Dialect, Trouble } from './dialect.ts'

/** Beyond, one JSON list is sent instead of single values. */
const MOST_PLACEHOLDERS = 64

const quote = (name: string) => `\`${name}\``

const typeOf = ({ type, width }: { type: string; width?: number }): string => {
  if (type === 'integer') return 'bigint'
  if (type === 'boolean') return 'boolean'
  if (type === 'real') return 'double'
  return width === undefined ? 'longtext' : `varchar(${width})`
}

/** Characters of a text without a width that go into an index. */
const PREFIX = 128

/**
 * Bytes decide whether texts are the same, blanks at the end included. Each of the servers executes its own of
 * these comments and passes over the other.
 */
const COLLATION = '/*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */'

/** https://mariadb.com/docs/server/reference/error-codes, and MySQL's own list */
const TROUBLES: Readonly<Record<number, Trouble>> = {
  1062: 'refused', // duplicate entry
  3819: 'refused', // check constraint, MySQL
  4025: 'refused', // check constraint, MariaDB
  1020: 'busy', // record has changed since last read
  1205: 'busy', // lock wait timeout
  1213: 'busy', // deadlock, and a write that another Galera node came before
  1412: 'busy', // table definition has changed
  1040: 'lost', // too many connections
  1047: 'lost', // a Galera node that is not ready
  1053: 'lost', // shutdown in progress
  1158: 'lost', // network
  1159: 'lost',
  1160: 'lost',
  1161: 'lost',
  1180: 'lost', // error during commit
  1203: 'lost', // too many connections of the user
  1226: 'lost', // resources of the user
  1290: 'lost', // read only
  1317: 'lost', // interrupted
  1836: 'lost', // read only
  1927: 'lost', // connection killed
  2006: 'lost',
  2013: 'lost',
}

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
    // Filled up to the next power of two, so that lists of most lengths share their statements.
    const size = 2 ** Math.ceil(Math.log2(values.length))
    const filled = Array.from(
      { length: size },
      (_, index) => values[Math.min(index, values.length - 1)] ?? null,
    )
    return `${column} in (${filled.map(bind).join(', ')})`
  },

  contains: (column, part, bind) => `instr(${column}, ${bind(part)}) > 0`,
  elements: {
    from: (column, key) => `json_table(${column}, '$.${key}[*]' columns (value bigint path '$')) as j`,
    value: 'j.value',
  },
  addToCount: () => 'on duplicate key update n = n + values(n)',
  insertIgnoring: (into, rows) => `insert ignore into ${into} ${rows}`,
  forUpdate: ' for update',
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
      // Inside of the table's own statement: what is created, is created with its indexes.
      ...table.indexes.map((index) => `key ${quote(index[0] ?? '')} (${index.map(indexed).join(', ')})`),
    ]
    return [
      `create table if not exists ${names.table(table.name)} (\n  ${list.join(',\n  ')}\n) engine = InnoDB default character set utf8mb4 ${COLLATION}`,
    ]
  },

  exists: (names, name) => ({
    sql: `select table_name from information_schema.tables where table_schema = ${names.schema === undefined ? 'database()' : '?'} and table_name = ?`,
    values: [...(names.schema === undefined ? [] : [names.schema]), names.plain(name)],
  }),
  // A statement that creates something ends the transaction it stands in; each waits for others by itself.
  alone: [],

  // Its full-text search knows words, and not the parts of words that the contract asks for.
  searchIndex: () => [],

  needsStatistics: false,

  allocate: (table, name, count) => [
    { sql: `update ${table} set last = last + ? where name = ?`, values: [count, name] },
    { sql: `select last from ${table} where name = ?`, values: [name] },
  ],

  troubleOf: (code) => (code === 'lost' ? 'lost' : typeof code === 'number' ? TROUBLES[code] : undefined),
}
