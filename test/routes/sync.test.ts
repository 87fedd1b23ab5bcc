import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { Mirror, truthOf } from '../changes/mirror.ts'
import { type Asker, openCalendar } from './calendar.ts'

const EVENT = { title: 'Jazz', start_date: '2027-04-01 19:00', end_date: '2027-04-01 21:00' }
const READERS = ['visitor', 'author', 'author2', 'editor'] as const

/** A calendar with mirrors that have synced once. */
async function followed() {
  const calendar = openCalendar({ changes: true })
  const mirrors = READERS.map((as) => new Mirror(as))
  /** What each mirror gets. */
  const sync = async (perPage = 10) => {
    const came = await Promise.all(
      mirrors.map(async (mirror) => [mirror.as, await mirror.sync(calendar, perPage)] as const),
    )
    return Object.fromEntries(came)
  }
  await sync()
  return { ...calendar, sync }
}

const forAll = (came: readonly string[]) => Object.fromEntries(READERS.map((as) => [as, came]))

test('without a token: all that the caller may read, by kind; with it: what has changed, each record once', async () => {
  const { ask, make, sync } = await followed()
  const id = await make('events', { ...EVENT, venue: { venue: 'Hall' }, tags: ['Late'] })
  const { body } = await ask('GET', '/changes')
  expect(body.changes).toMatchObject([
    { kind: 'tag', id: 1, tag: { name: 'Late' } },
    { kind: 'venue', venue: { venue: 'Hall' } },
    { kind: 'event', id, event: { title: 'Jazz', venue: { venue: 'Hall' } } },
  ])
  const came = await sync()
  expect(came.visitor).toHaveLength(3)
  expect(came.editor).toEqual(came.visitor)
  await ask('PATCH', `/events/${id}`, { title: 'Swing' })
  await ask('PATCH', `/events/${id}`, { title: 'Bebop' })
  expect(await sync()).toEqual(forAll([`event ${id}`]))
  expect(await sync()).toEqual(forAll([]))
})

test('what a caller may no longer read is deleted, and comes back; drafts stay unknown to others', async () => {
  const { ask, make, sync } = await followed()
  const id = await make('events', EVENT, 'author')
  await sync()
  await ask('PATCH', `/events/${id}`, { status: 'private' })
  const event = [`event ${id}`]
  const gone = [`deleted event ${id}`]
  expect(await sync()).toEqual({ visitor: gone, author2: gone, author: event, editor: event })
  await ask('PATCH', `/events/${id}`, { title: 'Swing' })
  expect(await sync()).toEqual({ visitor: [], author2: [], author: event, editor: event })
  await ask('PATCH', `/events/${id}`, { status: 'publish' })
  expect(await sync()).toEqual(forAll(event))
  await ask('PATCH', `/events/${id}`, { hide_from_listings: true })
  expect(await sync()).toEqual({ ...forAll(gone), editor: event })
  await ask('DELETE', `/events/${id}`)
  expect(await sync()).toEqual({ ...forAll([]), editor: gone })
  await ask('PATCH', `/events/${id}`, { status: 'publish', hide_from_listings: false })
  expect(await sync()).toEqual(forAll(event))
  // It was readable in between.
  const other = await make('events', { ...EVENT, status: 'draft' }, 'author')
  await ask('DELETE', `/events/${other}`)
  expect((await sync()).visitor).toEqual([])
  await ask('PATCH', `/events/${id}`, { status: 'draft' })
  await ask('PATCH', `/events/${id}`, { title: 'Bebop' })
  expect(await sync(1)).toMatchObject({ visitor: gone })
})

test('terms come and go', async () => {
  const { ask, make, sync } = await followed()
  const id = await make('tags', { name: 'Late' })
  expect(await sync()).toEqual(forAll([`tag ${id}`]))
  await ask('DELETE', `/tags/${id}`)
  expect(await sync()).toEqual(forAll([`deleted tag ${id}`]))
})

test('a venue that can be read again brings its events', async () => {
  const { ask, make, sync } = await followed()
  const venue = await make('venues', { venue: 'Hall', status: 'draft' })
  const events: string[] = []
  for (let one = 0; one < 5; one++) events.push(`event ${await make('events', { ...EVENT, venue })}`)
  await sync()
  await ask('PATCH', `/venues/${venue}`, { status: 'publish' })
  const last = await make('tags', { name: 'Late' })
  for (const [perPage, as] of [[2, 'visitor'] as const, [50, 'author'] as const]) {
    const came = (await sync(perPage))[as]
    if (as === 'visitor') {
      expect(new Set(came)).toEqual(new Set([`venue ${venue}`, ...events, `tag ${last}`]))
      expect(came).toHaveLength(7)
    }
  }
  await ask('DELETE', `/venues/${venue}`)
  expect((await sync()).editor).toEqual([`deleted venue ${venue}`])
  await ask('PATCH', `/venues/${venue}`, { status: 'publish' })
  expect((await sync(3)).editor).toEqual([`venue ${venue}`, ...events])
})

