import type { Atom, Bounds } from '../shared/atoms.ts'
import { EVER } from '../shared/date-range.ts'
import { MOST_LINKED_VALUES } from '../shared/keys.ts'
import type { Calendar } from './calendar.ts'
import { END, type Keyspace, lastId, lines } from './keyspace.ts'
import { fieldIn, linesOf } from './timelines.ts'
import { type Stretch, stretch } from './walk.ts'

/* Events by the values of their custom fields. */

type Range = Pick<Stretch, 'start' | 'end'>

/** Ranges with all regular events that the atom accepts, and possibly others; `undefined` if there are none. */
export function rangesOf(keys: Keyspace, atom: Atom): Range[] | undefined {
  if (atom.form === 'in' && atom.values.size <= MOST_LINKED_VALUES) {
    return linesOf('field', atom.values).map((line) => stretch(keys, line, 'a', EVER))
  }
  const range = atom.form === 'range' ? withinBounds(keys, atom.bounds) : undefined
  return range && [range]
}

/** The IDs of the events in these ranges and of the irregular ones; `undefined` if there are more than `most` entries. */
export async function idsWithin(
  calendar: Calendar,
  ranges: readonly Range[],
  most: number,
): Promise<number[] | undefined> {
  const all = [...ranges, stretch(calendar.keys, lines.irregular, 'a', EVER)]
  const found = await Promise.all(all.map(({ start, end }) => calendar.all(start, end, most + 1)))
  const ids = found.flat().map(([key]) => lastId(key))
  return ids.length > most ? undefined : [...new Set(ids)]
}

/** Only the lines of one field are sorted: `undefined` if others are within the bounds, too. */
function withinBounds(keys: Keyspace, { gte, gt, lte, lt }: Bounds): Range | undefined {
  const [least] = [gte, gt]
    .filter((bound) => bound !== undefined)
    .sort()
    .slice(-1)
  const [greatest] = [lte, lt].filter((bound) => bound !== undefined).sort()
  if (typeof least !== 'string' || typeof greatest !== 'string') return undefined
  const { name, value } = fieldIn(least)
  const isOfField = (text: string) => text.startsWith(`${name}=`)
  if (!isOfField(least) || !(isOfField(greatest) || greatest === afterField(name))) return undefined
  const last = isOfField(greatest) ? lines.ofFieldValue(name, fieldIn(greatest).value) : lines.ofField(name)
  return {
    start: keys.timelines(lines.ofFieldValue(name, value)),
    end: keys.timelines(last) + END,
  }
}

/** The least text that is greater than all texts of a field: `>` comes after `=`. */
const afterField = (name: string): string => `${name}>`
