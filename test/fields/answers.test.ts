import type { RecordChange } from 'kalends'
import { createClient } from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { at, eventOf, listOf, openCalendar, textAt } from '../routes/calendar.ts'
import { anyLine } from '../setup/schemas.ts'

/* Where custom fields are shown. */

const customFields = {
  event: { capacity: z.number(), note: { schema: anyLine, feed: 'X-NOTE' } },
  venue: { seats: z.number() },
  organizer: { team: anyLine },
}
const WHOLE = eventOf({
  custom_fields: { note: 'a; b', capacity: 120 },
  venue: { venue: 'Hall', custom_fields: { seats: 9 } },
  organizer: { organizer: 'Ann', custom_fields: { team: 'red' } },
})

test('in lists, in single records and where they are embedded, in the order of the option', async () => {
  const { ask, make } = openCalendar({ customFields })
  const id = await make('events', WHOLE)
  for (const [path, ...place] of [[`/events/${id}`], ['/events', 'events', 0]] as const) {
    const event = at((await ask('GET', path)).body, ...place)
    expect(JSON.stringify(at(event, 'custom_fields'))).toBe('{"capacity":120,"note":"a; b"}')
    expect(at(event, 'venue', 'custom_fields')).toEqual({ seats: 9 })
    expect(at(event, 'organizer', 0, 'custom_fields')).toEqual({ team: 'red' })
  }
  expect(at((await ask('GET', '/venues')).body, 'venues', 0, 'custom_fields')).toEqual({ seats: 9 })
  expect(at((await ask('GET', '/organizers')).body, 'organizers', 0, 'custom_fields')).toEqual({
    team: 'red',
  })
})

test('with `_fields`, also a part of them', async () => {
  const { ask, make } = openCalendar({ customFields })
  const id = await make('events', WHOLE)
  const { body } = await ask('GET', `/events/${id}?_fields=id,custom_fields.capacity,venue.custom_fields`)
  expect(body).toEqual({ id, custom_fields: { capacity: 120 }, venue: { custom_fields: { seats: 9 } } })
})

test('only for kinds that have some; others look as they always did', async () => {
  const { ask, make } = openCalendar({ customFields: { venue: { seats: z.number() } } })
  const { body } = await ask('GET', `/events/${await make('events', WHOLE)}`)
  expect(body.custom_fields).toEqual([])
  expect(at(body, 'venue', 'custom_fields')).toEqual({ seats: 9 })
  expect(at(body, 'organizer', 0)).not.toHaveProperty('custom_fields')
})

test('without the option, bodies and answers ignore them as ever', async () => {
  const [plain, none] = [openCalendar(), openCalendar({ customFields: { event: {} } })]
  for (const { make } of [plain, none]) await make('events', WHOLE)
  for (const path of ['/events/3', '/events', '/venues', '/organizers', '/', '/doc', '/events.ics'])
    expect((await none.ask('GET', path)).text).toBe((await plain.ask('GET', path)).text)
  expect((await plain.ask('GET', '/events')).text).not.toContain('120')
})

test('{} for readers who lack the password of the event', async () => {
  const { ask, make } = openCalendar({ customFields })
  await make('events', { ...WHOLE, password: 'secret' })
  const { text, body } = await ask('GET', '/events', undefined, 'visitor')
  expect(at(body, 'events', 0, 'custom_fields')).toEqual({})
  expect(text).not.toContain('a; b')
  const feed = (await ask('GET', '/events.ics', undefined, 'visitor')).text
  expect(feed).toContain('BEGIN:VEVENT')
  expect(feed).not.toContain('X-NOTE')
})

test('a field that is not declared any more is not shown, and keeps its value', async () => {
  const storage = memoryStorage()
  const id = await openCalendar({ customFields }, storage).make('events', WHOLE)
  const fewer = openCalendar({ customFields: { event: { capacity: z.number() } } }, storage)
  const changed = await fewer.ask('PATCH', `/events/${id}`, { custom_fields: { capacity: 5 }, venue: [] })
  expect(changed.body.custom_fields).toEqual({ capacity: 5 })
  const { body } = await openCalendar({ customFields }, storage).ask('GET', `/events/${id}`)
  expect(body.custom_fields).toEqual({ capacity: 5, note: 'a; b' })
})

test('in iCalendar feeds, those that ask for it: texts as texts, other values as JSON', async () => {
  const { ask, make } = openCalendar({
    customFields: {
      event: {
        note: { schema: anyLine, feed: 'X-NOTE' },
        capacity: { schema: z.number(), feed: 'X-CAPACITY' },
        hosts: { schema: z.array(z.string()), feed: 'X-HOSTS' },
        hidden: z.string(),
      },
    },
  })
  const values = { note: 'a; b,\nc', capacity: 120, hosts: ['Ann', 'Bo'], hidden: 'secret' }
  const id = await make('events', eventOf({ custom_fields: values }))
  for (const path of ['/events.ics', `/events/${id}.ics`]) {
    const { text } = await ask('GET', path)
    expect(text).toContain('X-NOTE:a\\; b\\,\\nc\r\nX-CAPACITY:120\r\nX-HOSTS:["Ann"\\,"Bo"]\r\n')
    expect(text).not.toContain('secret')
  }
})

