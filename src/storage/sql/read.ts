import { hasWords } from '../atoms.ts'
import {
  containsText,
  type Document,
  type Filter,
  type Kind,
  ORDERS,
  type OrderOf,
  type Query,
} from '../contract.ts'
import type { Facet } from '../facets.ts'
import type { SqlRow } from './client.ts'
import { type AnyFilter, onColumn, oneOf } from './conditions.ts'
import type { Database } from './database.ts'
import { documentIn, integer, textIn } from './rows.ts'
import type { Hits } from './search.ts'
import { select } from './selection.ts'
import { specOf } from './tables.ts'
import { windowTotal } from './totals.ts'

/*
 * The reads of the contract. `hits`: what the index of texts has found (see search.ts).
 */

export async function get<K extends Kind>(
  database: Database,
  kind: K,
  ids: readonly number[],
): Promise<Document<K>[]> {
  const wanted = ids.filter(Number.isSafeInteger)
  if (wanted.length === 0) return []
  const rows = await database.gather.ask(kind, wanted, (draft, all) => {
    const where = oneOf(draft, 'id', 'integer', all) ?? '1 = 0'
    return `select ${database.read.plain} from ${database.names.table(kind)} where ${where}`
  })
  const found = new Map(rows.map((row) => [integer(row.id), row]))
  return [...new Set(ids)].flatMap((id) => {
    const row = found.get(id)
    return row === undefined ? [] : [documentIn(kind, row)]
  })
}

export async function find<K extends Kind>(
  database: Database,
  kind: K,
  query: Query<K>,
  hits: Hits,
): Promise<Document<K>[]> {
  if (query.limit === 0) return []
  if (mustBeRead(query)) {
    const ids = await readMatching(database, kind, query, hits)
    const offset = query.offset ?? 0
    return get(database, kind, ids.slice(offset, offset + query.limit))
  }
  const { client, dialect, names } = database
  const draft = database.draft()
  const byStart = query.order === 'start'
  const { from, where, column, isDirect, repeats } = select(database, draft, kind, query, {
    byStart,
    hits,
  })
  const order = orderOf(kind, query.order)
  const by = (columnOf: (key: string) => string) =>
    order.map(({ key, direction }) => `${columnOf(key)}${direction}`).join(', ')
  const own = (key: string) => `e.${dialect.quote(key)}`
  const byExpiry = query.where?.some(({ key }) => key === 'expires') ?? false
  if (isDirect && !byStart && !byExpiry) {
    const sorted = query.order === 'id' && namesRows(query) ? dialect.sorted(own('id')) : by(own)
    const sql = `select ${database.read.plain} from ${from}${where} order by ${sorted}`
    const rows = await client.query(draft.statement(sql + limit(database, draft.bind, query)))
    return rows.map((row) => documentIn(kind, row))
  }
  // The page is found in an index alone; only its own rows are then read.
  const needed = [...new Set(['id', ...order.map(({ key }) => key)])].map(column)
  const group = repeats ? ` group by ${needed.join(', ')}` : ''
  const page = `select ${column('id')} as id from ${from}${where}${group} order by ${byExpiry ? dialect.sorted(column('id')) : by(column)}${limit(database, draft.bind, query)}`
  const sorting = order.map(({ key }) => own(key)).join(', ')
  const sql = `select ${database.read.ofE}, ${sorting} from (${page}) page join ${names.table(kind)} e on e.id = page.id`
  const rows = await client.query(draft.statement(sql))
  // Sorted here: databases would carry whole documents through their temporary tables.
  return [...rows].sort(byRows(order)).map((row) => documentIn(kind, row))
}

export async function count<K extends Kind>(
  database: Database,
  kind: K,
  filter: Filter<K>,
  hits: Hits,
): Promise<number> {
  if (mustBeRead(filter)) return (await readMatching(database, kind, filter, hits)).length
  const draft = database.draft()
  const total = kind === 'event' ? windowTotal(database, draft, filter) : undefined
  if (total !== undefined) return numberIn(await database.client.query(draft.statement(total)))
  const { from, where, column, repeats } = select(database, draft, kind, filter, { hits })
  const what = repeats ? `count(distinct ${column('id')})` : 'count(*)'
  return numberIn(await database.client.query(draft.statement(`select ${what} as n from ${from}${where}`)))
}

const numberIn = (rows: readonly SqlRow[]): number => integer(rows[0]?.n ?? 0)

export async function tally(
  database: Database,
  facet: Facet,
  filter: Filter<'event'>,
  hits: Hits,
  values?: readonly number[],
): Promise<Map<number, number>> {
  if (values?.length === 0) return new Map()
  const status = onlyStatus(filter)
  if (status !== undefined && values !== undefined) return tallyOfPage(database, facet, status, values)
  if (mustBeRead(filter)) {
    const ids = await readMatching(database, 'event', filter, hits)
    return tally(database, facet, { where: [{ key: 'id', in: ids }] }, hits, values)
  }
  const draft = database.draft()
  const sql =
    !hasWords(filter) && (filter.where ?? []).every(({ key }) => key === 'status')
      ? keptTally(database, draft, facet, filter, values)
      : countedTally(database, draft, facet, filter, hits, values)
  const rows = await database.client.query(draft.statement(sql))
  return new Map(rows.map((row) => [integer(row.value), integer(row.n)]))
}

