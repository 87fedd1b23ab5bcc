import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import {
  at,
  type Calendar,
  eventOf,
  expectRefusal,
  expectWrong,
  idOf,
  listOf,
  openCalendar,
  textAt,
} from '../routes/calendar.ts'
import { heldAfterLookingForName, heldBeforeCommit } from '../setup/held-storage.ts'
import { type Opened, open, type Calendar as SharedCalendar } from '../setup/shared-calendar.ts'

/*
 * Requests that race must end as the same requests one after the other would. Who comes first is decided here, not by
 * chance: a request waits at one of its steps while another takes effect.
 */

/** More than the attempts that a write has. */
const CROWD = 30

const LINKED = [
  ['venue', 'venues'],
  ['organizer', 'organizers'],
] as const
const TERMS = [
  ['category', 'categories', 'categories'],
  ['tag', 'tags', 'tags'],
] as const

/** Where an event names a new record of each kind, and where its answer shows it. */
const INLINE = [
  ['venue', 'venue', (name: string) => ({ venue: { venue: name } })],
  ['organizer', 'organizer', (name: string) => ({ organizer: [{ organizer: name }] })],
  ['category', 'categories', (name: string) => ({ categories: [name] })],
  ['tag', 'tags', (name: string) => ({ tags: [name] })],
] as const

/** In a file, or on a server. */
export const racesIn = (calendar: SharedCalendar): void => racesOn(() => open(calendar))

