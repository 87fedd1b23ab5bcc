import { FACETS, keyOf, MOST_LINKED_VALUES } from '../shared/keys.ts'
import { type AnyCondition, type AnyFilter, onColumn } from './conditions.ts'
import type { Database } from './database.ts'
import { integer } from './rows.ts'
import type { Hits } from './search.ts'
import { namesRows } from './selection.ts'
import { CLASS, linkColumn } from './tables.ts'
import { windowTotal } from './totals.ts'

/*
 * The condition whose links a query reads first. Links of one value are in the order of their start: a page by start is
 * read off them, however many they are. Links of several values and of ranges must be sorted. That is the fastest way
 * only if they are few, or if all matching events are counted. The database is asked how many there are, because
 * planners often misjudge it, and that of SQLite does not know.
 */

/** With more, a page is read in the order of its list. Both cost the same at about 1,000 of 20,000 events. */
const FEW = 1000

/** `order`: that of the page; `undefined` if all matching events are read. */
export async function driverOf(
  database: Database,
  filter: AnyFilter,
  hits: Hits,
  order: string | undefined,
): Promise<AnyCondition | undefined> {
  const { where = [] } = filter
  // The facet with the fewest events per value.
  for (const facet of FACETS) {
    const condition = where.find((one) => one.key === facet && selects(one))
    if (condition !== undefined) return condition
  }
  const own = where.filter((one) => one.key === 'field' && (selects(one) || isRange(one)))
  if (own.length === 0 || typeof hits === 'object' || namesRows('event', filter)) return undefined
  const sorted = order === undefined || order === 'start' ? own.find(hasOneValue) : undefined
  if (own.length === 1 && sorted !== undefined) return sorted
  const { links, isShort } = await numbersOf(database, own, where, order === undefined)
  const fewest = Math.min(...links)
  if (fewest < FEW) return own[links.indexOf(fewest)]
  return sorted ?? (order === undefined && !isShort ? own[0] : undefined)
}

function selects({ key: _key, in: values = [], ...others }: AnyCondition): boolean {
  return Object.keys(others).length === 0 && values.length > 0 && values.length <= MOST_LINKED_VALUES
}

const isRange = ({ in: some, notIn: none }: AnyCondition): boolean => some === undefined && none === undefined

const hasOneValue = ({ in: values }: AnyCondition): boolean => values?.length === 1

/** The number of links of each condition, up to `FEW`; whether few events are in the window of the filter. */
async function numbersOf(
  database: Database,
  conditions: readonly AnyCondition[],
  where: readonly AnyCondition[],
  isCount: boolean,
): Promise<{ readonly links: readonly number[]; readonly isShort: boolean }> {
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
  if (total !== undefined) numbers.push(`(${total}) as w`)
  const [row] = await client.query(builder.statement(`select ${numbers.join(', ')}`))
  return {
    links: conditions.map((_, index) => integer(row?.[`n${index}`])),
    isShort: total !== undefined && integer(row?.w) < FEW,
  }
}
