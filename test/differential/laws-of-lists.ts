import { expect } from 'vitest'
import { htmlToText } from '../../src/core/domain/html/html.ts'
import type { Dice } from '../../src/testing/dice.ts'
import {
  type Answer,
  ASKERS,
  type Asker,
  at,
  idsIn,
  listOf,
  MASTERS,
  textAt,
  WRITERS,
} from '../routes/calendar.ts'
import { ALL_STATUSES, type Filled, WHOLE_WINDOW } from './filled.ts'
import { COLLECTION, KINDS, type Kind } from './made.ts'
import { EVENT_FILTERS, someFilters, someList, someWindow, WINDOWS } from './reads.ts'
import type { Pair } from './steps.ts'
import { someBound } from './times.ts'

/*
 * What must hold among answers of one calendar, whatever is in it. Each law is tried once with what the dice say, and
 * answers whether there was anything to try it with.
 */

export type Law = (filled: Filled) => Promise<boolean>

const bodyOf = ({ body }: Answer, collection: string) => listOf(body[collection])
const isPaging = ([name]: Pair) => name === 'page' || name === 'per_page'

/** A list of any kind by anybody, all of it on one page as far as possible. */
function someListOf(filled: Filled, kind: Kind): { path: string; as: Asker; query: Pair[] } {
  const { dice, made } = filled
  const query = someList(kind, dice, made).filter((pair) => !isPaging(pair))
  return { path: `/${COLLECTION[kind]}`, as: dice.oneOf(ASKERS), query }
}

const pagesAreTheList: Law = async (filled) => {
  const kind = filled.dice.oneOf(KINDS)
  const { path, as, query } = someListOf(filled, kind)
  const collection = COLLECTION[kind]
  const whole = await filled.get(path, as, [...query, ['per_page', '50']])
  if (whole.status !== 200 || Number(whole.body.total) < 2) return false
  const perPage = 1 + filled.dice.upTo(4)

  const pages = [await filled.get(path, as, [...query, ['per_page', `${perPage}`]])]
  for (let next = pages[0]?.body.next_rest_url; typeof next === 'string'; ) {
    const page = await filled.send(next, {}, as)
    pages.push(page)
    next = page.body.next_rest_url
  }
  expect(pages.flatMap((page) => bodyOf(page, collection))).toEqual(bodyOf(whole, collection))
  expect(pages).toHaveLength(Math.ceil(Number(whole.body.total) / perPage))
  for (const [index, { body, headers }] of pages.entries()) {
    const { total, total_pages: totalPages } = body
    expect({ total, totalPages }).toEqual({ total: whole.body.total, totalPages: pages.length })
    expect([headers.get('x-tec-total'), headers.get('x-tec-totalpages')]).toEqual([
      `${total}`,
      `${totalPages}`,
    ])
    const before = pages[index - 1]
    expect(typeof body.previous_rest_url).toBe(before === undefined ? 'undefined' : 'string')
    if (before === undefined) continue
    const back = await filled.send(textAt(body, 'previous_rest_url'), {}, as)
    expect(bodyOf(back, collection)).toEqual(bodyOf(before, collection))
  }
  return true
}

/** Everything that somebody may see of the events, and so a list to filter. */
const everything = (as: Asker): Pair[] => [
  ['per_page', '50'],
  WHOLE_WINDOW,
  ['status', WRITERS.includes(as) ? ALL_STATUSES : 'publish'],
]

async function eventIds(filled: Filled, as: Asker, query: readonly Pair[]): Promise<number[] | undefined> {
  const { status, body } = await filled.get('/events', as, query)
  if (status !== 200) return undefined
  expect(Number(body.total)).toBeLessThanOrEqual(50)
  return idsIn(body, 'events')
}

/** Of statuses and `starts_after`, all lists here have one already. */
const INDEPENDENT = Object.entries({ ...EVENT_FILTERS, ...WINDOWS }).filter(
  ([name]) => name !== 'status' && name !== 'starts_after',
)

const filtersAreJoined: Law = async (filled) => {
  const { dice, made } = filled
  const as = dice.oneOf(ASKERS)
  const [one, other] = [dice.oneOf(INDEPENDENT), dice.oneOf(INDEPENDENT)]
  if (one[0] === other[0]) return false
  const [a, b] = [one[1](dice, made), other[1](dice, made)]
  const withA = await eventIds(filled, as, [...everything(as), ...a])
  const withB = await eventIds(filled, as, [...everything(as), ...b])
  if (withA === undefined || withB === undefined || withA.length === 0 || withB.length === 0) return false
  const both = await eventIds(filled, as, [...everything(as), ...a, ...b])
  expect(both, JSON.stringify([a, b])).toEqual(withA.filter((id) => withB.includes(id)))
  return true
}

const narrowingAddsNothing: Law = async (filled) => {
  const { dice, made } = filled
  const as = dice.oneOf(ASKERS)
  const name = dice.oneOf(Object.keys(WINDOWS))
  const strict: Pair[] = dice.chance(2) ? [['strict_dates', 'true']] : []
  const more = [
    ...strict,
    ...someFilters(EVENT_FILTERS, 1, dice, made).filter(([filter]) => filter !== 'status'),
  ]
  const base =
    name === 'starts_after' ? everything(as).filter((pair) => pair !== WHOLE_WINDOW) : everything(as)
  const [a, b] = [plainBound(dice), plainBound(dice)].sort()
  if (a === undefined || b === undefined) return false
  const [wide, narrow] = /before|end_date/.test(name) ? [b, a] : [a, b]
  const many = await eventIds(filled, as, [...base, ...more, [name, wide]])
  if (many === undefined || many.length === 0) return false
  const few = await eventIds(filled, as, [...base, ...more, [name, narrow]])
  expect(few, `${name} from ${wide} to ${narrow}`).toEqual(many.filter((id) => few?.includes(id)))
  return true
}

