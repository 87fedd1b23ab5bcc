import { isDeepStrictEqual } from 'node:util'
import type { EventsApi } from 'kalends'
import { type Document, type Filter, type Kind, passes, type Storage } from '../../src/storage/contract.ts'
import { KINDS } from '../../src/storage/shared/keys.ts'
import type { Dice } from '../../src/testing/dice.ts'
import { ROOT } from './answers.ts'
import { type Documents, nameOf } from './ledger.ts'
import { DAYS, FIRST_DAY } from './requests.ts'

/*
 * Everything that a storage keeps beside its documents (counters, indexes, links, words), held against a count of the
 * documents by what the contract says.
 */

export type All = { readonly [K in Kind]: readonly Document<K>[] }

const RECORDS = ['event', 'venue', 'organizer', 'category', 'tag'] as const
const LINKS = ['category', 'tag', 'venue', 'organizer'] as const
const POSTS = ['event', 'venue', 'organizer'] as const
const STATUSES = ['publish', 'future', 'draft', 'trash'] as const
const PAGE = 500
const SAMPLES = 6
const DAY = 86_400_000

export async function readAll(storage: Storage): Promise<All> {
  const after = (id: number) => ({ where: [{ key: 'id', gt: id }], order: 'id', limit: PAGE }) as const
  return {
    event: await pages((id) => storage.find('event', after(id))),
    venue: await pages((id) => storage.find('venue', after(id))),
    organizer: await pages((id) => storage.find('organizer', after(id))),
    category: await pages((id) => storage.find('category', after(id))),
    tag: await pages((id) => storage.find('tag', after(id))),
    receipt: await pages((id) => storage.find('receipt', after(id))),
    entry: await pages((id) => storage.find('entry', after(id))),
    extra: await pages((id) => storage.find('extra', after(id))),
  }
}

async function pages<D extends { readonly id: number }>(
  pageAfter: (id: number) => Promise<readonly D[]>,
): Promise<readonly D[]> {
  const found: D[] = []
  for (;;) {
    const page = await pageAfter(found.at(-1)?.id ?? 0)
    found.push(...page)
    if (page.length < PAGE) return found
  }
}

export const byName = (all: All): Documents =>
  new Map(KINDS.flatMap((kind) => all[kind].map((document) => [nameOf({ kind, id: document.id }), document])))

/** Counters, indexes and links of the storage. `removals`: terms that somebody deleted, to which links may remain. */
export async function recount(
  storage: Storage,
  all: All,
  removals: ReadonlySet<string>,
  dice: Dice,
): Promise<string[]> {
  const problems: string[] = []
  const hold = (what: string, kept: unknown, counted: unknown) => {
    if (!isDeepStrictEqual(kept, counted))
      problems.push(`${what} is ${shortened(kept)}, counted ${shortened(counted)}`)
  }
  for (const kind of KINDS) {
    hold(`count of ${kind}`, await storage.count(kind, {}), all[kind].length)
  }
  for (const kind of RECORDS) await slugs(storage, kind, all[kind], hold)
  for (const status of STATUSES) {
    const where = [{ key: 'status', in: [status] }] as const
    for (const kind of POSTS) {
      const counted = all[kind].filter((document) => document.keys.status === status).length
      hold(`count of ${kind} in ${status}`, await storage.count(kind, { where }), counted)
    }
    for (const key of LINKS) {
      const matching = all.event.filter((event) => event.keys.status === status)
      const kept = sorted(await storage.tally(key, { where }))
      hold(`tally of ${key} in ${status}`, kept, sorted(tallied(matching, key)))
    }
  }
  for (let sample = 0; sample < SAMPLES; sample++) await ofWindow(storage, all.event, dice, hold)
  await ofLinks(storage, all.event, dice, hold)
  return [...problems, ...dangling(all, removals)]
}

const shortened = (value: unknown) => JSON.stringify(value).slice(0, 300)

type Hold = (what: string, kept: unknown, counted: unknown) => void

const idsOf = (documents: readonly { readonly id: number }[]) => documents.map(({ id }) => id)

const sorted = (counts: ReadonlyMap<number, number>) => [...counts].sort(([a], [b]) => a - b)