test.each([
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const)(
  '%s that leave the trash bring the series that name them, too, whatever its dates name',
  async (collection, kind) => {
    const { ask, make, sync } = await followed()
    const named = await make(collection, { [kind]: 'Hall' })
    const other = await make(collection, { [kind]: 'Park' })
    const id = await make('events', { ...EVENT, [kind]: named, recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } })
    const { body } = await ask('GET', `/events/${id}?_fields=recurrence`)
    expect(body).toMatchObject({ recurrence: { count: 2 } })
    // The dates come after their series.
    for (const date of [id + 1, id + 2]) {
      expect((await ask('PATCH', `/events/${date}`, { [kind]: other })).status).toBe(200)
    }
    await ask('DELETE', `/${collection}/${named}`)
    await sync()
    await ask('PATCH', `/${collection}/${named}`, { status: 'publish' })
    expect(await sync(2)).toEqual(forAll([`${kind} ${named}`, `event ${id}`]))
    expect(await sync()).toEqual(forAll([]))

    await ask('PATCH', `/events/${id + 1}`, { [kind]: named })
    await ask('DELETE', `/${collection}/${named}`)
    await sync()
    await ask('PATCH', `/${collection}/${named}`, { status: 'publish' })
    expect(await sync(1)).toEqual(forAll([`${kind} ${named}`, `event ${id}`, `event ${id + 1}`]))
  },
)

/** A tree of categories: music over jazz over bebop and swing; and film beside it. */
async function tree() {
  const calendar = await followed()
  const { make } = calendar
  const music = await make('categories', { name: 'Music' })
  const jazz = await make('categories', { name: 'Jazz', parent: music })
  const bebop = await make('categories', { name: 'Bebop', parent: jazz })
  const swing = await make('categories', { name: 'Swing', parent: jazz })
  const film = await make('categories', { name: 'Film' })
  await calendar.sync()
  return { ...calendar, music, jazz, bebop, swing, film }
}

const categories = (...ids: readonly number[]) => forAll(ids.map((id) => `category ${id}`))

test('a category with another slug or another parent brings those below it: their addresses contain it', async () => {
  const { ask, sync, music, jazz, bebop, swing, film } = await tree()
  await ask('PATCH', `/categories/${music}`, { name: 'Sounds', description: 'All of it' })
  expect(await sync()).toEqual(categories(music))
  await ask('PATCH', `/categories/${music}`, { slug: 'sounds' })
  expect(await sync(1)).toEqual(categories(music, jazz, bebop, swing))
  const { body } = await ask('GET', `/categories/${swing}`)
  expect(body.url).toBe('https://calendar.example/events/category/sounds/jazz/swing/')
  await ask('PATCH', `/categories/${jazz}`, { parent: film })
  const came = await sync(2)
  expect(new Set(came.visitor)).toEqual(new Set(categories(film, jazz, bebop, swing).visitor))
  expect(await sync()).toEqual(forAll([]))
})

test('when a category is removed, those below its children come, too', async () => {
  const { ask, sync, music, jazz, bebop, swing } = await tree()
  await ask('DELETE', `/categories/${music}`)
  const { visitor } = await sync(2)
  const came = [`deleted category ${music}`, ...(categories(jazz, bebop, swing).visitor ?? [])]
  expect(new Set(visitor)).toEqual(new Set(came))
})

test('a tree that changes between two pages is in the end as the calendar has it', async () => {
  const { sync: _, ...calendar } = await tree()
  const { ask, music, jazz, bebop, swing, film } = calendar
  const mirror = new Mirror('visitor')
  await mirror.sync(calendar, 50)
  await ask('PATCH', `/categories/${music}`, { slug: 'sounds' })
  const steps = [
    () => ask('PATCH', `/categories/${jazz}`, { parent: film }),
    () => ask('PATCH', `/categories/${film}`, { slug: 'screen' }),
    () => ask('DELETE', `/categories/${bebop}`),
    () => ask('PATCH', `/categories/${swing}`, { parent: music }),
  ]
  await mirror.sync(calendar, 1, async () => {
    expect((await steps.shift()?.())?.status ?? 200).toBe(200)
  })
  expect(steps).toEqual([])
  await mirror.sync(calendar, 1)
  expect(mirror.state).toEqual(await truthOf(calendar, 'visitor', film))
})

