import type { RecordChange } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { API, USERS } from '../routes/calendar.ts'
import { calendarOf, eventOn, feedServer } from '../sources/feeds.ts'
import { openPublic } from '../suggestions/suggesting.ts'

/*
 * Writes that are decided first and committed together: the host hears of each once, though it is decided over a held storage,
 * and may be decided more than once.
 */

const EVENT = { title: 'Jazz', start_date: '2027-04-01 19:00', end_date: '2027-04-01 21:00' }

function opened() {
  const changes: RecordChange[] = []
  const server = feedServer()
  const site = openPublic(memoryStorage(), {
    onChange: (change) => changes.push(change),
    sources: { fetch: server.fetch },
  })
  /** What was told of events, after all that is under way. */
  const told = async () => {
    const settling: Promise<unknown>[] = []
    await site.calendar.api.fetch(new Request(API), {
      waitUntil: (work: Promise<unknown>) => settling.push(work),
    })
    await Promise.all(settling)
    return changes
      .splice(0)
      .flatMap(({ type, kind, id }) => (kind === 'event' ? [`${type} ${id}`] : []))
      .sort()
  }
  return { ...site, server, told }
}

test('events of createEvents', async () => {
  const { calendar, told } = opened()
  const created = await calendar.api.createEvents(USERS.editor, [{ event: EVENT }, { event: EVENT }])
  expect(await told()).toEqual(created.map(({ id }) => `created ${id}`))
})

test('requests of a batch, also those that decide on suggestions', async () => {
  const { calendar, notices, suggest, told } = opened()
  const ids = [(await suggest()).id, (await suggest()).id]
  await told()
  notices.length = 0
  const requests = ids.map((id) => ({ method: 'PATCH', path: `/events/${id}`, body: { status: 'publish' } }))
  const { status } = await calendar.ask('POST', '/batch', { requests })
  expect(status).toBe(207)
  expect(await told()).toEqual(ids.map((id) => `changed ${id}`))
  expect(notices.map(({ type, id }) => `${type} ${id}`)).toEqual(ids.map((id) => `published ${id}`))
})

test('items of a source', async () => {
  const { calendar, server, told } = opened()
  const url = 'https://a.example/feed.ics'
  const serve = (place: string) => {
    const days = ['0303', '0304', '0305']
    server.serve(url, calendarOf(days.map((day) => eventOn(day, day, { SUMMARY: `${place} ${day}` }))))
  }
  serve('Hall')
  const id = await calendar.make('sources', { url, status: 'publish' })
  const pull = () => calendar.ask('POST', `/sources/${id}/pull`)
  await pull()
  const created = await told()
  expect(created.map((line) => line.replace(/\d+$/, ''))).toEqual(Array.from({ length: 3 }, () => 'created '))
  serve('Court')
  await pull()
  expect(await told()).toEqual(created.map((line) => line.replace('created', 'changed')))
})
