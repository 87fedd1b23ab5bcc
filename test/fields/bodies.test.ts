import { createEventsApi, type StandardSchema } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { at, eventOf, expectRefusal, expectWrong, openCalendar } from '../routes/calendar.ts'
import { form, formOf, post } from '../routes/sending.ts'
import { anyLine, schemaOf } from '../setup/schemas.ts'

/* What bodies may have as `custom_fields`, and what is stored of it. */

const positive = (value: unknown) => {
  if (typeof value === 'number' && value > 0) return value
  throw ['must be positive', 'must be a number']
}

/** The same fields by three libraries. */
const LIBRARIES: Readonly<Record<string, Readonly<Record<'capacity' | 'level' | 'hosts', StandardSchema>>>> =
  {
    zod: {
      capacity: z.number().positive(),
      level: z.enum(['easy', 'hard']),
      hosts: z.array(z.object({ name: z.string().trim() })).max(2),
    },
    valibot: {
      capacity: v.pipe(v.number(), v.minValue(1)),
      level: v.picklist(['easy', 'hard']),
      hosts: v.pipe(v.array(v.object({ name: v.pipe(v.string(), v.trim()) })), v.maxLength(2)),
    },
    'by hand': {
      capacity: schemaOf(positive),
      level: schemaOf((value) => {
        if (value === 'easy' || value === 'hard') return value
        throw ['must be easy or hard']
      }),
      hosts: schemaOf((value) => {
        if (!Array.isArray(value) || value.length > 2) throw ['must be two at most']
        return value.map((one) => {
          const name = at(one, 'name')
          if (typeof name !== 'string') throw ['a name is missing']
          return { name: name.trim() }
        })
      }),
    },
  }

const custom = (custom_fields: unknown) => ({ custom_fields })

describe.each(Object.entries(LIBRARIES))('with schemas of %s', (_library, event) => {
  const open = () => openCalendar({ customFields: { event } })

  test('values are stored as the schema returns them; absent fields keep theirs, null removes one', async () => {
    const { ask, make } = open()
    const id = await make('events', eventOf(custom({ capacity: 120, hosts: [{ name: ' Ann ', age: 3 }] })))
    const shown = async () => (await ask('GET', `/events/${id}`)).body.custom_fields
    expect(await shown()).toEqual({ capacity: 120, hosts: [{ name: 'Ann' }] })
    const changed = await ask('PATCH', `/events/${id}`, custom({ level: 'hard' }))
    expect(changed.body.custom_fields).toEqual({ capacity: 120, level: 'hard', hosts: [{ name: 'Ann' }] })
    expect(changed.text).toContain('"custom_fields":{"capacity":120,"level":"hard","hosts":[{"name":"Ann"}]}')
    await ask('PATCH', `/events/${id}`, custom({ capacity: null, hosts: null }))
    expect(await shown()).toEqual({ level: 'hard' })
    await ask('PUT', `/events/${id}`, { title: 'Other' })
    expect(await shown()).toEqual({ level: 'hard' })
    await ask('PATCH', `/events/${id}`, custom({ level: null, capacity: null }))
    expect(await shown()).toEqual({})
  })

  test('refused values and unknown names are 400, together with all else', async () => {
    const { ask, make } = open()
    const bad = { capacity: -1, level: 'odd', hosts: [{}], age: 3, ['x'.repeat(200)]: 1 }
    const wrong = [
      ...['capacity', 'level', 'hosts', 'age', 'x'.repeat(80)].map((name) => `custom_fields.${name}`),
    ]
    const refused = await ask('POST', '/events', { title: '', ...custom(bad), venue: 99 })
    expectWrong(refused, 'title', 'start_date', 'end_date', 'venue', ...wrong)
    const id = await make('events', eventOf(custom({ capacity: 1 })))
    expectWrong(await ask('PATCH', `/events/${id}`, { ...custom(bad), author: 99 }), 'author', ...wrong)
    expect((await ask('GET', `/events/${id}`)).body.custom_fields).toEqual({ capacity: 1 })
  })

  test('forms and queries send them with brackets', async () => {
    const { ask, send, make } = open()
    const id = await make('events', eventOf(custom({ capacity: 1 })))
    const sent = await send(`/events/${id}`, post(formOf({ 'custom_fields[level]': 'easy' }), form))
    expect(sent.body.custom_fields).toEqual({ capacity: 1, level: 'easy' })
    await ask('POST', `/events/${id}?custom_fields[hosts][0][name]=Bo`)
    expect((await ask('GET', `/events/${id}`)).body.custom_fields).toEqual({
      ...{ capacity: 1, level: 'easy', hosts: [{ name: 'Bo' }] },
    })
  })
})

