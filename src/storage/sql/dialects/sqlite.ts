import { packPart } from '../packed-text.ts'
import { indexName } from '../tables.ts'
import type { Dialect, Trouble } from './dialect.ts'

const TYPES = { integer: 'integer', boolean: 'integer', real: 'real', text: 'text' } as const

/** Primary result codes, by number and by name: https://sqlite.org/rescode.html */
const TROUBLES: readonly (readonly [number, string, Trouble])[] = [
  [5, 'BUSY', 'busy'],
  [6, 'LOCKED', 'busy'],
  [8, 'READONLY', 'lost'],
  [10, 'IOERR', 'lost'],
  [13, 'FULL', 'lost'],
  [14, 'CANTOPEN', 'lost'],
  [17, 'SCHEMA', 'busy'],
  [19, 'CONSTRAINT', 'refused'],
]

const quote = (name: string) => `"${name}"`

const older = (() => {
  const mark = `instr(data, '"modified_utc":"')`
  const modified = `case when ${mark} > 0 then substr(data, ${mark} + 16, 19) else "date" end`
  const start = `(substr("text", 2, 250) || char(31))`
  const title = `substr(${start}, 1, instr(${start}, char(31)) - 1)`
  const more = `',"modified":' || json_quote(${modified}) || ',"title":' || json_quote(${title})`
  return { modified, title, keys: `substr("keys", 1, length("keys") - 1) || ${more} || '}'` }
})()

export const sqlite: Dialect = {
  name: 'sqlite',
  quote,
  placeholder: () => '?',
  boolean: (value) => (value ? 1 : 0),

  // Send the list as one value: the statement does not depend on its length, and Cloudflare D1 binds at most 100
  // values.
  oneOf: (column, type, values, bind) =>
    type === 'real'
      ? `${column} in (${values.map(bind).join(', ')})`
      : `${column} in (select value from json_each(${bind(JSON.stringify(values))}))`,

  contains: (column, part, bind) => `instr(${column}, ${bind(part)}) > 0`,
  elements: (json, key) => ({ from: `json_each(${json}, '$.${key}') as j`, value: 'j.value' }),
  addToCount: (primary, table) =>
    `on conflict (${primary.map(quote).join(', ')}) do update set n = ${table}.n + excluded.n`,
  overwrite: (primary, columns) =>
    `on conflict (${primary.map(quote).join(', ')}) do update set ${columns.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')}`,
  joinInOrder: 'cross join',

  joined: (first, second) => `${first} || ${second}`,

  takesManyRows: false,
  insertIgnoring: (into, rows) => `insert or ignore into ${into} ${rows}`,
  forUpdate: '',
  comparesRows: true,
  unlimited: 'limit -1',
  // A unary plus only prevents the use of an index:
  // https://sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_
  unindexed: (column) => `+${column}`,
  sorted: (id) => `+${id}`,

  create(table, names) {
    const columns = table.columns.map(
      ({ name, type, nullable }) => `${quote(name)} ${TYPES[type]}${nullable ? '' : ' not null'}`,
    )
    const [only = ''] = table.primary
    // An integer primary key is the row ID. Tables with other primary keys are WITHOUT ROWID, so the key needs no
    // second B-tree.
    const isRowId =
      table.primary.length === 1 &&
      table.columns.some(({ name, type }) => name === only && type === 'integer')
    const list = [
      ...columns,
      `primary key (${table.primary.map(quote).join(', ')})`,
      ...(table.unique === undefined ? [] : [`unique (${quote(table.unique)})`]),
      ...(table.check === undefined ? [] : [`check (${table.check})`]),
    ]
    return [
      `create table if not exists ${names.table(table.name)} (\n  ${list.join(',\n  ')}\n)${isRowId ? ' strict' : ' strict, without rowid'}`,
      ...table.indexes.map(
        (index) =>
          `create index if not exists ${names.index(indexName(table, index))} on ${names.table(table.name)} (${index.map(quote).join(', ')})`,
      ),
    ]
  },

  hashNames: () => [],
  older,

  exists: (names, name) => ({
    sql: 'select name from sqlite_master where name = ?',
    values: [names.plain(name)],
  }),
  alone: [],

  // A trigram index that triggers maintain, so that it also follows writes by other programs.
  searchIndex(names) {
    const event = names.table('event')
    const search = names.table('event_search')
    const remove = `delete from ${search} where rowid = old.id`
    const add = `insert into ${search} (rowid, "text") values (new.id, new."text")`
    const trigger = (name: string, when: string, ...steps: string[]) =>
      `create trigger if not exists ${names.index(`event_search_${name}`)} after ${when} on ${event} begin ${steps.join('; ')}; end`
    return [
      `create virtual table if not exists ${search} using fts5("text", content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1')`,
      // Only before the triggers exist: if two processes do this at once, the second must not add rows twice.
      `insert into ${search} (rowid, "text") select id, "text" from ${event} where not exists (select 1 from sqlite_master where type = 'trigger' and name = '${names.plain('event_search_insert')}')`,
      trigger('insert', 'insert', add),
      trigger('update', 'update of "text"', remove, add),
      trigger('delete', 'delete', remove),
    ]
  },

  textIndex: {
    candidates(names, parts, bind) {
      const query = trigramsOf(parts)
      if (query === '') return undefined
      const search = names.table('event_search')
      return `select rowid from ${search} where ${search} match ${bind(query)}`
    },
    // Return one value instead of many rows, because the IDs are only sent back.
    gathered: (candidates) => `select count(*) as n, json_group_array(rowid) as ids from (${candidates})`,
    among: (id, ids, bind) => `${id} in (select value from json_each(${bind(ids)}))`,
  },

  // D1 and Durable Objects refuse more.
  mostJoined: 5,

  joinsChanges: false,

  needsStatistics: false,

  allocate: (table, name, count) => [
    { sql: `update ${table} set last = last + ? where name = ? returning last`, values: [count, name] },
  ],

  reserve: (table, name, upTo) => [
    { sql: `update ${table} set last = max(last, ?) where name = ? returning last`, values: [upTo, name] },
  ],

  troubleOf: (code) =>
    TROUBLES.find(([number, name]) =>
      typeof code === 'number' ? (code & 0xff) === number : code?.startsWith(`SQLITE_${name}`),
    )?.[2],
}

/** More trigrams do not make the query more selective. */
const MOST_TRIGRAMS = 40

/** An FTS5 query for all texts that contain the parts: https://sqlite.org/fts5.html#the_trigram_tokenizer */
function trigramsOf(parts: readonly string[]): string {
  const trigrams = new Set<string>()
  for (const part of parts) {
    const characters = [...packPart(part)]
    for (let index = 0; index + 3 <= characters.length && trigrams.size < MOST_TRIGRAMS; index++) {
      const trigram = characters.slice(index, index + 3).join('')
      trigrams.add(`"${trigram.replaceAll('"', '""')}"`)
    }
  }
  return [...trigrams].join(' AND ')
}
