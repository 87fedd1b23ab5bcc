import type { SuggestionsOptions } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { exportCalendar } from '../../src/move.ts'
import { AUTHOR, CONTACT, newContact, openPublic, SECRETS, suggested } from '../suggestions/suggesting.ts'
import { API, ASKERS, at, eventOf, idOf, STATUSES } from './calendar.ts'

/* Hostile senders, and whether anything of a contact leaks. */

const open = (suggestions: Partial<SuggestionsOptions> = {}, more: object = {}) => {
  const storage = memoryStorage()
  const site = openPublic(storage, {
    changes: true,
    ...more,
    suggestions: { author: AUTHOR, ...suggestions },
  })
  return { storage, ...site }
}

describe('what the public may send', () => {
  test('no ID, author, status, flag or other field is taken', async () => {
    const { ask, calendar } = open()
    const [venue, organizer] = [
      await calendar.make('venues', { venue: 'Hall' }),
      await calendar.make('organizers', { organizer: 'Choir' }),
    ]
    const own = await calendar.make('events', eventOf())
    const answer = await ask('POST', '/suggestions', {
      ...suggested({ venue, organizer: [organizer, { id: organizer }] }),
      ...{
        id: own,
        author: 1,
        status: 'publish',
        slug: 'admin',
        featured: true,
        sticky: true,
        hide_from_listings: true,
      },
      ...{
        password: 'x',
        image: 'https://x.example/a.png',
        recurrence: { rrule: 'FREQ=DAILY' },
        tags: ['New'],
      },
      ...{ post_parent: own, date: '2020-01-01', custom_fields: { a: 1 }, ticketed: true, is_virtual: true },
    })
    expect(answer.status).toBe(400)
    expect(at(answer.body, 'data', 'params', 'organizer')).toBeDefined()
    const taken = await ask('POST', '/suggestions', {
      ...suggested({ venue, organizer: { organizer: String(organizer), id: organizer, status: 'publish' } }),
      ...{
        id: own,
        author: 1,
        status: 'publish',
        slug: 'admin',
        featured: true,
        sticky: true,
        hide_from_listings: true,
      },
      ...{
        password: 'x',
        image: 'https://x.example/a.png',
        recurrence: { rrule: 'FREQ=DAILY' },
        tags: ['New'],
      },
      ...{ post_parent: own, date: '2020-01-01', custom_fields: { a: 1 }, ticketed: true, is_virtual: true },
    })
    expect(taken.status, taken.text).toBe(201)
    const { body } = await calendar.ask('GET', `/events/${idOf(taken.body)}`)
    expect(body).toMatchObject({
      ...{ status: 'pending', author: String(AUTHOR), slug: '', featured: false, sticky: false },
      ...{ hide_from_listings: false, image: false, tags: [], post_parent: 0, ticketed: false },
      venue: { venue: String(venue), status: 'pending', author: String(AUTHOR) },
      organizer: [{ organizer: String(organizer), status: 'pending' }],
    })
    expect(idOf(body)).not.toBe(own)
    expect(body.recurrence).toBeUndefined()
    expect(at(body, 'venue', 'id')).not.toBe(venue)
  })

  test('signed in, an editor suggests with no more rights than others', async () => {
    const { calendar } = open()
    for (const asker of ASKERS.slice(0, 4)) {
      const answer = await calendar.ask(
        ...([
          'POST',
          '/suggestions',
          suggested({ contact: newContact(), status: 'publish' }),
          asker,
        ] as const),
      )
      expect(answer.status, answer.text).toBe(201)
      expect((await calendar.ask('GET', `/events/${idOf(answer.body)}`)).body.status).toBe('pending')
    }
  })

  test.each([
    [{ title: '' }, 'title'],
    [{ title: undefined }, 'title'],
    [{ start_date: 'whenever' }, 'start_date'],
    [{ contact: undefined }, 'contact'],
    [{ contact: 'me@town.example' }, 'contact'],
    [{ contact: {} }, 'contact'],
    [{ contact: { email: 'me' } }, 'contact'],
    [{ contact: { email: 7 } }, 'contact'],
    [{ contact: { email: 'a@b.example\nBcc: all@b.example' } }, 'contact'],
    [{ contact: { email: `${'a'.repeat(300)}@b.example` } }, 'contact'],
    [{ contact: { ...CONTACT, message: 'x'.repeat(5001) } }, 'contact'],
    [{ contact: { ...CONTACT, name: { toString: 1 } } }, 'contact'],
    [{ venue: ['A', 'B'] }, 'venue'],
    [{ venue: { id: 1 } }, 'venue'],
    [{ organizer: Array.from({ length: 11 }, (_, at) => `O${at}`) }, 'organizer'],
    [{ categories: ['Never heard'] }, 'categories'],
    [{ categories: [987] }, 'categories'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ description: 'x'.repeat(200_001) }, 'description'],
  ])('%j is 400 and leaves nothing behind', async (fields, name) => {
    const { ask, storage } = open()
    const answer = await ask('POST', '/suggestions', { ...suggested(), ...fields })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.text).toContain(name)
    for (const kind of ['event', 'venue', 'organizer', 'receipt', 'extra'] as const)
      expect(await storage.count(kind, {})).toBe(0)
  })

  test('a body that is too large is 413, and one that is no object is 400', async () => {
    const { ask } = open()
    expect((await ask('POST', '/suggestions', suggested({ x: 'x'.repeat(1_100_000) }))).status).toBe(413)
    expect((await ask('POST', '/suggestions', ['x'])).status).toBe(400)
    expect(
      (
        await ask('POST', '/suggestions', {
          ...suggested(),
          contact: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, at])),
        })
      ).status,
    ).toBe(400)
  })

  test('a name in a mail has one line, and what waits under a name is one record', async () => {
    const { suggest, calendar } = open()
    const contact = { ...newContact(), name: 'Mia\r\nBcc: all@b.example\u2028x' }
    const [one, two] = await Promise.all([suggest({ contact, venue: 'Barn' }), suggest({ venue: 'barn ' })])
    const first = (await calendar.ask('GET', `/events/${one.id}`)).body
    const second = (await calendar.ask('GET', `/events/${two.id}`)).body
    expect(at(first, 'suggestion', 'contact', 'name')).toBe('Mia Bcc: all@b.example x')
    expect(at(first, 'venue', 'id')).toBe(at(second, 'venue', 'id'))
  })

  test('text in the hidden field answers as ever, and makes nothing', async () => {
    const { ask, storage, notices } = open()
    const answer = await ask('POST', '/suggestions', {
      ...suggested(),
      website_confirm: 'https://spam.example',
    })
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.body)).toEqual(['id', 'edit', 'secret'])
    for (const kind of ['event', 'receipt', 'extra'] as const) expect(await storage.count(kind, {})).toBe(0)
    expect(notices).toEqual([])
    const secret = String(answer.body.secret)
    expect((await ask('GET', `/suggestions/${answer.body.id}`, undefined, { secret })).status).toBe(404)
    expect((await ask('POST', '/suggestions', { ...suggested(), website_confirm: '' })).status).toBe(201)
  })

  test('the host names other fields, which are then taken, also those that need more rights', async () => {
    const { ask, calendar } = open({ fields: ['description', 'featured', 'recurrence', 'tags', 'status'] })
    await calendar.make('tags', { name: 'Known' })
    const answer = await ask('POST', '/suggestions', {
      ...suggested({ featured: true, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' }, tags: ['Known'] }),
      ...{ cost: '$5', status: 'publish' },
    })
    expect(answer.status, answer.text).toBe(201)
    const { body } = await calendar.ask('GET', `/events/${idOf(answer.body)}`)
    expect(body).toMatchObject({
      status: 'pending',
      cost: '',
      tags: [{ name: 'Known' }],
      recurrence: { count: 3 },
    })
    const secret = String(answer.body.secret)
    const id = idOf(answer.body)
    const changed = await ask(
      'PATCH',
      `/suggestions/${id}`,
      { title: 'Weekly', contact: undefined },
      { secret },
    )
    expect(changed.status, changed.text).toBe(200)
    await calendar.ask('PATCH', `/events/${id}?scope=all`, { status: 'publish' })
    expect((await ask('GET', `/suggestions/${id}`, undefined, { secret })).body.state).toBe('published')
  })
})

