import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import {
  API,
  at,
  type Calendar,
  eventOf,
  expectRefusal,
  expectWrong,
  idOf,
  idsIn,
  listOf,
  openCalendar,
} from '../routes/calendar.ts'
import { limited } from '../series/limited-storage.ts'
import { heldBeforeCommit } from '../setup/held-storage.ts'
import { type Opened, open, type Calendar as SharedCalendar } from '../setup/shared-calendar.ts'

/* Merging of what events link to, through the API, on one storage. */

interface Subject {
  readonly kind: 'venue' | 'organizer' | 'category' | 'tag'
  readonly collection: 'venues' | 'organizers' | 'categories' | 'tags'
  /** The field of events, and of the list of events. */
  readonly field: 'venue' | 'organizer' | 'categories' | 'tags'
  /** The field of its name. */
  readonly name: string
  /** A field that can be blank. */
  readonly blank: string
  /** A kind of the same sequence of IDs. */
  readonly other: string
}

const SUBJECTS: readonly Subject[] = [
  {
    ...{ kind: 'venue', collection: 'venues', field: 'venue' },
    name: 'venue',
    blank: 'city',
    other: 'organizers',
  },
  {
    ...{ kind: 'organizer', collection: 'organizers', field: 'organizer' },
    ...{ name: 'organizer', blank: 'phone', other: 'venues' },
  },
  {
    ...{ kind: 'category', collection: 'categories', field: 'categories' },
    ...{ name: 'name', blank: 'description', other: 'tags' },
  },
  {
    ...{ kind: 'tag', collection: 'tags', field: 'tags' },
    name: 'name',
    blank: 'description',
    other: 'categories',
  },
]

export const mergesIn = (calendar: SharedCalendar): void => mergesOn(() => open(calendar))