function tallied(events: readonly Document<'event'>[], key: (typeof LINKS)[number]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const value of events.flatMap((event) => event.keys[key])) {
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

/** That every claimed slug finds its owner and nobody else. */
async function slugs(
  storage: Storage,
  kind: (typeof RECORDS)[number],
  documents: readonly Document<(typeof RECORDS)[number]>[],
  hold: Hold,
): Promise<void> {
  const owners = documents.filter(({ keys }) => keys.unique_slug !== null)
  hold(`distinct slugs of ${kind}`, new Set(owners.map(({ keys }) => keys.unique_slug)).size, owners.length)
  for (let first = 0; first < owners.length; first += PAGE) {
    const some = owners.slice(first, first + PAGE)
    const where = [{ key: 'unique_slug', in: some.map(({ keys }) => keys.unique_slug) }] as const
    const found = await storage.find<typeof kind>(kind, { where, order: 'id', limit: 2 * PAGE })
    hold(`owners of slugs of ${kind}`, idsOf(found), idsOf(some))
  }
}

/** The total of a window of days, as the default list asks for it; with it what lasts into it. */
async function ofWindow(
  storage: Storage,
  events: readonly Document<'event'>[],
  dice: Dice,
  hold: Hold,
): Promise<void> {
  const day = (number: number) => new Date(FIRST_DAY + number * DAY).toISOString().slice(0, 10)
  const from = dice.upTo(DAYS)
  const to = from + dice.upTo(30)
  const filter: Filter<'event'> = {
    where: [
      { key: 'status', in: [dice.oneOf(STATUSES)] },
      { key: 'hidden', in: [false] },
      dice.chance(2)
        ? { key: 'start', gte: `${day(from)} 00:00:00`, lt: `${day(to)} 00:00:00` }
        : { key: 'start', lt: `${day(to)} 12:30:00` },
      { key: 'end', gte: `${day(from)} 11:00:00` },
    ],
  }
  const name = JSON.stringify(filter.where)
  const matching = events.filter((event) => passes(event, filter))
  hold(`count of ${name}`, await storage.count('event', filter), matching.length)
  const found = await storage.find('event', { ...filter, order: 'id', limit: matching.length + 10 })
  hold(`find of ${name}`, idsOf(found), idsOf(matching))
}

/** Events by one of their links, and by a word. */
async function ofLinks(
  storage: Storage,
  events: readonly Document<'event'>[],
  dice: Dice,
  hold: Hold,
): Promise<void> {
  for (let sample = 0; sample < SAMPLES && events.length > 0; sample++) {
    const one = dice.oneOf(events)
    const key = dice.oneOf(LINKS)
    const [linked] = one.keys[key]
    const word = one.text.join(' ').split(' ')[0] ?? ''
    const filter: Filter<'event'> = dice.chance(2)
      ? { where: [{ key, in: [linked ?? 0] }] }
      : { text: { all: [word], none: [], oneField: false } }
    const matching = idsOf(events.filter((event) => passes(event, filter)))
    const found = await storage.find('event', { ...filter, order: 'id', limit: matching.length + 10 })
    hold(`find of ${JSON.stringify(filter)}`, idsOf(found), matching)
  }
}

/** Links to what is not there, and was not deleted by anybody either. */
function dangling(all: All, removals: ReadonlySet<string>): string[] {
  const there = byName(all)
  return all.event.flatMap((event) =>
    LINKS.flatMap((kind) =>
      event.keys[kind]
        .map((id) => nameOf({ kind, id }))
        .filter((name) => !there.has(name) && !removals.has(name))
        .map((name) => `event ${event.id} links to ${name}, which is not there`),
    ),
  )
}

/** The totals that clients are told. */
export async function totals(api: EventsApi, all: All): Promise<string[]> {
  const published = all.event.filter(({ keys }) => keys.status === 'publish')
  const inStatus = (kind: 'venue' | 'organizer') =>
    all[kind].filter(({ keys }) => keys.status === 'publish').length
  const expected = {
    'events?start_date=2030-01-01&end_date=2040-01-01&status=publish&per_page=1': published.length,
    'venues?status=publish&per_page=1': inStatus('venue'),
    'organizers?status=publish&per_page=1': inStatus('organizer'),
    'categories?hide_empty=0&per_page=50&orderby=count&order=desc': all.category.length,
    'tags?hide_empty=0&per_page=50&orderby=count&order=desc': all.tag.length,
  }
  const problems: string[] = []
  for (const [path, counted] of Object.entries(expected)) {
    const response = await api.fetch(new Request(`${ROOT}/${path}`))
    const total = response.headers.get('x-tec-total')
    if (total !== `${counted}`) problems.push(`${path} has the total ${total}, counted ${counted}`)
    const page: { categories?: Term[]; tags?: Term[] } = await response.json()
    for (const kind of ['category', 'tag'] as const) {
      const counts = tallied(published, kind)
      for (const { id, count } of (kind === 'tag' ? page.tags : page.categories) ?? []) {
        const own = counts.get(id) ?? 0
        if (count !== own) problems.push(`${kind} ${id} has the count ${count}, counted ${own}`)
      }
    }
  }
  return problems
}

interface Term {
  readonly id: number
  readonly count: number
}