test('other values than objects are 400; the empty list, as PHP writes an empty object, changes nothing', async () => {
  const { ask, make } = openCalendar({ customFields: { event: { capacity: z.number() } } })
  const id = await make('events', eventOf(custom({ capacity: 1 })))
  for (const value of [null, 5, '', 'x', true, [1], [{ capacity: 2 }]])
    expectWrong(await ask('PATCH', `/events/${id}`, custom(value)), 'custom_fields')
  expect((await ask('PATCH', `/events/${id}`, custom([]))).body.custom_fields).toEqual({ capacity: 1 })
  expect((await ask('PATCH', `/events/${id}`, custom({}))).body.custom_fields).toEqual({ capacity: 1 })
})

test('nothing is required: the schema of an absent field is not run', async () => {
  const { make, ask } = openCalendar({ customFields: { event: { capacity: z.number().default(7) } } })
  const id = await make('events', eventOf())
  expect((await ask('GET', `/events/${id}`)).body.custom_fields).toEqual({})
})

test('the reason of the schema is in the answer, with the place inside', async () => {
  const schema = z.object({ rows: z.array(z.number('must be a number')) })
  const { ask } = openCalendar({ customFields: { event: { seats: schema } } })
  const { body } = await ask('POST', '/events', eventOf(custom({ seats: { rows: [1, 'x'] } })))
  expect(at(body, 'data', 'params')).toEqual({ 'custom_fields.seats': 'rows.1: must be a number' })
})

test('a schema may return something else than it accepts; what an answer shows can be sent back', async () => {
  let runs = 0
  const doubled = schemaOf((value) => {
    runs++
    if (typeof value !== 'string') throw ['must be a text']
    return { twice: `${value}${value}` }
  })
  const { ask, make } = openCalendar({
    customFields: { event: { word: doubled }, venue: { word: doubled }, organizer: { word: doubled } },
  })
  for (const [collection, fields] of [
    ['events', eventOf()],
    ['venues', { venue: 'Hall' }],
    ['organizers', { organizer: 'Ann' }],
  ] as const) {
    runs = 0
    const id = await make(collection, { ...fields, ...custom({ word: 'ab' }) })
    const { body } = await ask('GET', `/${collection}/${id}`)
    expect(body.custom_fields).toEqual({ word: { twice: 'abab' } })
    const sent = await ask('PUT', `/${collection}/${id}`, body)
    expect(sent.status, sent.text).toBe(200)
    expect(sent.body.custom_fields).toEqual({ word: { twice: 'abab' } })
    expect(runs).toBe(1)
    expectWrong(
      await ask('PATCH', `/${collection}/${id}`, custom({ word: { twice: 'cc' } })),
      'custom_fields.word',
    )
  }
})

test('schemas may be asynchronous', async () => {
  const known = z.string().refine(async (value) => Promise.resolve(value === 'hall-1'), 'is not a room')
  const { ask, make } = openCalendar({ customFields: { event: { room: known } } })
  await make('events', eventOf(custom({ room: 'hall-1' })))
  expectWrong(await ask('POST', '/events', eventOf(custom({ room: 'hall-2' }))), 'custom_fields.room')
})

test.each<[string, StandardSchema]>([
  ['throws', schemaOf(() => Promise.reject(new Error('the secret of the schema')))],
  [
    'throws at once',
    {
      '~standard': {
        version: 1,
        vendor: '',
        validate: () => {
          throw new Error('the secret of the schema')
        },
      },
    },
  ],
  ['returns a date', schemaOf(() => new Date(0))],
  ['returns a number that JSON lacks', schemaOf(() => Number.NaN)],
  ['returns undefined', schemaOf(() => undefined)],
  ['returns a class', schemaOf(() => new Map([[1, 2]]))],
  ['returns a function inside', schemaOf(() => ({ a: [() => 1] }))],
  ['returns a text that no storage keeps', schemaOf(() => ({ a: 'a\0b' }))],
  ['returns half a character', schemaOf(() => '\ud800')],
])('a schema that %s is a bare 500, and onError gets the error', async (_what, schema) => {
  const { ask, errors } = openCalendar({ customFields: { event: { odd: schema } } })
  const answer = await ask('POST', '/events', eventOf(custom({ odd: 1 })))
  expectRefusal(answer, 500, 'rest_internal_error')
  expect(answer.text).not.toContain('secret')
  expect(errors).toHaveLength(1)
  expect((await ask('GET', '/events')).body.total).toBe(0)
})

test('an absent member of an object may be undefined; null of a schema is no value', async () => {
  const { ask, make } = openCalendar({
    customFields: {
      event: { size: schemaOf(() => ({ a: 1, b: undefined })), none: schemaOf(() => null) },
    },
  })
  const id = await make('events', eventOf(custom({ size: 1, none: 1 })))
  expect((await ask('GET', `/events/${id}`)).body.custom_fields).toEqual({ size: { a: 1 } })
})

