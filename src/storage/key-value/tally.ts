import type { Facet, Filter } from '../contract.ts'
import { type Atom, atomsOf, hasWords, isOpen } from '../shared/atoms.ts'
import { EVER } from '../shared/date-range.ts'
import type { Calendar } from './calendar.ts'
import type { Reading } from './clock.ts'
import { numbersIn } from './counters.ts'
import { headsOf } from './documents.ts'
import { END, lines, signedIn } from './keyspace.ts'
import { Matches } from './matches.ts'
import { idsOf } from './read.ts'
import type { Candidate } from './sieve.ts'
import { stretch, TimelineEntry, walk } from './walk.ts'

export type Tally = Map<number, number>

/** The number of matching events per value of a facet, from stored counters or from the timelines of the facet. */
export async function tally(
  calendar: Calendar,
  facet: Facet,
  filter: Filter<'event'>,
  values?: readonly number[],
): Promise<Reading<Tally>> {
  const atoms = atomsOf(filter.where ?? [])
  if (!hasWords(filter) && atoms.every(isStored))
    return { result: await storedTally(calendar, facet, atoms, values) }
  return countedTally(calendar, facet, filter, values === undefined ? undefined : new Set(values))
}

/** Whether the stored counters can evaluate the atom. */
const isStored = (atom: Atom): boolean => atom.key === 'status' || atom.key === 'series' || isOpen(atom)

async function storedTally(
  calendar: Calendar,
  facet: Facet,
  atoms: readonly Atom[],
  values: readonly number[] | undefined,
): Promise<Tally> {
  const { keys } = calendar
  const onlyOpen = atoms.some(({ key }) => key === 'full_reader')
  const ofStatus = atoms.filter(({ key }) => key === 'status')
  const ofSeries = atoms.filter(({ key }) => key === 'series')
  const sums: Tally = new Map()
  const add = (value: number, text: string | undefined) => {
    for (const [count, status = null, isOfAll, isSeries = false] of numbersIn(text)) {
      if (onlyOpen && isOfAll !== true) continue
      if (!ofSeries.every((atom) => atom.accepts(isSeries))) continue
      if (ofStatus.every((atom) => atom.accepts(status))) sums.set(value, (sums.get(value) ?? 0) + count)
    }
  }
  if (values === undefined) {
    const prefix = keys.tallies(facet)
    for await (const entries of calendar.parts(prefix, prefix + END)) {
      for (const [key, text] of entries) add(keys.tallied(key, facet), text)
    }
    return sums
  }
  const distinct = [...new Set(values)]
  const texts = await calendar.get(distinct.map((value) => keys.tally(facet, value)))
  for (const [index, value] of distinct.entries()) add(value, texts[index])
  return sums
}

async function countedTally(
  calendar: Calendar,
  facet: Facet,
  filter: Filter<'event'>,
  values: ReadonlySet<number> | undefined,
): Promise<Reading<Tally>> {
  const matches = await Matches.of(calendar, 'event', filter)
  /** One pair per event and value. */
  let links: (readonly [id: number, value: number])[] = []
  const add = (id: number, value: number) => {
    if (values?.has(value) !== false) links.push([id, value])
  }
  const addAll = async (candidates: readonly Candidate[]) => {
    const heads = await headsOf(
      calendar,
      'event',
      candidates.map(({ id }) => id),
    )
    for (const [index, { id }] of candidates.entries()) {
      for (const value of heads[index]?.keys[facet] ?? []) add(id, value)
    }
  }
  if (matches.sieve.isShallow && matches.source.by !== 'ids') {
    for await (const batch of linksOf(calendar, facet, values)) {
      for (const { id, value } of await matches.sieve.pass(batch)) add(id, value)
    }
    const irregular = stretch(calendar.keys, lines.irregular, 'a', EVER)
    for await (const batch of walk(calendar, 'event', [irregular], { first: calendar.stride })) {
      await addAll(await matches.sieve.pass(batch))
    }
  } else {
    for await (const batch of matches.batches(calendar.stride)) await addAll(batch)
  }
  return {
    result: sums(links),
    async amended(changed) {
      const ids = idsOf('event', changed)
      links = links.filter(([id]) => !ids.has(id))
      await addAll(await matches.among([...ids]))
      return sums(links)
    },
  }
}

function sums(links: readonly (readonly [id: number, value: number])[]): Tally {
  const found: Tally = new Map()
  for (const [, value] of links) found.set(value, (found.get(value) ?? 0) + 1)
  return found
}

/** The entries of all timelines of a facet, or only of those for `values`. */
async function* linksOf(calendar: Calendar, facet: Facet, values: ReadonlySet<number> | undefined) {
  const { keys } = calendar
  const all = keys.timelines(lines.ofFacet(facet))
  const prefixes =
    values === undefined ? [all] : [...values].map((value) => keys.list(lines.ofValue(facet, value), 'a'))
  for (const prefix of prefixes) {
    for await (const entries of calendar.parts(prefix, prefix + END)) {
      yield entries.flatMap(([key, digest]) => linkIn(key.slice(all.length), digest))
    }
  }
}

class Link extends TimelineEntry {
  readonly value: number

  constructor(value: number, sort: string, digest: string) {
    super('event', sort, digest)
    this.value = value
  }
}

/** `rest`: the key from its value on. Lists of long events are skipped, because list `a` contains the same events. */
function linkIn(rest: string, digest: string): Link[] {
  const [value = '', list, sort = ''] = rest.split('/')
  return list === 'a' ? [new Link(signedIn(value), sort, digest)] : []
}
