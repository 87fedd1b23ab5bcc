import { beforeEach, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { at, idOf, listOf, openCalendar } from '../routes/calendar.ts'
import { calendarOf, calendarResponse, eventOn } from './feeds.ts'

/*
 * A reading stops where its source has answered, as a process does that gets no turn for minutes. Others go on meanwhile, and
 * then it does. What it writes late must not undo what they did.
 */

type Events = Parameters<typeof calendarOf>[0]

const START = Date.parse('2027-03-01T12:00:00Z')
const timeAfter = (minutes: number) => new Date(START + minutes * 60_000).toISOString()

/** Minutes, after which the lease of who stopped is over. */
const LATER = 5

const nothing = { new: 0, changed: 0, gone: 0, more: true }

export function overtakenOn(storageOf: () => Storage): void {
  let number = 0
  beforeEach(() => {
    number++
  })
  /** An event of this test alone. */
  const event = (name: string, more: object = {}) =>
    eventOn('0601', name, { SUMMARY: `${name} ${number}`, ...more })

  /** A source that has been read, and another reading of it, which waits with what the source says then. */
  async function stopped(first: Events, second: Events) {
    const url = `https://overtaken.example/${number}.ics`
    let says = first
    const answer = async () => calendarResponse(calendarOf(says))
    const open = (fetch: () => Promise<Response>) => openCalendar({ sources: { fetch } }, storageOf())
    const calendar = open(answer)
    const id = await calendar.make('sources', { url, status: 'publish' })
    const ask = (method: string, path = '', body?: object) =>
      calendar.ask(method, `/sources/${id}${path}`, body)
    await ask('POST', '/pull')
    says = second
    const [arrived, arrive] = signal()
    const [woken, wake] = signal()
    const slow = open(async () => {
      const response = await answer()
      arrive()
      await woken
      return response
    })
    const reading = slow.ask('POST', `/sources/${id}/pull`)
    await arrived
    return {
      ...{ id, calendar, ask },
      /** The reading that stopped goes on to its end. */
      wake: async () => {
        slow.setTime(timeAfter(LATER))
        wake()
        return reading
      },
      readLater: async (events: Events, minutes = LATER) => {
        says = events
        calendar.setTime(timeAfter(minutes))
        return (await ask('POST', '/pull')).body
      },
      events: async () => {
        const query = 'start_date=2027-06-01&end_date=2027-06-02&per_page=50&status=publish,pending'
        const { body } = await calendar.ask('GET', `/events?${query}`)
        return listOf(body.events)
          .filter((shown) => at(shown, 'source', 'id') === id)
          .map((shown) => `${at(shown, 'title')} ${at(shown, 'event_status') ?? ''}`.trim())
          .sort()
      },
    }
  }

  test('nothing after what was read later', async () => {
    const source = await stopped([event('a'), event('b'), event('c')], [event('a'), event('b'), event('d')])
    const last = [event('a', { SUMMARY: `Other ${number}` }), event('b'), event('c'), event('e')]
    expect(await source.readLater(last)).toMatchObject({ new: 1, changed: 1, gone: 0 })
    const shown = await source.events()
    expect(await source.wake()).toMatchObject({ status: 202, body: nothing })
    expect(await source.events()).toEqual(shown)
  })

  test('nothing while another process, whose clock is ahead, has the lease', async () => {
    const source = await stopped([event('a')], [event('a'), event('b')])
    expect(await source.readLater([event('a'), event('c')], 10)).toMatchObject({ new: 1 })
    expect(await source.wake()).toMatchObject({ status: 202, body: nothing })
    expect(await source.events()).toEqual([`a ${number}`, `c ${number}`])
  })

  test('nothing of a source that is deleted meanwhile', async () => {
    const source = await stopped([event('a')], [event('a', { SUMMARY: `Other ${number}` }), event('b')])
    expect((await source.ask('DELETE')).status).toBe(200)
    expect(await source.wake()).toMatchObject({ status: 202, body: nothing })
    expect(await source.events()).toEqual([])
    const left = { where: [{ key: 'labels', in: [`source ${source.id}`] }] } as const
    expect(await storageOf().count('extra', left)).toBe(0)
  })

  test.each([
    ['paused', { paused: true }],
    ['given other settings', { only: { words: ['nothing'] } }],
  ])('nothing new of a source that is %s meanwhile', async (_, fields) => {
    const source = await stopped([event('a')], [event('a'), event('b')])
    await source.ask('PATCH', '', fields)
    expect(await source.wake()).toMatchObject({ status: 202, body: nothing })
    expect(await source.events()).toEqual([`a ${number}`])
    expect((await source.ask('GET')).body).toMatchObject(fields)
  })

  test('what somebody changes here meanwhile stays, and the rest follows', async () => {
    const source = await stopped(
      [event('a'), event('b')],
      [event('a', { SUMMARY: `Theirs ${number}` }), event('b', { SUMMARY: `Theirs of b ${number}` })],
    )
    const { body } = await source.calendar.ask(
      'GET',
      '/events?start_date=2027-06-01&end_date=2027-06-02&per_page=50',
    )
    const own = listOf(body.events).find((shown) => at(shown, 'title') === `a ${number}`)
    await source.calendar.ask('PATCH', `/events/${idOf(own)}`, { title: `Ours ${number}` })
    expect(await source.wake()).toMatchObject({ status: 200, body: { changed: 2, kept: 1 } })
    expect(await source.events()).toEqual([`Ours ${number}`, `Theirs of b ${number}`])
  })
}

function signal(): readonly [promise: Promise<void>, resolve: () => void] {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return [promise, resolve]
}