/** The status, where the filter asks for one and nothing else. */
function onlyStatus(filter: AnyFilter): string | undefined {
  const [condition, ...more] = filter.where ?? []
  if (condition?.key !== 'status' || more.length > 0 || hasWords(filter)) return undefined
  const { key: _key, in: [status, ...others] = [], ...bounds } = condition
  if (others.length > 0 || Object.keys(bounds).length > 0) return undefined
  return typeof status === 'string' ? status : undefined
}

/** For the values of a page: how many events of the status carry each. */
async function tallyOfPage(
  { gather, dialect, names }: Database,
  facet: Facet,
  status: string,
  values: readonly number[],
): Promise<Map<number, number>> {
  const value = dialect.quote('value')
  const rows = await gather.ask(`${facet} ${status}`, values, (draft, all) => {
    const where = `facet = ${draft.bind(facet)} and status = ${draft.bind(status)}`
    const some = oneOf(draft, value, 'integer', all) ?? '1 = 0'
    return `select ${value}, n from ${names.table('event_tally')} where ${where} and ${some} and n > 0`
  })
  const wanted = new Set(values)
  return new Map(
    rows.map((row) => [integer(row.value), integer(row.n)] as const).filter(([id]) => wanted.has(id)),
  )
}

function keptTally(
  { dialect, names }: Database,
  draft: ReturnType<Database['draft']>,
  facet: Facet,
  { where = [] }: Filter<'event'>,
  values: readonly number[] | undefined,
): string {
  const value = dialect.quote('value')
  const parts = [
    `facet = ${draft.bind(facet)}`,
    ...(values === undefined ? [] : [oneOf(draft, value, 'integer', values) ?? '1 = 0']),
    ...where.flatMap((condition) => onColumn(draft, 'status', specOf('event', 'status'), condition)),
  ]
  return `select ${value}, sum(n) as n from ${names.table('event_tally')} where ${parts.join(' and ')} group by ${value} having sum(n) > 0`
}

function countedTally(
  database: Database,
  draft: ReturnType<Database['draft']>,
  facet: Facet,
  filter: Filter<'event'>,
  hits: Hits,
  values: readonly number[] | undefined,
): string {
  const { dialect } = database
  const value = `l.${dialect.quote(`${facet}_id`)}`
  const { from, where } = select(database, draft, 'event', filter, { links: facet, hits })
  const some = values === undefined ? undefined : (oneOf(draft, value, 'integer', values) ?? '1 = 0')
  const all = some === undefined ? where : `${where === '' ? ' where ' : `${where} and `}${some}`
  return `select ${value} as ${dialect.quote('value')}, count(*) as n from ${from}${all} group by ${value}`
}

// —— Order and extent —————————————————————————————————————————————————————————————————————————————————————————

function orderOf<K extends Kind>(kind: K, order: OrderOf<K>): { key: string; direction: string }[] {
  const orders: Readonly<Record<string, readonly string[]>> = ORDERS[kind]
  return (orders[order] ?? ['id']).map((part) =>
    part.startsWith('-') ? { key: part.slice(1), direction: ' desc' } : { key: part, direction: '' },
  )
}

/** As the database sorts them; `id` is the only number. */
const byRows =
  (order: readonly { key: string; direction: string }[]) =>
  (a: SqlRow, b: SqlRow): number => {
    for (const { key, direction } of order) {
      const [x, y] = key === 'id' ? [integer(a.id), integer(b.id)] : [String(a[key]), String(b[key])]
      if (x !== y) return x < y === (direction === '') ? -1 : 1
    }
    return 0
  }

/** By these keys few rows are found for each value. */
const NAMING = ['id', 'slug', 'unique_slug', 'name', 'parent']

const namesRows = ({ where = [] }: AnyFilter): boolean =>
  where.some((condition) => condition.in !== undefined && NAMING.includes(condition.key))

function limit(
  { dialect }: Database,
  bind: (value: number) => string,
  { limit: most, offset = 0 }: Pick<Query, 'limit' | 'offset'>,
): string {
  const isLimited = most < Number.MAX_SAFE_INTEGER
  if (offset === 0) return isLimited ? ` limit ${bind(most)}` : ''
  return `${isLimited ? ` limit ${bind(most)}` : ` ${dialect.unlimited}`} offset ${bind(offset)}`
}

// —— Words of one field ———————————————————————————————————————————————————————————————————————————————————————

/** SQL cannot say that several parts are in one and the same field; the texts that have them at all are read. */
const mustBeRead = ({ text }: AnyFilter): boolean => text?.oneField === true && text.all.length > 1

/** IDs of all that match, in order. */
async function readMatching<K extends Kind>(
  database: Database,
  kind: K,
  query: Filter<K> & { readonly order?: OrderOf<K> },
  hits: Hits,
): Promise<number[]> {
  const draft = database.draft()
  const { quote } = database.dialect
  const { from, where, column, repeats } = select(database, draft, kind, query, { hits })
  const order = query.order === undefined ? [{ key: 'id', direction: '' }] : orderOf(kind, query.order)
  const by = order.map(({ key, direction }) => `e.${quote(key)}${direction}`).join(', ')
  const rows = await database.client.query(
    draft.statement(`select ${column('id')} as id, e.${quote('text')} from ${from}${where} order by ${by}`),
  )
  const { text } = query
  const ids = rows
    .filter((row) => text === undefined || containsText(textIn(row), text))
    .map((row) => integer(row.id))
  return repeats ? [...new Set(ids)] : ids
}
