import type { Kind } from '../contract.ts'
import { FACETS, keyOf, MOST_LINKED_VALUES } from '../shared/keys.ts'
import { type AnyCondition, type AnyFilter, onColumn } from './conditions.ts'
import type { Database } from './database.ts'
import { integer } from './rows.ts'
import type { Hits } from './search.ts'
import { namesRows } from './selection.ts'
import { CLASS, linkColumn } from './tables.ts'
import { windowTotal } from './totals.ts'

/*
 * Chooses the condition whose links a query reads first; for the other conditions it looks up each event. Links of one
 * value are in the order of their start, so a page by start is read off them, however many they are. Those of several
 * values or of a range must be sorted: the fastest way if they are few, or if all of them are counted. Planners
 * misjudge how many they are, and that of SQLite does not know. So the database counts them first, up to a limit.
 */

/** With more links, a page is read in the order of its list. In 20,000 events, both take the same time. */
const FEW = 1000

/** `order`: of the page; `undefined` if all matching events are read. */
export async function driverOf(
  database: Database,
  kind: Kind,
  filter: AnyFilter,
  hits: Hits,
  order: string | undefined,
): Promise<AnyCondition | undefined> {
  const { where = [] } = filter
  if (kind === 'extra') return where.find((one) => one.key === 'labels' && selects(one))
  if (kind !== 'event') return undefined
  // The facet with the fewest events per value.
  for (const facet of FACETS) {
    const condition = where.find((one) => one.key === facet && selects(one))
    if (condition !== undefined) return condition
  }
  const own = where.filter((one) => one.key === 'field' && (selects(one) || isRange(one)))
  if (own.length === 0 || typeof hits === 'object' || namesRows('event', filter)) return undefined
  const sorted = order === undefined || order === 'start' ? own.find(hasOneValue) : undefined
  if (own.length === 1 && sorted !== undefined) return sorted
  const { links, events } = await numbersOf(database, own, where, order === undefined)
  const fewest = Math.min(...links)
  if (fewest < FEW) return own[links.indexOf(fewest)]
  return sorted ?? (order === undefined && events >= FEW ? own[0] : undefined)
}

function selects({ key: _key, in: values = [], ...others }: AnyCondition): boolean {
  return Object.keys(others).length === 0 && values.length > 0 && values.length <= MOST_LINKED_VALUES
}

const isRange = ({ in: some, notIn: none, gte, gt, lte, lt }: AnyCondition): boolean =>
  some === undefined && none === undefined && (gte ?? gt ?? lte ?? lt) !== undefined

const hasOneValue = ({ in: values }: AnyCondition): boolean => values?.length === 1

/** `links`: the number of each condition, up to `FEW`. `events`: the number in the window of the filter, for a count. */
async function numbersOf(
  database: Database,
  conditions: readonly AnyCondition[],
  where: readonly AnyCondition[],
  isCount: boolean,
): Promise<{ readonly links: readonly number[]; readonly events: number }> {
  const { client, dialect, names } = database
  const builder = database.builder()
  const numbers = conditions.map((condition, index) => {
    const value = dialect.quote(linkColumn('field').name)
    const values = onColumn(builder, value, keyOf('event', 'field'), condition).join(' and ')
    const some = `select 1 from ${names.table('event_field')} where ${values} limit ${builder.bind(FEW)}`
    return `(select count(*) from (${some}) c${index}) as n${index}`
  })
  const times = where.filter(({ key }) => key === 'start' || key === 'end')
  const window = [...times, ...where.filter(({ key }) => CLASS.some((one) => one === key))]
  const total = isCount && times.length > 0 ? windowTotal(database, builder, { where: window }) : undefined
  if (total !== undefined) numbers.push(`(${total}) as events`)
  const [row] = await client.query(builder.statement(`select ${numbers.join(', ')}`))
  return {
    links: conditions.map((_, index) => integer(row?.[`n${index}`])),
    events: total === undefined ? Number.POSITIVE_INFINITY : integer(row?.events),
  }
}
