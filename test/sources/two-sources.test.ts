import { describe, expect, test } from 'vitest'
import { at } from '../routes/calendar.ts'
import { eventOn } from './feeds.ts'
import { opened } from './opened.ts'

/* One event in two sources: it is here once, as long as one of them has it. */

const same = (uid: string, more = {}) => eventOn('0415', uid, { SUMMARY: 'Choir', ...more })

describe('an event of two sources', () => {
  test('comes once if both are read at the same time', async () => {
    const { api, sourceOf, events } = opened()
    for (const name of ['a', 'b', 'c', 'd']) await sourceOf(name, [same(name)])
    await api.pull()
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00'])
  })

  test('is the same at the same moment in another zone', async () => {
    const { sourceOf, events } = opened()
    const first = await sourceOf('a', [same('a')])
    await first.pull()
    const second = await sourceOf(
      'b',
      [same('b', { DTSTART: '20270415T230000Z', DTEND: '20270416T000000Z' })],
      { timezone: 'Europe/London' },
    )
    await second.pull()
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00'])
  })

  test('follows the second with its next reading when the first has dropped it', async () => {
    const { sourceOf, events } = opened()
    const first = await sourceOf('a', [same('a')])
    await first.pull()
    const second = await sourceOf('b', [same('b')])
    await second.pull()
    second.serve([same('b', { SUMMARY: 'Choir of b' })])
    await second.pull()
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00'])
    first.serve([])
    await first.pull()
    await second.pull()
    expect(await events()).toEqual(['Choir of b 2027-04-15 19:00:00'])
  })

  test('that the first has dropped takes place again when a second one brings it', async () => {
    const { sourceOf, events } = opened()
    const first = await sourceOf('a', [same('a')])
    await first.pull()
    first.serve([])
    await first.pull()
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00 canceled'])
    const second = await sourceOf('b', [same('b')])
    await second.pull()
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00'])
    first.serve([same('a')])
    await first.pull()
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00'])
    first.serve([])
    await first.pull()
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00'])
    second.serve([])
    await second.pull()
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00 canceled'])
  })

  test('that was never published and that the first has dropped comes once, from the second', async () => {
    const { sourceOf, events } = opened()
    const first = await sourceOf('a', [same('a')], { status: 'pending' })
    await first.pull()
    first.serve([])
    await first.pull()
    expect(await events()).toEqual([])
    const second = await sourceOf('b', [same('b')], { status: 'pending' })
    await second.pull()
    first.serve([same('a')])
    await first.pull()
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00'])
  })
})

test('an event with a title of ours that vanished, and is back under another UID when it is over, is there once', async () => {
  const { ask, all, sourceOf, events, setTime } = opened()
  const source = await sourceOf('a', [same('a')])
  await source.pull()
  const [event] = await all()
  await ask('PATCH', `/events/${at(event, 'id')}`, { title: 'Ours' })
  source.serve([])
  await source.pull()
  setTime('2027-04-16T12:00:00Z')
  source.serve([same('b')])
  await source.pull()
  expect(await events()).toEqual(['Ours 2027-04-15 19:00:00'])
})

test('an event whose UID has changed can follow its source again', async () => {
  const { ask, sourceOf, events } = opened()
  const source = await sourceOf('a', [same('a')])
  await source.pull()
  const { body } = await ask('GET', '/events?search=choir&start_date=2027-04-01')
  const path = `/events/${at(body, 'events', 0, 'id')}`
  source.serve([same('b')])
  await source.pull()
  await ask('PATCH', path, { title: 'Ours' })
  expect((await ask('POST', `${path}/follow`)).status).toBe(200)
  source.serve([same('c')])
  await source.pull()
  expect(await events()).toEqual(['Choir 2027-04-15 19:00:00'])
})

test('an event with two UIDs in one feed follows the first, and the second when the first is gone', async () => {
  const { sourceOf, events } = opened()
  const source = await sourceOf('a', [same('a'), same('b')])
  expect(await source.pull()).toMatchObject({ new: 1, attached: [{ uid: 'b' }] })
  source.serve([same('a'), same('b', { STATUS: 'TENTATIVE' })])
  await source.pull()
  expect(await events()).toEqual(['Choir 2027-04-15 19:00:00'])
  source.serve([same('b', { STATUS: 'TENTATIVE' })])
  await source.pull()
  await source.pull()
  expect(await events()).toEqual(['Choir 2027-04-15 19:00:00 postponed'])
})

describe('an event that is a copy of another one in its feed', () => {
  const onDay = (uid: string, day: string) =>
    same(uid, { DTSTART: `2027${day}T190000`, DTEND: `2027${day}T200000` })

  test.each([
    ['the copy', [onDay('a', '0415'), onDay('b', '0422')]],
    ['the first', [onDay('a', '0422'), onDay('b', '0415')]],
  ])('is an event of its own when %s has another date', async (_, next) => {
    const { sourceOf, events } = opened()
    const source = await sourceOf('a', [same('a')])
    await source.pull()
    source.serve([same('a'), same('b')])
    expect(await source.pull()).toMatchObject({ new: 0, attached: [{ uid: 'b' }] })
    source.serve(next)
    expect(await source.pull()).toMatchObject({ new: 1, gone: 0 })
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00', 'Choir 2027-04-22 19:00:00'])
    expect(await source.pull()).toMatchObject({ new: 0, changed: 0, gone: 0, attached: [] })
  })

  test.each([
    ['repeats', { RRULE: 'FREQ=WEEKLY;COUNT=2' }, 'Choir 2027-04-22 19:00:00'],
    ['takes place', {}, 'Choir 2027-04-15 19:00:00'],
  ])('is an event of its own when only one of the two %s', async (what, more, event) => {
    const { sourceOf, events } = opened()
    const first = what === 'takes place' ? same('a', { STATUS: 'CANCELLED' }) : same('a')
    const source = await sourceOf('a', [first])
    await source.pull()
    source.serve([first, same('b', more)])
    expect(await source.pull()).toMatchObject({ new: 1 })
    expect(await events()).toContain(event)
  })

  test('stays itself in a feed that changes its UIDs, and becomes an event of its own there, too', async () => {
    const { sourceOf, events } = opened()
    const source = await sourceOf('a', [same('a1'), same('b1')])
    await source.pull()
    source.serve([onDay('b2', '0422'), same('a2')])
    expect(await source.pull()).toMatchObject({ new: 1, changed: 0 })
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00', 'Choir 2027-04-22 19:00:00'])
  })

  test('and of another source stays attached, whatever its date', async () => {
    const { sourceOf, events } = opened()
    const [first, second] = [await sourceOf('a', [same('a')]), await sourceOf('b', [same('b')])]
    await first.pull()
    await second.pull()
    second.serve([onDay('b', '0422')])
    expect(await second.pull()).toMatchObject({ new: 0 })
    expect(await events()).toEqual(['Choir 2027-04-15 19:00:00'])
  })
})
