import { createEventsApi } from 'kalends'
import { importSite } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { fromDocument } from '../../src/core/domain/records/stored-record.ts'
import { ADMIN, serve } from './old-site.ts'
import { town } from './town.ts'

const sleep = async () => {}
/** Both wall clocks as if they were UTC, as in the feeds of the old site. */
const uid = (id: number, start: string, end: string) =>
  `${id}-${Date.parse(`${start}Z`) / 1000}-${Date.parse(`${end}Z`) / 1000}@127.0.0.1`

test('an event has the UID of the old feeds: that of its times there, whatever its times are here', async () => {
  const { url, change } = await serve(town())
  const storage = memoryStorage()
  const bring = () => importSite(storage, { url, ...ADMIN, sleep })
  const uidOf = async (id: number) => {
    const [document] = await storage.get('event', [id])
    return document && fromDocument('event', document).uid
  }
  const first = uid(31, '2031-06-02T19:00:00', '2031-06-02T21:00:00')
  await bring()
  expect(await uidOf(31)).toBe(first)
  // Hidden, with a password, and not published.
  for (const id of [32, 33, 34, 36])
    expect(await uidOf(id)).toMatch(new RegExp(`^${id}-\\d{10}-\\d{10}@127.0.0.1$`))
  expect((await bring()).kinds.event).toMatchObject({ created: 0, updated: 0 })

  const api = createEventsApi(storage, { baseUrl: url })
  const send = (body: object) =>
    api.as({ id: 1, role: 'administrator' })(
      new Request(`${url}${api.basePath}/events/31`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  await send({ start_date: '2031-06-02 18:00:00' })
  expect(await uidOf(31)).toBe(first)
  await bring()
  expect(await uidOf(31)).toBe(first)

  // The programs that read the old feed have got the new one.
  const [start, end] = ['2031-06-12 20:00:00', '2031-06-12 22:00:00']
  change({ op: 'update', id: 31, fields: { start_date: start, end_date: end } })
  await bring()
  expect(await uidOf(31)).toBe(uid(31, start.replace(' ', 'T'), end.replace(' ', 'T')))
  const feed = await api.fetch(new Request(`${url}${api.basePath}/events/31.ics`))
  expect(await feed.text()).toContain(`\r\nUID:${await uidOf(31)}\r\n`)
})