test('a series and its occurrences are events', async () => {
  const { ask, make, sync } = await followed()
  const id = await make('events', { ...EVENT, recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } })
  expect((await sync(2)).visitor).toHaveLength(4)
  await ask('DELETE', `/events/${id}`)
  const { visitor } = await sync(2)
  expect(visitor).toHaveLength(4)
  expect(visitor).toContain(`deleted event ${id}`)
})

test('what changes while the first sync reads pages comes with the next one', async () => {
  const { ask, make, ...calendar } = openCalendar({ changes: true })
  const ids: number[] = []
  for (let one = 0; one < 5; one++) ids.push(await make('events', EVENT))
  const mirror = new Mirror('visitor')
  const [first = 0, second = 0] = ids
  let fresh = 0
  await mirror.sync({ ask, make, ...calendar }, 2, async () => {
    if (fresh > 0) return
    await ask('DELETE', `/events/${first}`)
    await ask('PATCH', `/events/${second}`, { title: 'Swing' })
    fresh = await make('tags', { name: 'Late' })
  })
  const came = await mirror.sync({ ask, make, ...calendar }, 1)
  expect(came.toSorted()).toEqual([`deleted event ${first}`, `event ${second}`, `tag ${fresh}`].toSorted())
})

const tokenOf = async ({ ask }: ReturnType<typeof openCalendar>, as?: Asker) =>
  String((await ask('GET', '/changes', undefined, as)).body.sync_token)

test('410 if entries are gone, or for a caller with other rights', async () => {
  const calendar = openCalendar({ changes: true })
  const { ask, make, api, setTime } = calendar
  const get = async (token: string, as?: Asker) =>
    (await ask('GET', `/changes?sync_token=${token}`, undefined, as)).body
  const token = await tokenOf(calendar)
  await make('tags', { name: 'Late' })
  const later = await tokenOf(calendar)
  setTime('2027-03-31T11:59:59Z')
  await api.deliver()
  expect(await get(token)).toMatchObject({ changes: [{ kind: 'tag' }] })
  setTime('2027-03-31T12:00:01Z')
  await api.deliver()
  const expired = { code: 'rest_sync_token_expired', data: { status: 410 } }
  expect(await get(token)).toMatchObject(expired)
  expect(await get(later)).toEqual({ changes: [], sync_token: later })
  expect(await get(later, 'administrator')).toEqual({ changes: [], sync_token: later })
  for (const as of ['visitor', 'author', 'subscriber'] as const) {
    expect(await get(later, as)).toMatchObject(expired)
  }
  expect(await get(await tokenOf(calendar, 'author'), 'author2')).toMatchObject(expired)
  // The numbers of another calendar, such as an older copy of this one.
  expect(await get(later.replace(/\d$/, 'zz'))).toMatchObject(expired)
})

test('400 for what is no token; per_page as in lists; ETag and HEAD', async () => {
  const calendar = openCalendar({ changes: true, limits: { perPage: 2 } })
  const { ask, send, make } = calendar
  const token = await tokenOf(calendar)
  for (const wrong of ['', 'x', '1-2', `${token}-0`, token.replace('1', '2'), token.replace(/0$/, '%F0')]) {
    const { body } = await ask('GET', `/changes?sync_token=${wrong}&per_page=0`)
    expect(Object.keys(Object(Object(body.data).params)).sort()).toEqual(['per_page', 'sync_token'])
  }
  for (let one = 0; one < 3; one++) await make('tags', { name: `${one}` })
  const { body, headers } = await ask('GET', '/changes?per_page=99', undefined, 'visitor')
  expect(body.changes).toHaveLength(2)
  expect(body).not.toHaveProperty('sync_token')
  expect(String(body.next_rest_url)).toContain('per_page=2')
  const etag = headers.get('etag') ?? ''
  const known = await send('/changes?per_page=99', { headers: { 'if-none-match': etag } }, 'visitor')
  expect(known.status).toBe(304)
  const head = await send('/changes', { method: 'HEAD' }, 'visitor')
  expect([head.status, head.text]).toEqual([200, ''])
})

test('without the option, there is no such route', async () => {
  const { ask } = openCalendar({}, memoryStorage())
  expect((await ask('GET', '/changes')).body).toMatchObject({ code: 'rest_no_route', data: { status: 404 } })
})
