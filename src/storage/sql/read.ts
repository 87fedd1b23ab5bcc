import {
  containsText,
  type Document,
  type Facet,
  type Filter,
  type Kind,
  orderConditions,
  orderParts,
  type Query,
} from '../contract.ts'
import { hasWords } from '../shared/atoms.ts'
import { isFacet, keyOf } from '../shared/keys.ts'
import { comparing } from '../shared/orders.ts'
import type { SqlRow } from './client.ts'
import { type AnyCondition, type AnyFilter, onColumn, oneOf } from './conditions.ts'
import type { Database } from './database.ts'
import { driverOf } from './drivers.ts'
import { openClass, openTally } from './open-tally.ts'
import { documentIn, integer, tallyList, textIn } from './rows.ts'
import type { Hits } from './search.ts'
import { namesRows, rareCondition, select } from './selection.ts'
import { CLASS, isSorted, SORT_KEYS } from './tables.ts'
import { windowTotal } from './totals.ts'

/* The reads of the contract. `hits`: the result of the full-text index (see search.ts). */

export async function get<K extends Kind>(
  database: Database,
  kind: K,
  ids: readonly number[],
): Promise<Document<K>[]> {
  const wanted = ids.filter(Number.isSafeInteger)
  if (wanted.length === 0) return []
  const rows = await database.gather.ask(kind, wanted, (builder, all) => {
    const where = oneOf(builder, 'id', 'integer', all) ?? '1 = 0'
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
  asked: Query<K>,
  hits: Hits,
): Promise<Document<K>[]> {
  if (asked.limit === 0) return []
  const query = { ...asked, where: [...(asked.where ?? []), ...orderConditions(kind, asked.order)] }
  if (mustBeRead(query)) {
    const { offset = 0, limit } = query
    const ids = await readMatching(database, kind, query, hits, offset + limit)
    return get(database, kind, ids.slice(offset, offset + limit))
  }
  const { client, dialect, names } = database
  const read = query.keysOnly === true ? database.readKeys : database.read
  const builder = database.builder()
  const order = orderParts(kind, query.order, query.reverse)
  const byStart = query.order === 'start'
  const sorted = isSortedApart(kind, query)
  const isFoundFirst =
    query.order === 'id' && (namesRows(kind, query) || rareCondition(kind, query.where ?? []) !== undefined)
  const { from, where, column, isDirect, repeats } = select(database, builder, kind, query, {
    byStart,
    byId: isFoundFirst,
    driver: await driverOf(database, kind, query, hits, query.order),
    hits,
    sorted,
    few: sorted ? await fewOf(database, kind, query) : undefined,
    after: query.after && { order, place: query.after },
  })
  const by = (columnOf: (key: string) => string) =>
    order.map(({ key, isDescending }) => columnOf(key) + direction(isDescending)).join(', ')
  const own = (key: string) => `e.${dialect.quote(key)}`
  const byExpiry = query.where?.some(({ key }) => key === 'expires') ?? false
  if (isDirect && !byStart && !byExpiry) {
    const sorting = isFoundFirst ? dialect.sorted(own('id')) + direction(query.reverse === true) : by(own)
    const sql = `select ${read.plain} from ${from}${where} order by ${sorting}`
    const rows = await client.query(builder.statement(sql + limit(database, builder.bind, query)))
    return rows.map((row) => documentIn(kind, row))
  }
  // Select the page from an index alone, then read only the rows of the page.
  const needed = [...new Set(['id', ...order.map(({ key }) => key)])]
  // SQLite would read all links in the order of their events, to save the sorting of a few.
  const sortable = (key: string) => (repeats && key === 'id' ? dialect.unindexed(column(key)) : column(key))
  const group = repeats ? ` group by ${needed.map(sortable).join(', ')}` : ''
  const values = needed.map((key) => `${column(key)} as ${dialect.quote(key)}`).join(', ')
  const page = `select ${values} from ${from}${where}${group} order by ${byExpiry ? dialect.sorted(column('id')) + direction(query.reverse === true) : by(sortable)}${limit(database, builder.bind, query)}`
  const sorting = needed.filter((key) => key !== 'id').map((key) => `page.${dialect.quote(key)}`)
  const sql = `select ${[read.ofE, ...sorting].join(', ')} from (${page}) page join ${names.table(kind)} e on e.id = page.id`
  const rows = await client.query(builder.statement(sql))
  // Sort here. Databases would copy whole documents into temporary tables.
  return [...rows]
    .sort(comparing(kind, query.order, valueIn, query.reverse))
    .map((row) => documentIn(kind, row))
}

export async function count<K extends Kind>(
  database: Database,
  kind: K,
  filter: Filter<K>,
  hits: Hits,
): Promise<number> {
  if (mustBeRead(filter)) return (await readMatching(database, kind, filter, hits)).length
  const builder = database.builder()
  const total = kind === 'event' ? windowTotal(database, builder, filter) : undefined
  if (total !== undefined) return numberIn(await database.client.query(builder.statement(total)))
  const driver = await driverOf(database, kind, filter, hits, undefined)
  const { from, where, column, repeats } = select(database, builder, kind, filter, { driver, hits })
  const what = repeats ? `count(distinct ${column('id')})` : 'count(*)'
  return numberIn(await database.client.query(builder.statement(`select ${what} as n from ${from}${where}`)))
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
  const counted = hasWords(filter) ? undefined : classOf(filter.where ?? [])
  if (counted !== undefined && values !== undefined) return tallyOfPage(database, facet, counted, values)
  const open = hasWords(filter) ? undefined : openClass(filter.where ?? [])
  if (open !== undefined) return tallyOfOpen(database, facet, open, values)
  if (mustBeRead(filter)) {
    const ids = await readMatching(database, 'event', filter, hits)
    return tally(database, facet, { where: [{ key: 'id', in: ids }] }, hits, values)
  }
  const builder = database.builder()
  const sql =
    !hasWords(filter) && (filter.where ?? []).every(({ key }) => key === 'status' || key === 'series')
      ? keptTally(database, builder, facet, filter, values)
      : countedTally(database, builder, facet, filter, hits, values)
  return countsIn(await database.client.query(builder.statement(sql)))
}

const countsIn = (rows: readonly SqlRow[]) => new Map(rows.map((row) => [integer(row.value), integer(row.n)]))

function countsOfPage(rows: readonly SqlRow[], values: readonly number[]): Map<number, number> {
  const wanted = new Set(values)
  return new Map(
    rows.map((row) => [integer(row.id), integer(row.version)] as const).filter(([id]) => wanted.has(id)),
  )
}

interface Counted {
  readonly status: string
  readonly series: boolean
}

/** The conditions as one status, of series or of others, if they consist of that. */
function classOf(where: readonly AnyCondition[]): Counted | undefined {
  const only = (key: string) => {
    const { key: _key, in: [value, ...others] = [], ...bounds } = where.find((one) => one.key === key) ?? {}
    return others.length > 0 || Object.keys(bounds).length > 0 ? undefined : value
  }
  const [status, series] = [only('status'), only('series')]
  if (where.length !== 2 || typeof status !== 'string' || typeof series !== 'boolean') return undefined
  return { status, series }
}

/** The number of these events, for each value of a page. */
async function tallyOfPage(
  { gather, dialect, names }: Database,
  facet: Facet,
  { status, series }: Counted,
  values: readonly number[],
): Promise<Map<number, number>> {
  const value = dialect.quote('value')
  const rows = await gather.ask(`${facet} ${series} ${status}`, values, (builder, all) => {
    const where = `facet = ${builder.bind(facet)} and status = ${builder.bind(status)} and series = ${builder.bind(dialect.boolean(series))}`
    const some = oneOf(builder, value, 'integer', all) ?? '1 = 0'
    return `select ${tallyList(dialect)} from ${names.table('event_tally')} where ${where} and ${some} and n > 0`
  })
  return countsOfPage(rows, values)
}

/** The number of these events that everyone may read in full. */
async function tallyOfOpen(
  database: Database,
  facet: Facet,
  where: readonly AnyCondition[],
  values: readonly number[] | undefined,
): Promise<Map<number, number>> {
  const { client, dialect, gather } = database
  const one = classOf(where)
  if (one === undefined || values === undefined) {
    const builder = database.builder()
    const sql = openTally(database, builder, facet, where, values)
    return countsIn(await client.query(builder.statement(sql)))
  }
  // With what else is read for a page.
  const rows = await gather.ask(`${facet} ${one.series} ${one.status} open`, values, (builder, all) => {
    return `select ${tallyList(dialect)} from (${openTally(database, builder, facet, where, all)}) t`
  })
  return countsOfPage(rows, values)
}

function keptTally(
  { dialect, names }: Database,
  builder: ReturnType<Database['builder']>,
  facet: Facet,
  { where = [] }: Filter<'event'>,
  values: readonly number[] | undefined,
): string {
  const value = dialect.quote('value')
  const parts = [
    `facet = ${builder.bind(facet)}`,
    ...(values === undefined ? [] : [oneOf(builder, value, 'integer', values) ?? '1 = 0']),
    ...where.flatMap((condition) =>
      onColumn(builder, condition.key, keyOf('event', condition.key), condition),
    ),
  ]
  return `select ${value}, sum(n) as n from ${names.table('event_tally')} where ${parts.join(' and ')} group by ${value} having sum(n) > 0`
}

function countedTally(
  database: Database,
  builder: ReturnType<Database['builder']>,
  facet: Facet,
  filter: Filter<'event'>,
  hits: Hits,
  values: readonly number[] | undefined,
): string {
  const { dialect } = database
  const value = `l.${dialect.quote(`${facet}_id`)}`
  const { from, where } = select(database, builder, 'event', filter, { links: facet, hits })
  const some = values === undefined ? undefined : (oneOf(builder, value, 'integer', values) ?? '1 = 0')
  const all = some === undefined ? where : `${where === '' ? ' where ' : `${where} and `}${some}`
  return `select ${value} as ${dialect.quote('value')}, count(*) as n from ${from}${all} group by ${value}`
}

/** Whether the rows are read in the order of a sort table. */
function isSortedApart<K extends Kind>(kind: K, query: Query<K>): boolean {
  const [first] = orderParts(kind, query.order)
  if (first === undefined || !isSorted(kind)) return false
  if (SORT_KEYS[kind].includes(first.key)) return true
  const selects = ({ key, in: values }: AnyCondition) => values !== undefined && isFacet(key)
  return query.order === 'published' && !namesRows(kind, query) && !query.where?.some(selects)
}

/** With at most this many events in a window, these are sorted. Otherwise the order is read until the page is full. */
const MOST_IN_WINDOW = 1000

/** The window of the query, if few events are in it. */
async function fewOf(
  database: Database,
  kind: Kind,
  { where = [] }: AnyFilter,
): Promise<AnyFilter | undefined> {
  const isTime = ({ key }: AnyCondition) => key === 'start' || key === 'end'
  if (kind !== 'event' || !where.some(isTime)) return undefined
  const window = { where: where.filter((one) => isTime(one) || CLASS.some((key) => key === one.key)) }
  const builder = database.builder()
  const total = windowTotal(database, builder, window)
  if (total === undefined) return undefined
  const count = numberIn(await database.client.query(builder.statement(total)))
  return count <= MOST_IN_WINDOW ? window : undefined
}

/** A sort value: an ID or a date. */
const valueIn = (row: SqlRow, key: string) => (key === 'id' ? integer(row.id) : String(row[key]))

// —— Order and limit ——————————————————————————————————————————————————————————————————————————————————————————

const direction = (isDescending: boolean): string => (isDescending ? ' desc' : '')

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

/** SQL cannot express that one field contains several parts. Rows that contain all parts are read and checked here. */
const mustBeRead = ({ text }: AnyFilter): boolean => text?.oneField === true && text.all.length > 1

/** Maximum number of texts in memory. */
export const TEXTS_PER_READ = 100

/** The IDs of matching documents, in order. `most`: stop after this many. */
async function readMatching<K extends Kind>(
  database: Database,
  kind: K,
  query: Filter<K> & Partial<Pick<Query<K>, 'order' | 'reverse' | 'after'>>,
  hits: Hits,
  most = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const ids = await readCandidates(database, kind, query, hits)
  const found: number[] = []
  const size = Math.min(TEXTS_PER_READ, 2 * most)
  for (let from = 0; from < ids.length && found.length < most; from += size) {
    const part = ids.slice(from, from + size)
    const matching = new Set<number>()
    for (const row of await readTexts(database, kind, part)) {
      if (query.text === undefined || containsText(textIn(row), query.text)) matching.add(integer(row.id))
    }
    found.push(...part.filter((id) => matching.has(id)))
  }
  return found
}

/** The IDs of documents that contain all parts, in any fields. */
async function readCandidates<K extends Kind>(
  database: Database,
  kind: K,
  query: Filter<K> & Partial<Pick<Query<K>, 'order' | 'reverse' | 'after'>>,
  hits: Hits,
): Promise<number[]> {
  const builder = database.builder()
  const order = query.order === undefined ? [] : orderParts(kind, query.order, query.reverse)
  const sorted = order.some(({ key }) => SORT_KEYS[kind].includes(key))
  const driver = await driverOf(database, kind, query, hits, undefined)
  const after = query.after && { order, place: query.after }
  const { from, where, column } = select(database, builder, kind, query, { driver, hits, sorted, after })
  const by = order.map(({ key, isDescending }) => `${column(key)}${direction(isDescending)}`).join(', ')
  const end = by === '' ? '' : ` order by ${by}`
  const rows = await database.client.query(
    builder.statement(`select ${column('id')} as id from ${from}${where}${end}`),
  )
  return [...new Set(rows.map((row) => integer(row.id)))]
}

function readTexts(database: Database, kind: Kind, ids: readonly number[]): Promise<readonly SqlRow[]> {
  const builder = database.builder()
  const where = oneOf(builder, 'id', 'integer', ids) ?? '1 = 0'
  return database.client.query(
    builder.statement(
      `select id, ${database.dialect.quote('text')} from ${database.names.table(kind)} where ${where}`,
    ),
  )
}
