import { describe, expect, test } from 'vitest'
import { expectWrong, idsIn, on, openCalendar, textAt, USERS } from './calendar.ts'

const CREATED = {
  events: { ...on('2027-06-01 10:00'), status: 'draft' },
  venues: { venue: 'Hall', status: 'draft' },
  organizers: { organizer: 'Ann', status: 'draft' },
} as const

const COLLECTIONS = ['events', 'venues', 'organizers'] as const

describe.each(COLLECTIONS)('lists of %s by author', (collection) => {
  const body = (name: string) => {
    const fields = { ...CREATED[collection] }
    const title = { events: 'title', venues: 'venue', organizers: 'organizer' }[collection]
    return { ...fields, [title]: name }
  }

  test('are for editors and administrators of any author, drafts included', async () => {
    const { ask, make } = openCalendar()
    const own = await make(collection, body('own'), 'editor')
    const other = await make(collection, body('other'), 'author')
    await make(collection, body('third'), 'contributor')
    for (const as of ['editor', 'administrator'] as const) {
      const ids = async (query: string) =>
        idsIn((await ask('GET', `/${collection}?${query}`, undefined, as)).body, collection).sort()
      expect(await ids(`author=${USERS.author.id}`)).toEqual([other])
      expect(await ids(`author=${USERS.author.id},${USERS.editor.id}`)).toEqual([own, other])
      expect(await ids(`author[]=${USERS.author.id}&author[]=${USERS.editor.id}`)).toEqual([own, other])
      expect(await ids('author=999')).toEqual([])
      expect(await ids('author=ann@example.com')).toEqual([])
      expect(await ids('author=')).toHaveLength(3)
    }
  })

  test('are for those who may write of themselves', async () => {
    const { ask, make } = openCalendar()
    const own = await make(collection, body('own'), 'author')
    await make(collection, { ...body('other'), status: 'publish' }, 'editor')
    const mine = await ask('GET', `/${collection}?author=${USERS.author.id}`, undefined, 'author')
    expect(idsIn(mine.body, collection)).toEqual([own])
    expect(textAt(mine.body, 'rest_url')).toContain(`author=${USERS.author.id}`)
    for (const asked of [String(USERS.editor.id), `${USERS.author.id},${USERS.editor.id}`]) {
      expectWrong(await ask('GET', `/${collection}?author=${asked}`, undefined, 'author'), 'author')
    }
  })

  test('are what they were for all others, links included', async () => {
    const { ask, make } = openCalendar()
    for (const as of ['author', 'editor'] as const)
      await make(collection, { ...body(as), status: 'publish' }, as)
    for (const as of ['visitor', 'subscriber'] as const) {
      const usual = await ask('GET', `/${collection}`, undefined, as)
      const asked = await ask('GET', `/${collection}?author=${USERS.author.id}`, undefined, as)
      expect(asked.text).toBe(usual.text)
      expect(usual.body.total).toBe(2)
    }
  })

  test('are refused for what is no list of user IDs', async () => {
    const { ask } = openCalendar()
    const many = Array.from({ length: 101 }, (_, index) => index + 1).join(',')
    for (const wrong of [
      'author=0',
      'author=-1',
      'author=1.5',
      'author=1,%00',
      'author[a]=1',
      `author=${many}`,
    ]) {
      expectWrong(await ask('GET', `/${collection}?${wrong}`), 'author')
    }
  })
})

test('an event behind a password is in the list of its author, also where it is not shown in full', async () => {
  const { ask, make } = openCalendar()
  const id = await make('events', { ...CREATED.events, title: 'Own', password: 'secret' }, 'contributor')
  await ask('PATCH', `/events/${id}`, { status: 'publish' }, 'editor')
  const { body } = await ask('GET', `/events?author=${USERS.contributor.id}`, undefined, 'contributor')
  expect(idsIn(body, 'events')).toEqual([id])
})

test('a feed has the same filter', async () => {
  const { make, send } = openCalendar()
  for (const as of ['author', 'editor'] as const)
    await make('events', { ...CREATED.events, title: as, status: 'publish' }, as)
  const feed = await send(`/events.ics?author=${USERS.author.id}`, {}, 'editor')
  expect(feed.text.match(/SUMMARY:.*/g)?.map((line) => line.trim())).toEqual(['SUMMARY:author'])
})

test('users whose IDs are texts are found by them', async () => {
  const { ask, make } = openCalendar({ isAuthor: () => true })
  const id = await make('events', { ...CREATED.events, title: 'Ann', author: 'user_2ab' })
  await make('events', { ...CREATED.events, title: 'Bob' })
  expect(idsIn((await ask('GET', '/events?author=user_2ab')).body, 'events')).toEqual([id])
})
