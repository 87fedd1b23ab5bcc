import type { Atom, Bounds } from '../shared/atoms.ts'
import { EVER } from '../shared/date-range.ts'
import type { Calendar } from './calendar.ts'
import { END, type Keyspace, lastId, lines } from './keyspace.ts'
import type { Entry } from './store.ts'
import { fieldIn, linesOf } from './timelines.ts'
import { type Stretch, stretch } from './walk.ts'

/* Events by the values of their custom fields. */

/**
 * A superset of the IDs of the events that the atom accepts. `undefined` if their entries are more than `most`, or in
 * no range.
 */
export async function carriers(
  calendar: Calendar,
  atom: Atom,
  most: number,
): Promise<readonly number[] | undefined> {
  const { keys } = calendar
  const accepted = accepting(keys, atom)
  if (accepted === undefined) return undefined
  const found: Entry[] = []
  for (const { start, end } of [...accepted, stretch(keys, lines.irregular, 'a', EVER)]) {
    for await (const entries of calendar.parts(start, end, most + 1 - found.length)) found.push(...entries)
    if (found.length > most) return undefined
  }
  return [...new Set(found.map(([key]) => lastId(key)))]
}

type Range = Pick<Stretch, 'start' | 'end'>

function accepting(keys: Keyspace, atom: Atom): Range[] | undefined {
  if (atom.form === 'in') return linesOf('field', atom.values).map((line) => stretch(keys, line, 'a', EVER))
  const range = atom.form === 'range' ? withinBounds(keys, atom.bounds) : undefined
  return range && [range]
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
