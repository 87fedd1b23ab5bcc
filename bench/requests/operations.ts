import type { EventRecord } from '../../src/core/domain/records/records.ts'
import { ROOT } from '../by-hand/handlers.ts'
import type { ListQuery } from '../by-hand/read.ts'
import type { NewEvent } from '../by-hand/write.ts'
import {
  CATEGORIES,
  eventOf,
  FIRST_CATEGORY,
  FIRST_EVENT,
  FIRST_ORGANIZER,
  FIRST_TAG,
  FIRST_VENUE,
  isOpen,
  NOW,
  ORGANIZERS,
  TAGS,
  VENUES,
} from '../calendar/calendar.ts'
import type { Dice } from '../calendar/dice.ts'
import { COMMON, capitalized, htmlOf, NAMES, wordsOf } from '../calendar/vocabulary.ts'
import { type Question, SERIAL } from './question.ts'

export interface Operation {
  readonly name: string
  readonly does: 'read' | 'write'
  /** The one status that it is answered with; `undefined`: it asks for several things. */
  readonly status: 200 | 201 | 304 | undefined
  /** How many questions before the first one comes again. */
  readonly count: number
  /** Others in each round, so that nothing that is kept helps. */
  readonly isFresh: boolean
  readonly draw: (dice: Dice) => Question
}

/** As many in every calendar, so that rows of different sizes differ by the size alone: of 1,000 about 930 are open. */
export const VISITED = 900

const COUNT = 5000
const DAY = 86_400_000
const DEEP_PAGE = 50
/** Events of the smallest calendar that has such a page. */
const DEEP = 5000
const FRESH_COUNT = 10_000
/** A body is some 1 kB, and no two requests have the same title anyway. */
const WRITE_COUNT = 1000
/** Of a hundred requests. */
const WRITES = 5

const WRITING = { authorization: 'Bearer editor', 'content-type': 'application/json' }

export const get = (path: string): Question => ({ method: 'GET', path: ROOT + path, headers: {}, body: '' })
export const post = (path: string, body: object): Question => ({
  method: 'POST',
  path: ROOT + path,
  headers: WRITING,
  body: JSON.stringify(body),
})

function pathOf({ category, ...rest }: ListQuery): string {
  const pairs = Object.entries({ ...rest, ...(category === undefined ? {} : { categories: category }) })
  return `/events?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`
}

const ofCategory = (dice: Dice): ListQuery => ({ category: FIRST_CATEGORY + dice.roll(CATEGORIES) })

/** One of the hundred months that lie within the calendar. */
function ofMonth(dice: Dice): ListQuery {
  const index = (NOW.getUTCFullYear() - 7) * 12 + dice.roll(100)
  const day = (months: number, days: number) =>
    new Date(Date.UTC(Math.floor(months / 12), months % 12, 1) - days * DAY).toISOString().slice(0, 10)
  return { start_date: day(index, 0), end_date: day(index + 1, 1) }
}

/** With a title that no other event has. */
export function newEvent(dice: Dice): NewEvent {
  const start = NOW.getTime() + dice.roll(700 * 48) * 1_800_000
  const text = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ')
  const name = dice.pick(NAMES)
  return {
    title: `${[name, ...wordsOf(dice, 3), dice.roll(1e9).toString(36)].map(capitalized).join(' ')} ${SERIAL}`,
    description: htmlOf(dice, 200 + dice.roll(1300), name),
    start_date: text(start),
    end_date: text(start + 7_200_000),
    venue: FIRST_VENUE + dice.roll(VENUES),
    organizer: FIRST_ORGANIZER + dice.roll(ORGANIZERS),
    categories: [FIRST_CATEGORY + dice.skewed(CATEGORIES)],
    tags: [FIRST_TAG + dice.skewed(TAGS)],
  }
}

/** Spread evenly over the calendar. */
function visitedIn(events: number): readonly Pick<EventRecord, 'id' | 'slug'>[] {
  const visited: Pick<EventRecord, 'id' | 'slug'>[] = []
  let next = 0
  while (visited.length < VISITED) {
    next = Math.max(next, Math.floor((visited.length * events) / VISITED))
    if (next >= events) break
    const event = eventOf(FIRST_EVENT + next++)
    if (isOpen(event)) visited.push({ id: event.id, slug: event.slug })
  }
  return visited
}

function openEvent(events: number, dice: Dice): EventRecord {
  for (;;) {
    const event = eventOf(FIRST_EVENT + dice.roll(events))
    if (isOpen(event)) return event
  }
}

/** The reads first: what is written stays, and faster ones write more. */
export function operationsOn(events: number): Operation[] {
  const visited = visitedIn(events)
  /** Few get most of the visits. */
  const visit = (dice: Dice) => {
    const one = visited[dice.skewed(visited.length)]
    if (one === undefined) throw new RangeError('no event is open')
    return one
  }
  const byId = (dice: Dice) => get(`/events/${visit(dice).id}`)
  const bySlug = (dice: Dice) => get(`/events/by-slug/${visit(dice).slug}`)
  const defaultList = () => get('/events')
  const month = (dice: Dice) => get(pathOf(ofMonth(dice)))
  const category = (dice: Dice) => get(pathOf(ofCategory(dice)))
  const search = (dice: Dice) => get(pathOf({ search: dice.pick(NAMES) }))
  const create = (dice: Dice) => post('/events', newEvent(dice))
  const update = (dice: Dice) => {
    const { title, description, start_date, end_date } = newEvent(dice)
    const change = dice.percent(50) ? { title, description } : { title, start_date, end_date }
    return post(`/events/${dice.pick(visited).id}`, change)
  }
  const mixed = (dice: Dice) => {
    const roll = dice.roll(100)
    if (roll < WRITES) return dice.percent(50) ? create(dice) : update(dice)
    if (roll < 45) return byId(dice)
    if (roll < 60) return bySlug(dice)
    if (roll < 75) return defaultList()
    if (roll < 85) return month(dice)
    return roll < 93 ? category(dice) : search(dice)
  }
  const read = (name: string, draw: Operation['draw'], count = COUNT): Operation => ({
    ...{ name, draw, count },
    ...{ does: 'read', status: 200, isFresh: false },
  })
  const write = (name: string, status: Operation['status'], draw: Operation['draw']): Operation => ({
    ...{ name, status, draw },
    ...{ does: 'write', count: WRITE_COUNT, isFresh: false },
  })
  return [
    read('read by ID', byId),
    {
      ...read(
        'read by ID, every event alike',
        (dice) => get(`/events/${openEvent(events, dice).id}`),
        FRESH_COUNT,
      ),
      isFresh: true,
    },
    read('read by slug', bySlug),
    read('default list', defaultList, 1),
    ...(events >= DEEP
      ? [read(`default list, page ${DEEP_PAGE}`, () => get(pathOf({ page: DEEP_PAGE })), 1)]
      : []),
    read('list of a month', month),
    read('list of a category', category),
    read('search, rare word', search),
    read('search, common word', (dice) => get(pathOf({ search: dice.pick(COMMON) }))),
    { ...read('304, read by ID', byId), status: 304 },
    { ...write(`mixed, ${100 - WRITES} reads and ${WRITES} writes`, undefined, mixed), count: COUNT },
    write('update', 200, update),
    write('create', 201, create),
  ]
}