export function racesOn(open: () => Opened | Promise<Opened>): void {
  let storage: Storage
  let close: Opened['close']
  let calendar: Calendar
  let names = 0
  /** Nobody has used it yet; slugs are made of it without any change. */
  const newName = (word: string) => `${word}-${++names}`
  beforeAll(async () => {
    const opened = await open()
    storage = opened.storage
    close = opened.close
    await storage.migrate()
    calendar = openCalendar({}, storage)
  })
  afterAll(async () => {
    await close()
  })

  /** Runs `first` up to its first look for a name, then all of `second`, then the rest of `first`. */
  async function afterLooking<T, U>(
    kind: 'venue' | 'organizer' | 'category' | 'tag',
    first: (calendar: Calendar) => Promise<T>,
    second: (calendar: Calendar) => Promise<U>,
  ): Promise<[T, U]> {
    const held = heldAfterLookingForName(storage, kind)
    const running = first(openCalendar({}, held.storage))
    await held.arrived
    const other = await second(calendar)
    held.release()
    return [await running, other]
  }

  async function beforeCommit<T, U>(
    first: (calendar: Calendar) => Promise<T>,
    second: (calendar: Calendar) => Promise<U>,
  ): Promise<[T, U]> {
    const held = heldBeforeCommit(storage)
    const running = first(openCalendar({}, held.storage))
    await held.arrived
    const other = await second(calendar)
    held.release()
    return [await running, other]
  }

  describe('a create that looked for a name just before another made it', () => {
    test.each(LINKED)('%s: is answered with that record', async (kind, collection) => {
      const name = newName('hall')
      const [late, early] = await afterLooking(
        kind,
        ({ ask }) => ask('POST', `/${collection}`, { [kind]: name }),
        ({ ask }) => ask('POST', `/${collection}`, { [kind]: ` ${name.toUpperCase()} ` }),
      )
      expect([late.status, early.status]).toEqual([201, 201])
      expect(idOf(late.body)).toBe(idOf(early.body))
    })

    test.each(LINKED)(
      '%s: makes another one with a description of its own, numbered next',
      async (kind, collection) => {
        const name = newName('hall')
        const [late, early] = await afterLooking(
          kind,
          ({ ask }) => ask('POST', `/${collection}`, { [kind]: name, description: 'Mine' }),
          ({ ask }) => ask('POST', `/${collection}`, { [kind]: name, description: 'Yours' }),
        )
        expect([early.body.slug, late.body.slug]).toEqual([name, `${name}-2`])
      },
    )

    test.each(TERMS)('%s: is told that it exists', async (kind, collection) => {
      const name = newName('term')
      const [late, early] = await afterLooking(
        kind,
        ({ ask }) => ask('POST', `/${collection}`, { name }),
        ({ ask }) => ask('POST', `/${collection}`, { name }),
      )
      expectRefusal(late, 400, 'term_exists')
      expect(at(late.body, 'data', 'term_id')).toBe(idOf(early.body))
    })

    test.each(INLINE)('%s: inline, beside an event', async (kind, field, inline) => {
      const name = newName('inline')
      const [late, early] = await afterLooking(
        kind,
        ({ ask }) => ask('POST', '/events', eventOf({ title: newName('late'), ...inline(name) })),
        ({ ask }) => ask('POST', '/events', eventOf({ title: newName('early'), ...inline(name) })),
      )
      expect([late.status, early.status]).toEqual([201, 201])
      expect(linkedIds(late.body[field])).toEqual(linkedIds(early.body[field]))
    })

    test.each(INLINE)('%s: inline, in a change of an event', async (kind, field, inline) => {
      const name = newName('inline')
      const id = await calendar.make('events', eventOf({ title: newName('changed') }))
      const [late, early] = await afterLooking(
        kind,
        ({ ask }) => ask('PATCH', `/events/${id}`, inline(name)),
        ({ ask }) => ask('POST', '/events', eventOf({ title: newName('early'), ...inline(name) })),
      )
      expect([late.status, early.status]).toEqual([200, 201])
      expect(linkedIds(late.body[field])).toEqual(linkedIds(early.body[field]))
    })

    test('several names of one event, one of which another makes', async () => {
      const [mine, both] = [newName('tag'), newName('tag')]
      const [late, early] = await afterLooking(
        'tag',
        ({ ask }) => ask('POST', '/events', eventOf({ title: newName('late'), tags: [mine, both] })),
        ({ ask }) => ask('POST', '/tags', { name: both }),
      )
      expect(late.status).toBe(201)
      expect(
        listOf(late.body.tags)
          .map((tag) => textAt(tag, 'slug'))
          .sort(),
      ).toEqual([mine, both].sort())
      expect(linkedIds(late.body.tags)).toContain(idOf(early.body))
    })

    test('a name that was used and freed a moment ago is new again', async () => {
      const name = newName('tag')
      const first = await calendar.make('tags', { name })
      await calendar.ask('DELETE', `/tags/${first}`)
      const second = await calendar.ask('POST', '/tags', { name })
      expect([second.status, second.body.slug]).toEqual([201, name])
      expect(idOf(second.body)).not.toBe(first)
    })
  })

  test.each(LINKED)(
    `%s: ${CROWD} creates at once, with descriptions of their own, make one each`,
    async (kind, collection) => {
      const name = newName('own')
      const answers = await Promise.all(
        Array.from({ length: CROWD }, (_, index) =>
          calendar.ask('POST', `/${collection}`, { [kind]: name, description: `No. ${index}` }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
      expect(new Set(answers.map(({ body }) => idOf(body))).size).toBe(CROWD)
      const slugs = answers.map(({ body }) => textAt(body, 'slug'))
      expect(slugs.sort()).toEqual(
        [name, ...Array.from({ length: CROWD - 1 }, (_, index) => `${name}-${index + 2}`)].sort(),
      )
    },
  )

  describe('a term that is deleted while an event is written that names it', () => {
    test.each(TERMS)('%s: is made anew', async (_, collection) => {
      const name = newName('gone')
      const id = await calendar.make(collection, { name })
      const [created, deleted] = await beforeCommit(
        ({ ask }) => ask('POST', '/events', eventOf({ title: newName('event'), [collection]: [name] })),
        ({ ask }) => ask('DELETE', `/${collection}/${id}`),
      )
      expect([created.status, deleted.status]).toEqual([201, 200])
      expect(listOf(created.body[collection]).map((term) => textAt(term, 'name'))).toEqual([name])
      expect(linkedIds(created.body[collection])).not.toContain(id)
    })

    test.each(TERMS)('%s: is made anew, in a change of an event', async (_, collection) => {
      const name = newName('gone')
      const id = await calendar.make(collection, { name })
      const event = await calendar.make('events', eventOf({ title: newName('event') }))
      const [changed] = await beforeCommit(
        ({ ask }) => ask('PATCH', `/events/${event}`, { [collection]: [name, name.toUpperCase()] }),
        ({ ask }) => ask('DELETE', `/${collection}/${id}`),
      )
      const shown = await calendar.ask('GET', `/events/${event}`)
      expect(listOf(shown.body[collection]).map((term) => textAt(term, 'name'))).toEqual([name])
      expect(linkedIds(shown.body[collection])).toEqual(linkedIds(changed.body[collection]))
    })

    test('is refused to who may not make it', async () => {
      const name = newName('gone')
      const id = await calendar.make('tags', { name })
      const [refused] = await beforeCommit(
        ({ ask }) => ask('POST', '/events', eventOf({ tags: [name] }), 'author'),
        ({ ask }) => ask('DELETE', `/tags/${id}`),
      )
      expectRefusal(refused, 403, 'rest_forbidden')
    })

    test.each(TERMS)(
      '%s: named by its ID, is missing as if it had been deleted before',
      async (_, collection) => {
        const id = await calendar.make(collection, { name: newName('gone') })
        const [created] = await beforeCommit(
          ({ ask }) => ask('POST', '/events', eventOf({ title: newName('event'), [collection]: [id] })),
          ({ ask }) => ask('DELETE', `/${collection}/${id}`),
        )
        expect(linkedIds(created.body[collection])).toEqual([])
        const shown = await calendar.ask('GET', `/events/${idOf(created.body)}`)
        expect(shown.body[collection]).toEqual([])
      },
    )
  })

  describe('a category that is deleted while another one comes below it', () => {
    const parentOf = async (id: number) => (await calendar.ask('GET', `/categories/${id}`)).body.parent
    const makeTree = async () => {
      const top = await calendar.make('categories', { name: newName('top') })
      const middle = await calendar.make('categories', { name: newName('middle'), parent: top })
      return { top, middle }
    }

    test('a new one that was there before goes up', async () => {
      const { top, middle } = await makeTree()
      const [deleted, created] = await beforeCommit(
        ({ ask }) => ask('DELETE', `/categories/${middle}`),
        ({ ask }) => ask('POST', '/categories', { name: newName('child'), parent: middle }),
      )
      expect([deleted.status, created.status]).toEqual([200, 201])
      expect(await parentOf(idOf(created.body))).toBe(top)
    })

    test('a new one that comes later is refused', async () => {
      const { middle } = await makeTree()
      const [created, deleted] = await beforeCommit(
        ({ ask }) => ask('POST', '/categories', { name: newName('child'), parent: middle }),
        ({ ask }) => ask('DELETE', `/categories/${middle}`),
      )
      expect(deleted.status).toBe(200)
      expectWrong(created, 'parent')
    })

    test('one that was moved there before goes up', async () => {
      const { top, middle } = await makeTree()
      const child = await calendar.make('categories', { name: newName('child') })
      const [deleted, moved] = await beforeCommit(
        ({ ask }) => ask('DELETE', `/categories/${middle}`),
        ({ ask }) => ask('PATCH', `/categories/${child}`, { parent: middle }),
      )
      expect([deleted.status, moved.status]).toEqual([200, 200])
      expect(await parentOf(child)).toBe(top)
    })

    test('one that is moved there later is refused', async () => {
      const { middle } = await makeTree()
      const child = await calendar.make('categories', { name: newName('child') })
      const [moved] = await beforeCommit(
        ({ ask }) => ask('PATCH', `/categories/${child}`, { parent: middle }),
        ({ ask }) => ask('DELETE', `/categories/${middle}`),
      )
      expectWrong(moved, 'parent')
      expect(await parentOf(child)).toBe(0)
    })

    test('its own parent, deleted at the same time, leaves those below on top', async () => {
      const { top, middle } = await makeTree()
      const child = await calendar.make('categories', { name: newName('child'), parent: middle })
      const [late, early] = await beforeCommit(
        ({ ask }) => ask('DELETE', `/categories/${middle}`),
        ({ ask }) => ask('DELETE', `/categories/${top}`),
      )
      expect([late.status, early.status]).toEqual([200, 200])
      expect(await parentOf(child)).toBe(0)
    })

    test(`${CROWD} new ones below it at once all come to be`, async () => {
      const { middle } = await makeTree()
      const name = newName('child')
      const answers = await Promise.all(
        Array.from({ length: CROWD }, (_, index) =>
          calendar.ask('POST', '/categories', { name: `${name} ${index}`, parent: middle }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    })
  })

  describe('a suffix of a slug', () => {
    test('is for the record whose slug was taken, not for what is written beside it', async () => {
      const [title, venue] = [newName('event'), newName('venue')]
      const [late, early] = await beforeCommit(
        ({ ask }) => ask('POST', '/events', eventOf({ title, venue: { venue } })),
        ({ ask }) => ask('POST', '/events', eventOf({ title })),
      )
      expect(early.body.slug).toBe(title)
      expect(late.body.slug).toBe(`${title}-2`)
      expect(at(late.body, 'venue', 'slug')).toBe(venue)
    })
  })
}

const linkedIds = (shown: unknown): number[] =>
  [shown]
    .flat()
    .map(idOf)
    .sort((a, b) => a - b)
