import { createClient, etagOf } from 'kalends/client'
import { expect, test } from 'vitest'
import { toNodeListener } from '../../adapters/node.ts'
import { serve } from '../adapters/sockets.ts'
import { eventOf, openCalendar } from '../routes/calendar.ts'
import { all, rejection } from './clients.ts'

test('over a real socket, with the fetch of the runtime', async () => {
  const { api } = openCalendar()
  const port = await serve(toNodeListener(api))
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}${api.basePath}/`,
    headers: async () => ({ 'x-user': 'editor' }),
  })
  const created = await client.events.create(eventOf({ title: '祭り', venue: { venue: 'Hall' } }))
  for (const day of ['11', '12', '13'])
    await client.events.create(eventOf({ start_date: `2027-05-${day}`, end_date: `2027-05-${day}` }))
  const found = await all(client.events.list({ per_page: 3, starts_after: '2027-01-01' }))
  expect(found.map(({ start_date }) => start_date.slice(8, 10))).toEqual(['10', '11', '12', '13'])

  const read = await client.events.getBySlug(created.slug)
  expect(read.venue.map(({ venue }) => venue)).toEqual(['Hall'])
  const renamed = await client.events.update(read.id, { title: 'Fest' }, { ifMatch: etagOf(read) })
  expect(renamed.title).toBe('Fest')
  expect(await rejection(client.events.delete(read.id, { ifMatch: etagOf(read) }))).toMatchObject({
    status: 412,
  })
  expect((await client.events.delete(read.id, { ifMatch: etagOf(renamed) })).status).toBe('trash')

  const controller = new AbortController()
  const asked = client.events.list({}, { signal: controller.signal })
  controller.abort()
  expect(await rejection(asked)).toMatchObject({ name: 'AbortError' })

  expect(await rejection(createClient({ baseUrl: 'http://127.0.0.1:9/x' }).events.list())).toBeInstanceOf(
    TypeError,
  )
})