export function mergesOn(openStorage: () => Opened | Promise<Opened>): void {
  let storage: Storage
  let close: Opened['close']
  let calendar: Calendar
  let names = 0
  const newName = (word: string) => `${word}-${++names}`
  beforeAll(async () => {
    const opened = await openStorage()
    storage = opened.storage
    close = opened.close
    await storage.migrate()
    calendar = openCalendar({ changes: true }, storage)
  })
  afterAll(() => close())

  const ask: Calendar['ask'] = (...request) => calendar.ask(...request)
  const make: Calendar['make'] = (...request) => calendar.make(...request)

  describe.each(SUBJECTS)('$collection', ({ kind, collection, field, name, blank, other }) => {
    const create = (fields: object = {}) => make(collection, { [name]: newName(kind), ...fields })
    const merge = (into: number, from: unknown, query = '') =>
      ask('POST', `/${collection}/${into}/merge${query}`, { from })
    const linksOf = async (event: number) =>
      [at((await ask('GET', `/events/${event}`)).body, field)].flat().map(idOf)
    const make2 = async () => [await create(), await create()] as const

    test('their events get the one that stays, once', async () => {
      const [stays, goes] = await make2()
      const event = await make('events', eventOf({ [field]: [goes] }))
      const both = await make('events', eventOf({ [field]: [stays, goes] }))
      const without = await make('events', eventOf())
      const answer = await merge(stays, [goes])
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toEqual({ id: stays, merged: [goes], events: 2 })
      expect(await linksOf(event)).toEqual([stays])
      expect(await linksOf(both)).toEqual([stays])
      expect(await linksOf(without)).toEqual([])
    })

    test('several go at once, as a list or separated by commas, in the order named', async () => {
      const [stays, first] = await make2()
      const second = await create({ [blank]: 'second' })
      const third = await create({ [blank]: 'third' })
      const answer = await merge(stays, `${first}, ${second},${third}`)
      expect(answer.body).toEqual({ id: stays, merged: [first, second, third], events: 0 })
      const { body } = await ask('GET', `/${collection}/${stays}`)
      expect(String(body[blank])).toContain('second')
    })

    test('fields that are filled stay', async () => {
      const stays = await create({ [blank]: 'own' })
      const goes = await create({ [blank]: 'other' })
      const before = await ask('GET', `/${collection}/${stays}`)
      await merge(stays, [goes])
      const after = await ask('GET', `/${collection}/${stays}`)
      expect(after.body).toEqual(before.body)
    })

    test('a dry run says which fields come from where', async () => {
      const stays = await create()
      const [first, second] = [await create({ [blank]: 'first' }), await create({ [blank]: 'second' })]
      const answer = await merge(stays, [first, second], '?dry_run=1')
      const fields = [{ name: blank, from: first }]
      expect(answer.body).toEqual({ id: stays, merged: [first, second], events: 0, fields })
      expect(String((await ask('GET', `/${collection}/${stays}`)).body[blank] ?? '')).toBe('')
    })

    if (kind === 'venue' || kind === 'organizer') {
      test('a public one gets fields of one that is not public only if that is confirmed', async () => {
        for (const status of ['private', 'draft', 'pending'] as const) {
          const [stays, other] = await make2()
          const goes = await create({
            status,
            [blank]: 'Nobody knows',
            phone: '555',
            website: 'https://a.example/',
          })
          const open = await create({ website: 'https://b.example/' })
          const { body } = await merge(stays, [goes, open], '?dry_run=1')
          const hidden = new Set([blank, 'phone', 'website'])
          for (const name of hidden)
            expect(listOf(body.fields)).toContainEqual({ name, from: goes, confirm: true })
          expect(listOf(body.fields)).toContainEqual({ name: 'website', from: open })
          await merge(stays, [goes, open])
          const shown = (await ask('GET', `/${collection}/${stays}`, undefined, 'visitor')).body
          expect([shown[blank] ?? '', shown.phone ?? '', shown.website]).toEqual([
            '',
            '',
            'https://b.example/',
          ])
          const last = await create({ status, [blank]: 'Nobody knew' })
          expect((await merge(other, [last], '?confirm=1')).status).toBe(200)
          expect((await ask('GET', `/${collection}/${other}`)).body[blank]).toBe('Nobody knew')
        }
      })

      test('one that is not public gets all', async () => {
        const stays = await create({ status: 'private' })
        const goes = await create({ status: 'private', [blank]: 'Known to few' })
        const { body } = await merge(stays, [goes], '?dry_run=1')
        expect(body.fields).toEqual([{ name: blank, from: goes }])
        await merge(stays, [goes])
        expect((await ask('GET', `/${collection}/${stays}`)).body[blank]).toBe('Known to few')
      })
    }

    test('a merged one leads to the one that stays, and one merged later to the last', async () => {
      const [stays, goes] = await make2()
      await merge(stays, [goes])
      const answer = await ask('GET', `/${collection}/${goes}`, undefined, 'visitor')
      expectRefusal(answer, 301, 'rest_merged')
      expect(at(answer.body, 'data', 'id')).toBe(stays)
      expect(answer.headers.get('location')).toBe(`${API}/${collection}/${stays}`)
      const last = await create()
      await merge(last, [stays])
      const later = await ask('GET', `/${collection}/${goes}`)
      expect(later.headers.get('location')).toBe(`${API}/${collection}/${last}`)
      expect((await ask('HEAD', `/${collection}/${goes}`)).status).toBe(301)
    })

    test('a write to a merged one is refused with the ID of the one that stays', async () => {
      const [stays, goes] = await make2()
      await merge(stays, [goes])
      for (const [method, path] of [
        ['PATCH', `${goes}`],
        ['DELETE', `${goes}`],
        ['DELETE', `${goes}?force=true`],
        ['POST', `${goes}/merge`],
      ] as const) {
        const answer = await ask(
          method,
          `/${collection}/${path}`,
          method === 'DELETE' ? undefined : { from: [stays] },
        )
        expectRefusal(answer, 409, 'rest_merged')
        expect(at(answer.body, 'data', 'id')).toBe(stays)
        expect(answer.body.message).toContain(String(stays))
      }
      const again = await merge(stays, [goes])
      expectRefusal(again, 409, 'rest_merged')
      expect(at(again.body, 'data', 'id')).toBe(stays)
    })

    test('after the one that stays is deleted for good, the others are not found', async () => {
      const [stays, goes] = await make2()
      await merge(stays, [goes])
      expect((await ask('DELETE', `/${collection}/${stays}?force=true`)).status).toBe(200)
      expectRefusal(await ask('GET', `/${collection}/${goes}`), 404, `rest-${kind}-not-found`)
      expectRefusal(await ask('PATCH', `/${collection}/${goes}`, {}), 404, `rest-${kind}-not-found`)
      const filtered = await ask('GET', `/events?${field}=${goes}`)
      expectWrong(filtered, field)
    })

    test('in bodies and filters, an old ID means the one that stays', async () => {
      const [stays, goes] = await make2()
      await merge(stays, [goes])
      const event = await make('events', eventOf({ [field]: [goes, stays] }))
      expect(await linksOf(event)).toEqual([stays])
      const other = await make('events', eventOf())
      expect((await ask('PATCH', `/events/${other}`, { [field]: goes })).status).toBe(200)
      expect(await linksOf(other)).toEqual([stays])
      for (const id of [goes, stays]) {
        const { body } = await ask('GET', `/events?${field}=${id}`)
        expect(idsIn(body, 'events')).toEqual([event, other])
      }
    })

    test('lists show the one that stays only', async () => {
      const [stays, goes] = await make2()
      await merge(stays, [goes])
      const all = 'hide_empty=0&status=publish,future,draft,pending,private,trash&per_page=50'
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { body } = await ask('GET', `/${collection}?${all}&page=${page}`)
        pages = Number(body.total_pages)
        expect(idsIn(body, collection)).not.toContain(goes)
      }
    })

    test('the slug stays claimed', async () => {
      const word = newName('claimed')
      const goes = await create({ [name]: word })
      const stays = await create()
      await merge(stays, [goes])
      const third = await create({ [name]: word })
      expect(third).not.toBe(goes)
      expect((await ask('GET', `/${collection}/${third}`)).body.slug).toBe(`${word}-2`)
    })

    test('a dry run has the same figures, and changes nothing', async () => {
      const [stays, goes] = await make2()
      const event = await make('events', eventOf({ [field]: [goes] }))
      const before = await Promise.all([stays, goes].map((id) => ask('GET', `/${collection}/${id}`)))
      const dry = await merge(stays, [goes], '?dry_run=1')
      expect(dry.body).toEqual({ id: stays, merged: [goes], events: 1 })
      const after = await Promise.all([stays, goes].map((id) => ask('GET', `/${collection}/${id}`)))
      expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
      expect(await linksOf(event)).toEqual([goes])
      expect((await merge(stays, [goes])).body).toEqual(dry.body)
    })

    test('a series and its dates count by dates, and all change', async () => {
      const [stays, goes] = await make2()
      const recurrence = { rrule: 'FREQ=DAILY;COUNT=4' }
      const series = await make('events', eventOf({ [field]: [goes], recurrence }))
      expect((await merge(stays, [goes])).body).toMatchObject({ events: 4 })
      expect(await linksOf(series)).toEqual([stays])
      const { body } = await ask('GET', `/events?${field}=${stays}`)
      expect(listOf(body.events)).toHaveLength(4)
      const dates = listOf(body.events).map((event) => at(event, 'overrides'))
      expect(dates).toEqual([[], [], [], []])
    })

    test('events in the trash change, too, and stay as old as they are', async () => {
      const [stays, goes] = await make2()
      const event = await make('events', eventOf({ [field]: [goes] }))
      const trashed = (await ask('DELETE', `/events/${event}`)).body
      calendar.setTime('2027-03-01T12:00:09Z')
      await merge(stays, [goes])
      await ask('PATCH', `/events/${event}`, { status: 'publish' })
      expect(await linksOf(event)).toEqual([stays])
      expect(trashed.status).toBe('trash')
    })

    test('bad input is refused, and nothing changes', async () => {
      const [stays, goes] = await make2()
      const stranger = await make(other, {
        [other === 'venues' ? 'venue' : other === 'organizers' ? 'organizer' : 'name']: newName('x'),
      })
      const event = await make('events', eventOf({ [field]: [goes] }))
      expectWrong(await merge(stays, [stays]), 'from')
      expectWrong(await merge(stays, [goes, stays]), 'from')
      expectWrong(await merge(stays, [goes, 999_999]), 'from')
      expectWrong(await merge(stays, [goes, stranger]), 'from')
      for (const from of [[], ' , ', 'x', {}, [[goes]], -1, 1.5, 0, true, [goes, 'x']])
        expectWrong(await merge(stays, from), 'from')
      const many = Array.from({ length: 1001 }, (_, index) => index + 1)
      expectWrong(await merge(stays, many), 'from')
      expectRefusal(
        await ask('POST', `/${collection}/${stays}/merge`, {}),
        400,
        'rest_missing_callback_param',
      )
      expectRefusal(await merge(999_999, [goes]), 404, `rest-${kind}-not-found`)
      expectRefusal(await merge(stranger, [goes]), 404, `rest-${kind}-not-found`)
      expectRefusal(
        await ask('POST', `/${collection}/${stays}/merge`, { from: [goes] }, 'visitor'),
        401,
        'rest_forbidden',
      )
      for (const user of ['subscriber', 'contributor', 'author'] as const) {
        const answer = await ask('POST', `/${collection}/${stays}/merge`, { from: [goes] }, user)
        expectRefusal(answer, 403, 'rest_forbidden')
      }
      expect((await ask('GET', `/${collection}/${goes}`)).status).toBe(200)
      expect(await linksOf(event)).toEqual([goes])
    })

    test('with another version of the one that stays, nothing is merged', async () => {
      const [stays, goes] = await make2()
      const headers = { 'if-match': '"99.x"', 'content-type': 'application/json' }
      const body = JSON.stringify({ from: [goes] })
      const answer = await calendar.send(`/${collection}/${stays}/merge`, { method: 'POST', headers, body })
      expectRefusal(answer, 412, 'rest_precondition_failed')
      expect((await ask('GET', `/${collection}/${goes}`)).status).toBe(200)
    })

    test('two that go into each other: one stays', async () => {
      const [a, b] = await make2()
      const held = heldBeforeCommit(storage)
      const late = openCalendar({ changes: true }, held.storage).ask('POST', `/${collection}/${a}/merge`, {
        from: [b],
      })
      await held.arrived
      expect((await merge(b, [a])).status).toBe(200)
      held.release()
      const answer = await late
      expectRefusal(answer, 409, 'rest_merged')
      expect(at(answer.body, 'data', 'id')).toBe(b)
      expect((await ask('GET', `/${collection}/${b}`)).status).toBe(200)
    })

    test.each(['create', 'update'])(
      'an event that is written with an old ID meanwhile has the new one: %s',
      async (how) => {
        const [stays, goes] = await make2()
        const event = how === 'update' ? await make('events', eventOf()) : 0
        const held = heldBeforeCommit(storage)
        const other = openCalendar({ changes: true }, held.storage)
        const late =
          how === 'create'
            ? other.ask('POST', '/events', eventOf({ [field]: [goes] }))
            : other.ask('PATCH', `/events/${event}`, { [field]: [goes] })
        await held.arrived
        expect((await merge(stays, [goes])).status).toBe(200)
        held.release()
        const answer = await late
        expect(answer.status, answer.text).toBeLessThan(300)
        expect([at(answer.body, field)].flat().map(idOf)).toEqual([stays])
        expect(await linksOf(idOf(answer.body))).toEqual([stays])
      },
    )

    test('what comes between two parts of a merge has the new one, and the rest follows', async () => {
      const [stays, goes] = await make2()
      const events: number[] = []
      for (let number = 0; number < 7; number++)
        events.push(await make('events', eventOf({ [field]: [goes] })))
      // The storage is gone after the first part of the events.
      const short = limited(storage, { most: 16, commits: 2 })
      const cut = await openCalendar({}, limited(short, { most: 6 })).ask(
        'POST',
        `/${collection}/${stays}/merge`,
        { from: [goes] },
      )
      expect(cut.status, cut.text).toBe(503)
      const fresh = openCalendar({ changes: true }, limited(storage, { most: 0 }))
      const shown = await Promise.all(
        events.map(async (id) =>
          [at((await fresh.ask('GET', `/events/${id}`)).body, field)].flat().map(idOf),
        ),
      )
      for (const ids of shown) expect([[stays], [goes]]).toContainEqual(ids)
      expectRefusal(await fresh.ask('GET', `/${collection}/${goes}`), 301, 'rest_merged')
      const another = openCalendar({ changes: true }, storage)
      const event = await another.ask('POST', '/events', eventOf({ [field]: [goes] }))
      expect([at(event.body, field)].flat().map(idOf)).toEqual([stays])
      for (const id of events) expect(await linksOf(id)).toEqual([stays])
      expect(
        await storage.find('extra', { where: [{ key: 'owner', in: ['merge'] }], order: 'id', limit: 9 }),
      ).toEqual([])
    })

    test('changes show the merged as deleted, its events as changed', async () => {
      const [stays, goes] = await make2()
      const event = await make('events', eventOf({ [field]: [goes] }))
      let token = ''
      for (let path = '/changes?per_page=50'; token === ''; ) {
        const { body } = await ask('GET', path)
        token = String(body.sync_token ?? '')
        path = String(body.next_rest_url ?? '')
      }
      await merge(stays, [goes])
      const { body } = await ask('GET', `/changes?sync_token=${token}`)
      const changes = listOf(body.changes)
      expect(changes).toContainEqual({ kind, id: goes, deleted: true })
      const own = changes.find((change) => at(change, 'kind') === 'event' && at(change, 'id') === event)
      expect([at(own, 'event', field)].flat().map(idOf)).toEqual([stays])
    })

    test('a name that only a merged one has means the one that stays', async () => {
      const word = newName('spelled')
      const goes = await create({ [name]: word })
      const stays = await create()
      await merge(stays, [goes])
      const ref = kind === 'venue' || kind === 'organizer' ? { [kind]: word } : word
      const event = await make('events', eventOf({ [field]: [ref] }))
      expect(await linksOf(event)).toEqual([stays])
    })
  })

  describe('venues', () => {
    test('coordinates are filled as one, and an image', async () => {
      const stays = await make('venues', { venue: newName('v'), address: 'Own 1' })
      const goes = await make('venues', {
        ...{
          venue: newName('v'),
          address: 'Other 2',
          city: 'Bonn',
          geo_lat: 50.7,
          geo_lng: 7.1,
          website: 'https://v.example/',
        },
        image: 'https://v.example/a.png',
      })
      await ask('POST', `/venues/${stays}/merge`, { from: [goes] })
      expect((await ask('GET', `/venues/${stays}`)).body).toMatchObject({
        ...{ address: 'Own 1', city: 'Bonn', geo_lat: 50.7, geo_lng: 7.1, website: 'https://v.example/' },
        image: { url: 'https://v.example/a.png' },
      })
    })

    test('one in the trash takes none, and its slug leads on from there', async () => {
      const stays = await make('venues', { venue: newName('v') })
      const goes = await make('venues', { venue: newName('v') })
      const { slug } = (await ask('GET', `/venues/${goes}`)).body
      await ask('DELETE', `/venues/${stays}`)
      expectRefusal(await ask('POST', `/venues/${stays}/merge`, { from: [goes] }), 410, 'venue-is-in-trash')
      await ask('PATCH', `/venues/${stays}`, { status: 'publish' })
      await ask('POST', `/venues/${stays}/merge`, { from: [goes] })
      const answer = await ask('GET', `/venues/by-slug/${slug}`, undefined, 'visitor')
      expectRefusal(answer, 301, 'rest_merged')
      expect(answer.headers.get('location')).toBe(`${API}/venues/${stays}`)
      expectRefusal(await ask('PATCH', `/venues/by-slug/${slug}`, {}), 409, 'rest_merged')
    })

    test('who may not read the one that stays does not learn of it', async () => {
      const stays = await make('venues', { venue: newName('v'), status: 'draft' })
      const goes = await make('venues', { venue: newName('v') })
      await ask('POST', `/venues/${stays}/merge`, { from: [goes] })
      const answer = await ask('GET', `/venues/${goes}`, undefined, 'visitor')
      expectRefusal(answer, 403, 'venue-not-accessible')
      expect(answer.headers.get('location')).toBeNull()
      expectWrong(await ask('GET', `/events?venue=${goes}`, undefined, 'visitor'), 'venue')
    })

    test('what is left is not emptied with the trash', async () => {
      const stays = await make('venues', { venue: newName('v') })
      const goes = await make('venues', { venue: newName('v') })
      await ask('POST', `/venues/${stays}/merge`, { from: [goes] })
      calendar.setTime('2027-09-01T12:00:00Z')
      await calendar.api.purge({ olderThan: 0 })
      calendar.setTime('2027-03-01T12:00:00Z')
      expectRefusal(await ask('GET', `/venues/${goes}`), 301, 'rest_merged')
    })
  })

  describe('categories', () => {
    const category = (parent = 0) => make('categories', { name: newName('c'), parent })
    const parentOf = async (id: number) => (await ask('GET', `/categories/${id}`)).body.parent

    test('those below one that goes move below the one that stays', async () => {
      const stays = await category()
      const goes = await category()
      const below = await category(goes)
      await ask('POST', `/categories/${stays}/merge`, { from: [goes] })
      expect(await parentOf(below)).toBe(stays)
      const later = await category(goes)
      expect(await parentOf(later)).toBe(stays)
    })

    test('one that is below those that go takes their place, and no circle closes', async () => {
      const top = await category()
      const high = await category(top)
      const middle = await category(high)
      const low = await category(middle)
      const stays = await category(low)
      await ask('POST', `/categories/${stays}/merge`, { from: [low, high] })
      expect(await parentOf(stays)).toBe(top)
      expect(await parentOf(middle)).toBe(stays)
      const { body } = await ask('GET', `/categories?hide_empty=0&parent=${high}`)
      expect(idsIn(body, 'categories')).toEqual([middle])
    })
  })
}
