import { describe, expect, test } from 'vitest'
import { openEndpoint } from './endpoint.ts'

describe('find_events', () => {
  test('finds what happens in a time that is said in words, and says which time it understood', async () => {
    const { call, create } = openEndpoint()
    await create({ title: 'Choir', venue: { venue: 'Hall', city: 'Graz' }, categories: ['Music'] })
    await create({ title: 'Fair', start_date: '2026-05-12 10:00', end_date: '2026-05-12 18:00' })
    const { data, isError } = await call('find_events', { when: 'this weekend' })
    expect(isError).toBe(false)
    expect(data).toEqual({
      interval: { from: '2026-05-09 00:00:00', to: '2026-05-11 00:00:00', timezone: 'Europe/Vienna' },
      events: [
        {
          id: expect.any(Number),
          title: 'Choir',
          start: '2026-05-09 19:00:00',
          end: '2026-05-09 21:00:00',
          timezone: 'Europe/Vienna',
          place: 'Hall, Graz',
          categories: ['Music'],
        },
      ],
      total: 1,
    })
  })

  test('without a time, finds what is not over, however far ahead', async () => {
    const { call, create } = openEndpoint()
    await create({ title: 'Over', start_date: '2026-05-06 09:00', end_date: '2026-05-06 11:00' })
    await create({ title: 'Runs', start_date: '2026-05-06 09:00', end_date: '2026-05-06 13:00' })
    await create({ title: 'Far', start_date: '2039-05-06 09:00', end_date: '2039-05-06 13:00' })
    const { data } = await call('find_events')
    expect(data.events.map(({ title }: { title: string }) => title)).toEqual(['Runs', 'Far'])
    expect(data.interval).toEqual({ from: '2026-05-06 12:00:00', to: null, timezone: 'Europe/Vienna' })
  })

  test('goes on with a cursor', async () => {
    const { call, create } = openEndpoint()
    for (const title of ['a', 'b', 'c']) await create({ title })
    const first = await call('find_events', { limit: 2 })
    expect([first.data.events.length, first.data.total, first.data.next_cursor]).toEqual([2, 3, '2'])
    const second = await call('find_events', { limit: 2, cursor: first.data.next_cursor })
    expect([second.data.events.length, second.data.next_cursor]).toEqual([1, undefined])
  })
})

test('get_event shows all about one event', async () => {
  const { call, create } = openEndpoint()
  const id = await create({
    title: 'Choir',
    description: '<p>Bring music</p>',
    organizer: { organizer: 'Club' },
  })
  const { data, texts } = await call('get_event', { id })
  expect(data).toMatchObject({
    ...{ id, title: 'Choir', description: '<p>Bring music</p>', recurrence: null, venue: null },
    organizers: [{ id: expect.any(Number), name: 'Club' }],
    version: expect.any(String),
  })
  expect(texts[1]).toBe(JSON.stringify(data))
})

test('describe_calendar says what time it is there, and what the caller may do', async () => {
  const { call } = openEndpoint()
  const visitor = await call('describe_calendar')
  expect(visitor.data).toMatchObject({
    now: '2026-05-06 12:00:00',
    timezone: 'Europe/Vienna',
    user: null,
    role: null,
  })
  const editor = await call('describe_calendar', {}, 'editor')
  expect(editor.data).toMatchObject({ role: 'editor', can: { write: true } })
})
