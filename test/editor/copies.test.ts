import { expect, test } from 'vitest'
import { copiedBody } from '../../src/apps/editor/browser/event/copied-body.ts'
import { unshownIn } from '../../src/apps/editor/browser/event/unshown.ts'
import { valuesOf } from '../../src/apps/editor/browser/event/values.ts'
import { createClient } from '../../src/client.ts'
import { COPIED, SAID } from '../../src/core/fields/event-elsewhere.ts'
import { API, openCalendar } from '../routes/calendar.ts'

/* A copy of an event, however it is made: with all that its fields say is copied. */

test('a copy has every field that is copied, and is a draft that takes place', async () => {
  const calendar = openCalendar()
  const category = await calendar.make('categories', { name: 'Music' })
  const fields = {
    ...{
      title: 'A <em>b</em>',
      description: '<p>c</p>',
      excerpt: 'd',
      cost: '$5',
      website: 'https://w.example/',
    },
    ...{ start_date: '2027-04-01 10:00:00', end_date: '2027-04-01 11:00:00', timezone: 'Europe/Vienna' },
    ...{ show_map: false, show_map_link: false, hide_from_listings: true, sticky: true, featured: true },
    ...{ ticketed: true, is_virtual: true, virtual_url: 'https://v.example/', virtual_event_type: 'hybrid' },
    ...{ image: 'https://i.example/a.png', venue: { venue: 'Hall' }, organizer: { organizer: 'Club' } },
    ...{ categories: [category], tags: ['t'], all_day: false },
  }
  const id = await calendar.make('events', {
    ...{ ...fields, status: 'publish', event_status: 'canceled', event_status_reason: 'rain', slug: 'one' },
    password: 'p',
  })
  const client = createClient({ baseUrl: API, headers: { 'x-user': 'editor' }, fetch: calendar.api.fetch })
  const event = await client.events.get(id)
  const body = copiedBody(event, true)
  expect(Object.keys(body).sort()).toEqual(
    [...COPIED.filter((name) => name !== 'custom_fields'), 'status'].sort(),
  )
  const copy = await client.events.get(await calendar.make('events', body))
  for (const name of Object.keys(fields))
    expect([name, Reflect.get(copy, name)]).toEqual([name, Reflect.get(event, name)])
  expect(copy).toMatchObject({ status: 'draft' })
  expect(copy.event_status).toBeUndefined()
  expect(copiedBody(event, false)).not.toHaveProperty('featured')
  // The form of a single copy sends what it shows, and this beside it.
  expect(unshownIn(body, valuesOf(event))).toEqual({ virtual_event_type: 'hybrid' })
})

test('a source may say what it always could', () => {
  expect([...SAID].sort()).toEqual(
    [
      ...['title', 'description', 'start_date', 'end_date', 'all_day', 'timezone', 'utc_start_date'],
      ...['utc_end_date', 'venue', 'organizer', 'website', 'image', 'cost', 'event_status', 'recurrence'],
      ...['event_status_reason', 'is_virtual', 'virtual_url', 'virtual_event_type'],
    ].sort(),
  )
})