describe('verify', () => {
  test('gets a copy of the request with its body, once the fields are right; false or a throw is 403', async () => {
    const seen: unknown[] = []
    let says: () => boolean = () => true
    const { ask, storage, calendar } = open({
      verify: async (request) => {
        seen.push(await request.json())
        return says()
      },
    })
    const body = suggested({ captcha: 'token' })
    expect((await ask('POST', '/suggestions', { ...body, title: '' })).status).toBe(400)
    expect(seen).toEqual([])
    expect((await ask('POST', '/suggestions', body)).status).toBe(201)
    expect(seen).toEqual([body])
    says = () => false
    expect((await ask('POST', '/suggestions', body)).status).toBe(403)
    says = () => {
      throw new Error('the captcha is down')
    }
    expect((await ask('POST', '/suggestions', body)).status).toBe(403)
    expect(calendar.errors).toEqual([new Error('the captcha is down')])
    expect(await storage.count('extra', { where: [{ key: 'owner', in: ['suggestion'] }] })).toBe(1)
  })

  test('titles in notices are one line, whoever writes them into the subject of a mail', async () => {
    const titles: string[] = []
    const { ask, calendar } = open({ notify: ({ title }) => void titles.push(title) })
    const title = 'Feast\r\nBcc: x@y.example\u2028end'
    const { body } = await ask('POST', '/suggestions', suggested({ title }))
    await calendar.ask('PATCH', `/events/${idOf(body)}`, { status: 'publish' })
    await expect.poll(() => titles).toEqual(['Feast Bcc: x@y.example end', 'Feast Bcc: x@y.example end'])
  })

  test('a fault of notify goes to onError, and the suggestion is there', async () => {
    const { ask, calendar, storage } = open({
      notify: () => {
        throw new Error('no mail today')
      },
    })
    expect((await ask('POST', '/suggestions', suggested())).status).toBe(201)
    await expect.poll(() => calendar.errors).toEqual([new Error('no mail today')])
    expect(await storage.count('extra', { where: [{ key: 'owner', in: ['suggestion'] }] })).toBe(1)
  })
})