test('together they have at most limits.text characters as JSON', async () => {
  const { ask, make } = openCalendar({
    limits: { text: 100 },
    customFields: { event: { a: anyLine, b: anyLine } },
  })
  const rest = 100 - '{"a":"","b":""}'.length
  const id = await make('events', eventOf(custom({ a: 'x'.repeat(rest - 1), b: 'y' })))
  expectWrong(await ask('PATCH', `/events/${id}`, custom({ b: 'yy' })), 'custom_fields')
  expectWrong(
    await ask('POST', '/events', { title: 'x', ...custom({ a: 'x'.repeat(101) }) }),
    ...['custom_fields', 'start_date', 'end_date'],
  )
  expect((await ask('PATCH', `/events/${id}`, custom({ a: null, b: 'yy' }))).status).toBe(200)
})

test('venues and organizers inside a body have their own', async () => {
  const { ask, make } = openCalendar({
    customFields: {
      event: { name: z.string() },
      venue: { seats: z.number() },
      organizer: { name: z.string() },
    },
  })
  const inline = (seats: unknown) => ({
    venue: { venue: 'Hall', ...custom({ seats }) },
    organizer: [{ organizer: 'Ann', ...custom({ name: 'A' }) }],
    ...custom({ name: 'E' }),
  })
  expectWrong(await ask('POST', '/events', eventOf(inline('many'))), 'venue')
  const { body } = await ask('GET', `/events/${await make('events', eventOf(inline(7)))}`)
  expect(body).toMatchObject({
    custom_fields: { name: 'E' },
    venue: { custom_fields: { seats: 7 } },
    organizer: [{ custom_fields: { name: 'A' } }],
  })
  expect(at((await ask('PUT', `/events/${body.id}`, body)).body, 'venue', 'custom_fields')).toEqual({
    seats: 7,
  })
})

test('api.createEvents takes them', async () => {
  const { api, ask } = openCalendar({ customFields: { event: { capacity: z.number() } } })
  const [made, refused] = await api.createEvents({ id: 2, role: 'editor' }, [
    { event: { ...eventOf(), custom_fields: { capacity: 5 } } },
    { event: { ...eventOf(), custom_fields: { capacity: '5' } } },
  ])
  expect((await ask('GET', `/events/${made?.id}`)).body.custom_fields).toEqual({ capacity: 5 })
  expect(refused?.error?.data.params).toHaveProperty(['custom_fields.capacity'])
})

test('a repeated create with its key is one event; with other fields it is refused', async () => {
  const { send } = openCalendar({ customFields: { event: { capacity: z.number() } } })
  const create = (capacity: number) =>
    send('/events', {
      method: 'POST',
      body: JSON.stringify(eventOf(custom({ capacity }))),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a' },
    })
  const [first, again] = [await create(5), await create(5)]
  expect(again.text).toBe(first.text)
  expectRefusal(await create(6), 422, 'rest_idempotency_key_reused')
})

describe('the option is checked when the API is made', () => {
  const refuse = (customFields: unknown) =>
    expect(() =>
      createEventsApi(
        memoryStorage(),
        JSON.parse('{}', () => ({ customFields })),
      ),
    )
  const number = z.number()

  test('names of kinds and fields', () => {
    refuse({ events: {} }).toThrow(/^customFields\.events: there is no such option/)
    refuse([]).toThrow(/^customFields/)
    refuse({ event: 5 }).toThrow(/^customFields\.event: must be of type object/)
    for (const name of [
      '',
      '1a',
      '_a',
      'a b',
      'a.b',
      'a[b]',
      'é',
      'x'.repeat(65),
      'constructor',
      'prototype',
    ])
      refuse({ venue: { [name]: number } }).toThrow(`customFields.venue.${name}: a name is 1 to 64 letters`)
    createEventsApi(memoryStorage(), {
      customFields: { event: { a: number, 'A-b_1': number, ['x'.repeat(64)]: number, toString: number } },
    })
  })

  test('schemas', () => {
    for (const schema of [undefined, null, 5, 'number', {}, () => true, { '~standard': {} }, [number]]) {
      const reason =
        /^customFields\.event\.a: (schema )?must be a Standard Schema, such as z\.number\(\) of zod$/
      refuse({ event: { a: schema } }).toThrow(reason)
      refuse({ event: { a: { schema } } }).toThrow(reason)
    }
    refuse({ venue: { a: { schema: number } } }).toThrow('must be a Standard Schema')
    refuse({ event: { a: { schema: number, feeds: 'X-A' } } }).toThrow(
      'customFields.event.a.feeds: there is no such',
    )
    // Schemas of arktype are functions.
    createEventsApi(memoryStorage(), { customFields: { venue: { a: Object.assign(() => true, anyLine) } } })
  })

  test('names in feeds', () => {
    for (const feed of [
      '',
      'CAPACITY',
      'x-capacity',
      'X-',
      'X-A B',
      'X-A:B',
      'X-É',
      `X-${'A'.repeat(61)}`,
      5,
    ])
      refuse({ event: { a: { schema: number, feed } } }).toThrow(/^customFields\.event\.a(\.feed|: feed)/)
    refuse({ event: { a: { schema: number, feed: 'X-A' }, b: { schema: number, feed: 'X-A' } } }).toThrow(
      'customFields.event.b: feed: another field is X-A already',
    )
  })
})