test('in changes: onChange, the outbox and /changes', async () => {
  const told: RecordChange[] = []
  const delivered: unknown[] = []
  const { api, ask, make } = openCalendar({
    customFields,
    changes: true,
    onChange: (change) => told.push(change),
    deliver: (change) => delivered.push(change),
  })
  const id = await make('events', eventOf({ custom_fields: { capacity: 1 } }))
  await ask('PATCH', `/events/${id}`, { custom_fields: { capacity: 2 } })
  await api.deliver()
  for (const changes of [told, delivered]) {
    expect(changes).toMatchObject([
      { type: 'created', before: null, after: { custom_fields: { capacity: 1 } } },
      {
        type: 'changed',
        before: { custom_fields: { capacity: 1 } },
        after: { custom_fields: { capacity: 2 } },
      },
    ])
  }
  expect(at((await ask('GET', '/changes')).body, 'changes', 0, 'event', 'custom_fields')).toEqual({
    capacity: 2,
  })
})

test('the client shows and sends them', async () => {
  const { api } = openCalendar({ customFields })
  const client = createClient<typeof api>({
    baseUrl: `https://calendar.example${api.basePath}`,
    fetch: (request) => api.as({ id: 2, role: 'editor' })(request),
  })
  const made = await client.events.create({ ...eventOf(), custom_fields: { capacity: 3 } })
  expect(made.custom_fields).toEqual({ capacity: 3 })
  const { items } = await client.events.list()
  expect(items[0]?.custom_fields).toEqual({ capacity: 3 })
})

describe('a series', () => {
  const series = eventOf({
    recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
    custom_fields: { capacity: 10, note: 'all' },
  })

  test('gives them to its occurrences; one of its own is an override of all fields together', async () => {
    const { ask, make } = openCalendar({ customFields })
    const id = await make('events', series)
    const occurrences = async () =>
      listOf((await ask('GET', `/events?post_parent=${id}`)).body.events).map((one) => [
        at(one, 'custom_fields'),
        at(one, 'overrides'),
      ])
    const whole = { capacity: 10, note: 'all' }
    expect(await occurrences()).toEqual([1, 2, 3].map(() => [whole, []]))
    const second = at((await ask('GET', `/events?post_parent=${id}`)).body, 'events', 1, 'id')
    await ask('PATCH', `/events/${second}`, { custom_fields: { capacity: 5 } })
    await ask('PATCH', `/events/${id}`, { custom_fields: { note: 'new', capacity: null } })
    expect(await occurrences()).toEqual([
      [{ note: 'new' }, []],
      [{ capacity: 5, note: 'all' }, ['custom_fields']],
      [{ note: 'new' }, []],
    ])
    // What is set to the values of the series follows it again.
    await ask('PATCH', `/events/${second}`, { custom_fields: { note: 'new', capacity: null } })
    expect(await occurrences()).toEqual([1, 2, 3].map(() => [{ note: 'new' }, []]))
  })

  test('does not take the fields of an occurrence that is sent back whole for the series', async () => {
    const { ask, make } = openCalendar({ customFields })
    const id = await make('events', series)
    const second = at((await ask('GET', `/events?post_parent=${id}`)).body, 'events', 1, 'id')
    const { body } = await ask('PATCH', `/events/${second}`, { custom_fields: { capacity: 5 } })
    await ask('PUT', `/events/${second}?scope=all`, { ...body, title: 'Renamed' })
    expect((await ask('GET', `/events/${id}`)).body).toMatchObject({
      ...{ title: 'Renamed', custom_fields: { capacity: 10, note: 'all' } },
    })
    await ask('PATCH', `/events/${second}?scope=future`, { custom_fields: { capacity: 7 } })
    const events = listOf((await ask('GET', '/events')).body.events)
    expect(events.map((one) => at(one, 'custom_fields', 'capacity'))).toEqual([10, 5, 7])
  })
})

describe('in the OpenAPI document', () => {
  const read = async (fields: object) => {
    const { ask } = openCalendar({ customFields: fields })
    const { body } = await ask('GET', '/doc')
    return (name: string) => at(body, 'components', 'schemas', name, 'properties', 'custom_fields')
  }

  test('as JSON Schema: what bodies accept, and what answers show', async () => {
    const length = z
      .string()
      .transform((text) => text.length)
      .pipe(z.number())
    const shown = await read({
      event: { length },
      venue: { seats: z.int().positive() },
      organizer: { team: anyLine },
    })
    expect(shown('EventInput')).toEqual({
      type: 'object',
      properties: { length: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      additionalProperties: false,
    })
    expect(shown('Event')).toEqual({
      type: 'object',
      properties: { length: { type: 'number' } },
      additionalProperties: false,
    })
    expect(at(shown('Venue'), 'properties', 'seats')).toMatchObject({ type: 'integer', exclusiveMinimum: 0 })
    // Schemas that cannot say what they accept.
    expect(at(shown('Organizer'), 'properties')).toEqual({ team: {} })
  })

  test('without detail for what JSON Schema cannot say', async () => {
    interface Tree {
      readonly below: readonly Tree[]
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ below: z.array(tree) }))
    const shown = await read({ event: { tree, date: z.date(), words: v.array(v.string()) } })
    expect(at(shown('Event'), 'properties')).toEqual({ tree: {}, date: {}, words: {} })
  })

  test('the index names them where there are some', async () => {
    const { ask } = openCalendar({ customFields: { event: { capacity: z.number() } } })
    const routes = at((await ask('GET', '/')).body, 'routes')
    const has = (path: string) =>
      'custom_fields' in Object(at(routes, `/vendor/events/v1${path}`, 'endpoints', 1, 'args'))
    expect([has('/events'), has('/venues')]).toEqual([true, false])
    const page = (await ask('GET', '/doc?format=html')).text
    expect(page).toContain('custom_fields')
    expect(textAt((await ask('GET', '/doc')).body, 'openapi')).toBe('3.1.0')
  })
})
