import { grouped } from '../../../domain/grouped.ts'
import type { Item } from '../../../domain/records/sources.ts'
import { SECONDS_PER_DAY } from '../../../domain/time/calendar.ts'
import type { Facts, Match, Reason, Said } from './match.ts'
import { Suitable, suits } from './suitable.ts'
import { withoutCopies } from './twins.ts'

/*
 * Which event of a feed is which event that is known of its source, and why. Nothing is read or written here.
 */

export interface Known {
  /** Of the source, by ID. */
  readonly items: ReadonlyMap<number, Item>
  /** Those whose UIDs are in the feed no more, and that may have another one. */
  readonly missing: readonly Item[]
  /** Unix seconds. */
  readonly now: number
}

const MOST_DAYS = 60

interface Around {
  readonly now: number
  /** Pages of events that are known by their UIDs. */
  readonly pages: ReadonlySet<number>
}

/** Finds pairs among those that have none. */
type Rule = <F extends Said>(open: readonly F[], free: readonly Item[], around: Around) => Match<F>[]

/** The surest first. Of two twins, each stays who it is: so what is unchanged comes before what only starts together. */
const RULES: readonly Rule[] = [
  (open, free, { now }) =>
    closest('unchanged', open, free, { now, within: 0, keyOf: ({ name, mark }) => `${name} ${mark}` }),
  (open, free, { now }) => closest('start', open, free, { now, within: 0, keyOf: ({ name }) => `${name}` }),
  (open, free, around) => samePage(open, toCome(free, around), around),
  (open, free, around) =>
    closest('moved', open, toCome(free, around), {
      ...{ now: around.now, within: MOST_DAYS * SECONDS_PER_DAY, keyOf: ({ name }) => `${name}` },
    }),
]

/** At most one item for each event, and one event for each item. Copies that are events of their own now have none. */
export function identify<F extends Said>(feed: readonly F[], { items, missing, now }: Known): Match<F>[] {
  const matches: Match<F>[] = []
  let open: F[] = []
  for (const one of feed) {
    const item = items.get(one.item)
    if (item === undefined) open.push(one)
    else matches.push({ feed: one, item, reason: 'uid' })
  }
  const pages = new Set(matches.map((match) => match.feed.url))
  // Those that speak for their events first.
  let free = [...missing].sort((a, b) => Number(a.isAttached) - Number(b.isAttached))
  for (const rule of RULES) {
    if (open.length === 0 || free.length === 0) break
    const found = rule(open, free, { now, pages })
    const [feeds, taken] = [new Set(found.map((one) => one.feed)), new Set(found.map(({ item }) => item))]
    open = open.filter((one) => !feeds.has(one))
    free = free.filter((item) => !taken.has(item))
    matches.push(...found)
  }
  return withoutCopies(matches)
}

/** What is over does not move: it has left the feed. */
const toCome = (free: readonly Item[], { now }: Around): Item[] => free.filter(({ end }) => end >= now)

interface Closest {
  readonly now: number
  /** Seconds between the two starts. */
  readonly within: number
  /** Equal for what may be the same. */
  readonly keyOf: (one: Facts) => string
}

function closest<F extends Said>(
  reason: Reason,
  open: readonly F[],
  free: readonly Item[],
  { now, within, keyOf }: Closest,
): Match<F>[] {
  const suitable = new Map<string, Suitable>()
  for (const [key, items] of grouped(free, keyOf)) suitable.set(key, new Suitable(items, now))
  return [...open]
    .sort((a, b) => a.start - b.start)
    .flatMap((feed) => {
      const item = suitable.get(keyOf(feed))?.take(feed, within)
      return item === undefined ? [] : [{ feed, item, reason }]
    })
}

/** A page that several events share says nothing. */
const samePage: Rule = (open, free, { now, pages }) => {
  const byPage = grouped(free, ({ url }) => url)
  return [...grouped(open, ({ url }) => url)].flatMap(([url, [feed, ...others]]) => {
    const [item, ...rest] = byPage.get(url) ?? []
    if (url === 0 || pages.has(url) || others.length > 0 || rest.length > 0) return []
    if (feed === undefined || item === undefined || !suits(feed, item, now)) return []
    return [{ feed, item, reason: 'page' }]
  })
}