test('a page of the host gets the ID in its query and the secret in its fragment', async () => {
  const { suggest } = open({ page: 'https://town.example/suggest?lang=de' })
  const { id, secret, edit } = await suggest()
  expect(edit).toBe(`https://town.example/suggest?lang=de&suggestion=${id}#${secret}`)
})

test('no answer to anybody but editors has the contact, and none to editors but the single event', async () => {
  const changes: unknown[] = []
  const { suggest, calendar, storage } = open({}, { onChange: (change: unknown) => changes.push(change) })
  const kept = []
  for (const status of STATUSES) {
    const sent = await suggest(
      { title: `Event ${status}`, venue: 'Barn', contact: CONTACT },
      `10.9.9.${kept.length}`,
    )
    await calendar.ask('PATCH', `/events/${sent.id}`, {
      status: status === 'future' ? 'publish' : status,
      ...(status === 'future' ? { date: '2027-12-01' } : {}),
    })
    kept.push(sent)
  }
  const paths = [
    ...[
      '/events?per_page=50',
      '/events?status=pending,draft,trash,private,future,publish',
      '/events?_fields=suggestion,id',
    ],
    ...['/events.ics', '/events.rss', '/events/counts', '/changes', '/changes?cursor='],
    ...['/venues', '/organizers', '/events?cursor=', '/', '/doc', '/me', '/media'],
    ...kept.flatMap(({ id }) => [
      `/events/${id}`,
      `/events/${id}.ics`,
      `/events/${id}/revisions`,
      `/suggestions/${id}`,
      `/suggestions/${id}/edit`,
    ]),
  ]
  for (const asker of ASKERS) {
    for (const path of paths) {
      const headers = asker === 'visitor' ? {} : { 'x-user': asker }
      const text = await (await calendar.api.fetch(new Request(`${API}${path}`, { headers }))).text()
      const isSingle = /^\/events\/\d+$/.test(path) && (asker === 'editor' || asker === 'administrator')
      for (const word of SECRETS) expect(text.includes(word), `${asker} ${path}`).toBe(isSingle)
    }
  }
  const { text } = await calendar.ask('POST', '/batch', {
    requests: [
      { method: 'GET', path: '/events' },
      { method: 'GET', path: '/changes' },
    ],
  })
  expect((await calendar.ask('GET', '/events?search=Kontaktname&status=pending')).body.total).toBe(0)
  let file = ''
  for await (const line of exportCalendar(storage)) file += line
  const entries = await storage.find('entry', { order: 'id', limit: 1000 })
  const records = await Promise.all(
    (['event', 'venue', 'receipt'] as const).map((kind) => storage.find(kind, { order: 'id', limit: 1000 })),
  )
  // All that is kept but the suggestions themselves.
  const extras = await storage.find('extra', {
    where: [{ key: 'owner', notIn: ['suggestion'] }],
    order: 'id',
    limit: 1000,
  })
  const everything = text + file + JSON.stringify([entries, records, extras, changes])
  for (const word of SECRETS) expect(everything).not.toContain(word)
  expect(file).toContain('Event pending')
})

