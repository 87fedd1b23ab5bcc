import type { EventRecord } from '../../src/domain/records.ts'
import type { NewEvent } from '../storages/by-hand/write.ts'
import { eventOf, FIRST_EVENT, isOpen } from '../storages/calendar.ts'
import type { Dice } from '../storages/dice.ts'
import { newEvent, ofCategory, ofMonth, pathOf } from '../storages/operations.ts'
import { NAMES } from '../storages/vocabulary.ts'
import { ROOT } from './contenders/handlers.ts'
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
const FRESH_COUNT = 10_000
/** A body is some 1 kB, and no two requests have the same title anyway. */
const WRITE_COUNT = 1000
/** Of a hundred requests. */
const WRITES = 5

/** Operations that are named elsewhere. */
export const NAMED = {
  byId: 'read by ID',
  byIdAnew: 'read by ID, every event alike',
  defaultList: 'default list',
  notModified: '304, read by ID',
  mixed: `mixed, ${100 - WRITES} reads and ${WRITES} writes`,
  create: 'create',
} as const

const WRITING = { authorization: 'Bearer editor', 'content-type': 'application/json' }

const get = (path: string): Question => ({ method: 'GET', path: ROOT + path, headers: {}, body: '' })
const post = (path: string, body: object): Question => ({
  method: 'POST',
  path: ROOT + path,
  headers: WRITING,
  body: JSON.stringify(body),
})

/** With a title that no other event has, and of one day, to which the hand-written create of the same rows keeps. */
function eventOfOneDay(dice: Dice): NewEvent {
  for (;;) {
    const event = newEvent(dice)
    if (event.start_date.slice(0, 10) !== event.end_date.slice(0, 10)) continue
    return { ...event, title: `${event.title} ${SERIAL}` }
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
  const create = (dice: Dice) => post('/events', eventOfOneDay(dice))
  const update = (dice: Dice) => {
    const { title, description, start_date, end_date } = eventOfOneDay(dice)
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
    read(NAMED.byId, byId),
    {
      ...read(NAMED.byIdAnew, (dice) => get(`/events/${openEvent(events, dice).id}`), FRESH_COUNT),
      isFresh: true,
    },
    read('read by slug', bySlug),
    read(NAMED.defaultList, defaultList, 1),
    read('list of a month', month),
    read('list of a category', category),
    read('search, rare word', search),
    { ...read(NAMED.notModified, byId), status: 304 },
    { ...write(NAMED.mixed, undefined, mixed), count: COUNT },
    write('update', 200, update),
    write(NAMED.create, 201, create),
  ]
}
