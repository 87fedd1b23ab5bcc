import { type Atom, atomsOf } from '../atoms.ts'
import type { Filter } from '../contract.ts'
import { EVER } from '../date-range.ts'
import type { Calendar } from './calendar.ts'
import { countIn } from './counters.ts'
import { headsOf } from './documents.ts'
import { END, lines, signedIn } from './keyspace.ts'
import { allMatches } from './read.ts'
import { type Candidate, Sieve } from './sieve.ts'
import { type Facet, stretch, TimelineEntry, walk } from './timelines.ts'

export type Tally = Map<number, number>

/** How many matching events carry each value of a facet: by kept numbers, or by the facet's timelines. */
export async function tally(
  calendar: Calendar,
  facet: Facet,
  filter: Filter<'event'>,
  values?: readonly number[],
): Promise<Tally> {
  const { where = [], text } = filter
  const hasWords = text !== undefined && text.all.length + text.none.length > 0
  const atoms = atomsOf(where)
  if (!hasWords && atoms.every(isKept)) return kept(calendar, facet, atoms, values)
  return counted(calendar, facet, filter, values === undefined ? undefined : new Set(values))
}

/** Whether kept numbers tell what meets the atom. */
const isKept = (atom: Atom): boolean =>
  atom.key === 'status' ||
  (atom.key === 'full_reader' && atom.form === 'in' && atom.values.size === 1 && atom.values.has(0))

async function kept(
  calendar: Calendar,
  facet: Facet,
  atoms: readonly Atom[],
  values: readonly number[] | undefined,
): Promise<Tally> {
  const { keys } = calendar
  const onlyOpen = atoms.some(({ key }) => key === 'full_reader')
  const ofStatus = atoms.filter(({ key }) => key === 'status')
  const sums: Tally = new Map()
  const add = (value: number, text: string) => {
    const [count, status = null, isOpen] = countIn(text)
    if (onlyOpen && isOpen !== true) return
    if (ofStatus.every((atom) => atom.accepts(status))) sums.set(value, (sums.get(value) ?? 0) + count)
  }
  const named = ofStatus.find((atom) => atom.form === 'in')
  if (values === undefined || named?.form !== 'in') {
    const prefixes =
      values === undefined
        ? [keys.tallies(facet)]
        : [...new Set(values)].map((one) => keys.tallies(facet, one))
    await Promise.all(
      prefixes.map(async (prefix) => {
        for await (const entries of calendar.parts(prefix, prefix + END)) {
          for (const [key, text] of entries) add(keys.tallied(key, facet), text)
        }
      }),
    )
    return sums
  }
  const asked = [...new Set(values)].flatMap((value) =>
    [...named.values].flatMap((status) =>
      (onlyOpen ? [true] : [true, false]).map((isOpen) => ({
        value,
        key: keys.tally(facet, value, String(status), isOpen),
      })),
    ),
  )
  const texts = await calendar.get(asked.map(({ key }) => key))
  for (const [index, { value }] of asked.entries()) {
    const text = texts[index]
    if (text !== undefined) add(value, text)
  }
  return sums
}

async function counted(
  calendar: Calendar,
  facet: Facet,
  filter: Filter<'event'>,
  values: ReadonlySet<number> | undefined,
): Promise<Tally> {
  const { where = [], text } = filter
  const atoms = atomsOf(where)
  const sieve = new Sieve(calendar, 'event', atoms, text)
  const sums: Tally = new Map()
  const add = (value: number) => {
    if (values?.has(value) !== false) sums.set(value, (sums.get(value) ?? 0) + 1)
  }
  const addLinks = async (candidates: readonly Candidate[]) => {
    const ids = candidates.map(({ id }) => id)
    for (const head of await headsOf(calendar, 'event', ids)) head?.keys[facet].forEach(add)
  }
  if (!sieve.isShallow || namesFew(atoms)) {
    for await (const batch of allMatches(calendar, 'event', filter)) await addLinks(batch)
    return sums
  }
  const { keys } = calendar
  const line = lines.ofFacet(facet)
  const all = keys.timelines(line)
  const starts =
    values === undefined ? [all] : [...values].map((value) => keys.list(lines.ofValue(facet, value), 'a'))
  await Promise.all(
    starts.map(async (start) => {
      for await (const entries of calendar.parts(start, start + END)) {
        const links = entries.flatMap(([key, digest]) => linkIn(key.slice(all.length), digest))
        const passed = await sieve.pass(links)
        for (const { value } of passed) add(value)
      }
    }),
  )
  const irregular = stretch(keys, lines.irregular, 'a', EVER)
  for await (const batch of walk(calendar, 'event', [irregular], { first: calendar.stride })) {
    await addLinks(await sieve.pass(batch))
  }
  return sums
}

/** Whether it is shorter to look at the events than at the links of all. */
const namesFew = (atoms: readonly Atom[]): boolean =>
  atoms.some(({ key, form }) => form === 'in' && (key === 'id' || key === 'parent'))

class Link extends TimelineEntry {
  readonly value: number

  constructor(value: number, sort: string, digest: string) {
    super('event', sort, digest)
    this.value = value
  }
}

/** `rest`: a key from its value on. Lists of long events have nothing that the others have not. */
function linkIn(rest: string, digest: string): Link[] {
  const [value = '', list, sort = ''] = rest.split('/')
  return list === 'a' ? [new Link(signedIn(value), sort, digest)] : []
}