test('who reads an event as editor and sends it back whole changes nothing', async () => {
  const { suggest, calendar } = open()
  const { id } = await suggest()
  const before = await calendar.ask('GET', `/events/${id}`)
  expect((await calendar.ask('PUT', `/events/${id}`, before.body)).status).toBe(200)
  const after = await calendar.ask('GET', `/events/${id}`)
  expect(after.body.suggestion).toEqual(before.body.suggestion)
})

test('in a batch there are no suggestions', async () => {
  const { calendar } = open()
  const { body } = await calendar.ask('POST', '/batch', {
    requests: [
      { path: '/suggestions', body: suggested() },
      { method: 'GET', path: '/suggestions/1' },
    ],
  })
  expect([at(body, 'responses', 0, 'status'), at(body, 'responses', 1, 'status')]).toEqual([400, 400])
})

test('one is changed twenty times in an hour', async () => {
  const { suggest, ask, calendar } = open()
  const sent = await suggest()
  const statuses: number[] = []
  for (let at = 0; at < 21; at++)
    statuses.push((await ask('PATCH', `/suggestions/${sent.id}`, { title: `Title ${at}` }, sent)).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  calendar.setTime('2027-03-01T13:00:01Z')
  expect((await ask('PATCH', `/suggestions/${sent.id}`, { title: 'Later' }, sent)).status).toBe(200)
})

test('answers are stored nowhere, and other origins may send the secret', async () => {
  const { suggest, ask, calendar } = open({}, { cors: { origin: '*' } })
  const sent = await suggest()
  const answer = await ask('GET', `/suggestions/${sent.id}`, undefined, sent)
  expect(answer.headers.get('cache-control')).toContain('no-store')
  const preflight = await calendar.api.fetch(
    new Request(`${API}/suggestions/${sent.id}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example' },
    }),
  )
  expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Suggestion-Secret')
  expect((await ask('GET', `/suggestions/${sent.id}`, undefined, {})).status).toBe(404)
})
