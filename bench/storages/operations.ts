import { type ListQuery, list, readById, readBySlug, total } from './by-hand/read.ts'
import { create, type EventChange, type NewEvent, update } from './by-hand/write.ts'
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
} from './calendar.ts'
import type { Question } from './contender.ts'
import type { CountingOf } from './counting.ts'
import type { Dice } from './dice.ts'
import { AUTHOR, get, send } from './interface.ts'
import { COMMON, capitalized, htmlOf, NAMES, wordsOf } from './vocabulary.ts'

export interface Operation {
  readonly name: string
  /** A read and a write are a request to the interface; a total alone is asked of the storage. */
  readonly does: 'read' | 'total' | 'write'
  /** A question with parameters by chance. */
  readonly draw: (dice: Dice) => Question | Promise<Question>
}

export const DEFAULT_LIST = 'default list'

const PAGES = 50
const DAY = 86_400_000
const TIME = 19

export function operationsOn(events: number, countingOf: CountingOf): Operation[] {
  /** One that everyone may read in full. */
  function openEvent(dice: Dice) {
    for (;;) {
      const event = eventOf(FIRST_EVENT + dice.roll(events))
      if (isOpen(event)) return event
    }
  }

  /** The counting alone, which is what might grow with the calendar. */
  const counted = (name: string, queryOf: (dice: Dice) => ListQuery): Operation => ({
    name,
    does: 'total',
    async draw(dice) {
      const query = queryOf(dice)
      const count = await countingOf(pathOf(query))
      return {
        byHand: async (driver) => String(await total(driver, query)),
        library: async ({ storage }) => String(await count(storage)),
      }
    },
  })

  const changed = (name: string, changeOf: (dice: Dice) => EventChange): Operation => ({
    name,
    does: 'write',
    draw(dice) {
      const { id } = openEvent(dice)
      const body = JSON.stringify(changeOf(dice))
      return {
        byHand: async (driver) => found(await update(driver, id, body)),
        library: send(`/events/${id}`, body),
      }
    },
  })

  return [
    {
      name: 'read by ID',
      does: 'read',
      draw(dice) {
        const { id } = openEvent(dice)
        return {
          byHand: async (driver) => found(await readById(driver, id)),
          library: get(`/events/${id}`),
        }
      },
    },
    {
      name: 'read by slug',
      does: 'read',
      draw(dice) {
        const { slug } = openEvent(dice)
        return {
          byHand: async (driver) => found(await readBySlug(driver, slug)),
          library: get(`/events/by-slug/${slug}`),
        }
      },
    },
    listed(DEFAULT_LIST, () => ({})),
    counted(`${DEFAULT_LIST}: its total`, () => ({})),
    listed(`${DEFAULT_LIST}, page ${PAGES}`, () => ({ page: PAGES })),
    listed('list of a month', ofMonth),
    counted('list of a month: its total', ofMonth),
    listed('list of a category', ofCategory),
    counted('list of a category: its total', ofCategory),
    listed('search, rare word', (dice) => ({ search: dice.pick(NAMES) })),
    listed('search, common word', (dice) => ({ search: dice.pick(COMMON) })),
    {
      name: 'create',
      does: 'write',
      draw(dice) {
        const body = JSON.stringify(newEvent(dice))
        return {
          byHand: async (driver) => found(await create(driver, AUTHOR, body)),
          library: send('/events', body),
        }
      },
    },
    changed('update of texts', (dice) => {
      const { title, description } = newEvent(dice)
      return { title, description }
    }),
    changed('update of times', (dice) => {
      const { start_date, end_date } = newEvent(dice)
      return { start_date, end_date }
    }),
  ]
}

function found(text: string | undefined): string {
  if (text === undefined) throw new Error('by hand: not found')
  return text
}

function listed(name: string, queryOf: (dice: Dice) => ListQuery): Operation {
  return {
    name,
    does: 'read',
    draw(dice) {
      const query = queryOf(dice)
      return { byHand: (driver) => list(driver, query), library: get(pathOf(query)) }
    },
  }
}

export function pathOf({ category, ...rest }: ListQuery): string {
  const pairs = Object.entries({ ...rest, ...(category === undefined ? {} : { categories: category }) })
  return `/events?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`
}

export const ofCategory = (dice: Dice): ListQuery => ({ category: FIRST_CATEGORY + dice.roll(CATEGORIES) })

/** One of the hundred that are in the calendar whole. */
export function ofMonth(dice: Dice): ListQuery {
  const index = (NOW.getUTCFullYear() - 7) * 12 + dice.roll(100)
  const day = (months: number, days: number) =>
    new Date(Date.UTC(Math.floor(months / 12), months % 12, 1) - days * DAY).toISOString().slice(0, 10)
  return { start_date: day(index, 0), end_date: day(index + 1, 1) }
}

export function newEvent(dice: Dice): NewEvent {
  const start = NOW.getTime() + dice.roll(700 * 48) * 1_800_000
  const text = (time: number) => new Date(time).toISOString().slice(0, TIME).replace('T', ' ')
  const name = dice.pick(NAMES)
  return {
    title: [name, ...wordsOf(dice, 3), dice.roll(1e9).toString(36)].map(capitalized).join(' '),
    description: htmlOf(dice, 200 + dice.roll(1300), name),
    start_date: text(start),
    end_date: text(start + 7_200_000),
    venue: FIRST_VENUE + dice.roll(VENUES),
    organizer: FIRST_ORGANIZER + dice.roll(ORGANIZERS),
    categories: [FIRST_CATEGORY + dice.skewed(CATEGORIES)],
    tags: [FIRST_TAG + dice.skewed(TAGS)],
  }
}
