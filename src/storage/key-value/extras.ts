import type { Condition } from '../contract.ts'
import { type Among, type Atom, isAmong, isText } from '../shared/atoms.ts'
import { dateRangeOf, EVER } from '../shared/date-range.ts'
import { MOST_LINKED_VALUES } from '../shared/keys.ts'
import { digitsOf, type Keyspace, lines } from './keyspace.ts'
import { sortedList } from './sorted-lists.ts'
import { type Stretch, stretch } from './walk.ts'

/* Where to look for extras: in a list of their owner, or in those of a label. */

type AnyCondition = Omit<Condition, 'key'> & { readonly key: string }

/** Lists in the order that is wanted, or in another one that has fewer entries. `undefined` if no owner is named. */
export function extrasOf(
  space: Keyspace,
  where: readonly AnyCondition[],
  atoms: readonly Atom[],
  wanted = 'id',
): { readonly order: string; readonly stretches: readonly Stretch[] } | undefined {
  const among = atoms.filter(isAmong)
  const owners = textsOf(among.find(({ key }) => key === 'owner'))
  if (owners === undefined) return undefined
  const labels = textsOf(
    among.find(({ key, values }) => key === 'labels' && values.size <= MOST_LINKED_VALUES),
  )
  const due = where.filter((one) => one.key === 'due' && isBounded(one))
  const range = dateRangeOf(due)
  const isDue = due.length > 0 && range !== undefined
  const order = isDue ? 'due' : labels === undefined ? wanted : 'id'
  const found =
    labels === undefined || isDue
      ? owners.map(lines.ofOwner)
      : owners.flatMap((owner) => labels.map((label) => lines.ofLabel(owner, label)))
  const list = sortedList('extra', order)?.list ?? ''
  const stretches = found
    .map((line) => stretch(space, line, list, isDue ? range : EVER))
    .map((one) => (order === 'id' ? fromId(one, firstId(where)) : one))
  return { order, stretches: stretches.filter(({ start, end }) => start < end) }
}

const isBounded = ({ gte, gt, lte, lt }: AnyCondition): boolean => (gte ?? gt ?? lte ?? lt) !== undefined

const textsOf = (atom: Among | undefined): readonly string[] | undefined =>
  atom && [...atom.values].filter(isText)

const fromId = (one: Stretch, first: number): Stretch =>
  first > 1 ? { ...one, start: one.list + digitsOf(first) } : one

/** The least ID that bounds on it leave. Lists of all documents go on by such a bound. */
export const firstId = (where: readonly AnyCondition[]): number =>
  where.reduce((first, { key, gt, gte }) => {
    if (key !== 'id') return first
    const bounds = [typeof gt === 'number' ? gt + 1 : 1, typeof gte === 'number' ? gte : 1]
    return Math.min(Math.max(first, ...bounds.map(Math.floor)), Number.MAX_SAFE_INTEGER)
  }, 1)
