import { createEventsApi } from '../../src/index.ts'
import type { Storage } from '../../src/storage/contract.ts'
import type { EventsApi } from '../../src/types.ts'
import type { Driver } from './by-hand/driver.ts'
import { API } from './by-hand/present.ts'
import { type ListQuery, list, readById, readBySlug } from './by-hand/read.ts'
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
import type { Dice } from './dice.ts'
import { COMMON, capitalized, htmlOf, NAMES, wordsOf } from './vocabulary.ts'

/** Gives the JSON of the answer. */
type Ask = () => Promise<string>

/** One question to both. */
export interface Pair {
  readonly byHand: Ask
  readonly library: Ask
}

export interface Operation {
  readonly name: string
  readonly isRead: boolean
  readonly draw: (dice: Dice) => Pair
}

const EDITOR = { id: 1, role: 'editor' } as const
const CREDENTIALS = 'Bearer editor'

export function createApi(storage: Storage): EventsApi {
  return createEventsApi(storage, {
    now: () => NOW,
    authenticate: (request) => (request.headers.get('authorization') === CREDENTIALS ? EDITOR : null),
    onError: (error) => console.error(error),
  })
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return text
}

function found(text: string | undefined): string {
  if (text === undefined) throw new Error('by hand: not found')
  return text
}

const PAGES = 50
const DAY = 86_400_000
const TIME = 19

export function operationsOn(byHand: Driver, api: EventsApi, events: number): Operation[] {
  const get = (path: string) => async () => textOf(await api.fetch(new Request(API + path)))
  const send = (path: string, body: string) => async () =>
    textOf(
      await api.fetch(
        new Request(API + path, {
          method: 'POST',
          headers: { authorization: CREDENTIALS, 'content-type': 'application/json' },
          body,
        }),
      ),
    )

  /** One that everyone may read in full. */
  function openEvent(dice: Dice) {
    for (;;) {
      const event = eventOf(FIRST_EVENT + dice.roll(events))
      if (isOpen(event)) return event
    }
  }

  const listed = (name: string, queryOf: (dice: Dice) => ListQuery): Operation => ({
    name,
    isRead: true,
    draw(dice) {
      const query = queryOf(dice)
      const { category, ...rest } = query
      const pairs = Object.entries({ ...rest, ...(category === undefined ? {} : { categories: category }) })
      const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))
      return { byHand: () => list(byHand, byHand.words, query), library: get(`/events?${search}`) }
    },
  })

  const changed = (name: string, changeOf: (dice: Dice) => EventChange): Operation => ({
    name,
    isRead: false,
    draw(dice) {
      const { id } = openEvent(dice)
      const body = JSON.stringify(changeOf(dice))
      return {
        byHand: async () => found(await update(byHand, id, body)),
        library: send(`/events/${id}`, body),
      }
    },
  })

  return [
    {
      name: 'read by ID',
      isRead: true,
      draw(dice) {
        const { id } = openEvent(dice)
        return { byHand: async () => found(await readById(byHand, id)), library: get(`/events/${id}`) }
      },
    },
    {
      name: 'read by slug',
      isRead: true,
      draw(dice) {
        const { slug } = openEvent(dice)
        return {
          byHand: async () => found(await readBySlug(byHand, slug)),
          library: get(`/events/by-slug/${slug}`),
        }
      },
    },
    listed('default list', () => ({})),
    listed(`default list, page ${PAGES}`, () => ({ page: PAGES })),
    listed('list of a category', (dice) => ({ category: FIRST_CATEGORY + dice.roll(CATEGORIES) })),
    listed('list of a month', month),
    listed('search, rare word', (dice) => ({ search: dice.pick(NAMES) })),
    listed('search, common word', (dice) => ({ search: dice.pick(COMMON) })),
    {
      name: 'create',
      isRead: false,
      draw(dice) {
        const body = JSON.stringify(newEvent(dice))
        return {
          byHand: async () => found(await create(byHand, EDITOR.id, body)),
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

/** One of the hundred that are in the calendar whole. */
function month(dice: Dice): ListQuery {
  const index = (NOW.getUTCFullYear() - 7) * 12 + dice.roll(100)
  const day = (months: number, days: number) =>
    new Date(Date.UTC(Math.floor(months / 12), months % 12, 1) - days * DAY).toISOString().slice(0, 10)
  return { start_date: day(index, 0), end_date: day(index + 1, 1) }
}

function newEvent(dice: Dice): NewEvent {
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