/** A bound as whose text the time is ordered, too. */
function plainBound(dice: Dice): string {
  for (;;) {
    const text = someBound(dice)
    if (/^\d{4}-\d\d-\d\d( .*)?$/.test(text) && text !== '2027-02-31') return text
  }
}

const whatIsListedCanBeNamed: Law = async (filled) => {
  const { dice, made } = filled
  const as = dice.oneOf(ASKERS)
  const filters = [...someFilters(EVENT_FILTERS, 2, dice, made), ...someWindow(dice, made)]
  const listed = await eventIds(filled, as, [...filters, ['per_page', '50']])
  if (listed === undefined || listed.length === 0) return false
  const status = filters.filter(([name]) => name === 'status')
  const named = await eventIds(filled, as, [...status, ['include', listed.join(',')], ['per_page', '50']])
  expect(named?.toSorted()).toEqual(listed.toSorted())
  return true
}

const aWordOfTheTitleFindsTheEvent: Law = async (filled) => {
  const { dice } = filled
  const as = dice.oneOf(MASTERS)
  const { body } = await filled.get('/events', as, everything(as))
  const events = listOf(body.events)
  if (events.length === 0) return false
  const event = dice.oneOf(events)
  const words = htmlToText(textAt(event, 'title')).match(/[\p{L}\p{M}\p{N}]{2,}/gu)
  if (words === null) return false
  const word = dice.oneOf(words)
  const typed = dice.oneOf([word, word.toUpperCase(), word.toLowerCase(), word.slice(0, -1) || word])
  const found = await eventIds(filled, as, [...everything(as), ['search', typed]])
  expect(found, `'${typed}' of '${textAt(event, 'title')}'`).toContain(at(event, 'id'))
  return true
}

const theOrderOfParametersIsNone: Law = async (filled) => {
  const { dice, made } = filled
  const kind = dice.oneOf(KINDS)
  const as = dice.oneOf(ASKERS)
  const query = someList(kind, dice, made)
  // Of a name that comes twice the last one counts.
  if (query.length < 2 || new Set(query.map(([name]) => name)).size < query.length) return false
  const path = `/${COLLECTION[kind]}`
  const [one, other] = [await filled.get(path, as, query), await filled.get(path, as, query.toReversed())]
  expect([other.status, other.text.length]).toEqual([one.status, one.text.length])
  // Refusals name what is wrong in the order in which it came; of answers every byte is the same.
  if (one.status === 200)
    expect([other.text, other.headers.get('etag')]).toEqual([one.text, one.headers.get('etag')])
  return one.status === 200
}

const headIsGetWithoutTheBody: Law = async (filled) => {
  const { dice, made } = filled
  const kind = dice.oneOf(KINDS)
  const as = dice.oneOf(ASKERS)
  const isList = dice.chance(2)
  const path = `/${COLLECTION[kind]}${isList ? '' : `/${made.id(kind, dice)}`}`
  const query = isList ? someList(kind, dice, made) : []
  const get = await filled.get(path, as, query)
  const head = await filled.ask('HEAD', path, as, { query })
  expect(head.text).toBe('')
  expect(head.headers.get('content-length')).toBe(`${new TextEncoder().encode(get.text).length}`)
  const others = ({ headers }: Answer) => [...headers].filter(([name]) => name !== 'content-length')
  expect([head.status, ...others(head)]).toEqual([get.status, ...others(get)])
  return get.status === 200
}

const bySlugIsById: Law = async (filled) => {
  const { dice } = filled
  const collection = dice.oneOf(['events', 'venues', 'organizers'])
  const id = dice.oneOf([0, ...(await filled.all(collection))])
  const as = dice.oneOf(ASKERS)
  const byId = await filled.get(`/${collection}/${id}`, as)
  const { slug, status } = byId.body
  // Drafts of events may share a slug, or have none.
  if (byId.status !== 200 || typeof slug !== 'string' || status === 'draft' || status === 'pending')
    return false
  const bySlug = await filled.get(`/${collection}/by-slug/${slug}`, as)
  expect([bySlug.text, bySlug.headers.get('etag')]).toEqual([byId.text, byId.headers.get('etag')])
  return true
}

export const LAWS_OF_LISTS: Readonly<Record<string, Law>> = {
  'the pages, joined, are the list, and lead on and back': pagesAreTheList,
  'two filters together show what both show': filtersAreJoined,
  'narrowing a window adds no event': narrowingAddsNothing,
  'what is listed is found by include': whatIsListedCanBeNamed,
  'a word of its title finds an event, in any case': aWordOfTheTitleFindsTheEvent,
  'the order of parameters changes nothing': theOrderOfParametersIsNone,
  'HEAD is GET without the body': headIsGetWithoutTheBody,
  'a record is the same by slug as by ID': bySlugIsById,
}
