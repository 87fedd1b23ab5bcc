import { afterEach, describe, expect, test } from 'vitest'
import { words } from '../setup/words.ts'
import { census, eventOf, expectRefusal, expectWrong, idOf, openCalendar } from './calendar.ts'
import { form, formOf, GOOD, json, NOTHING, post } from './sending.ts'

const PRISTINE = Object.getOwnPropertyNames(Object.prototype).sort()
afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(PRISTINE)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

describe('content types', () => {
  const UNREADABLE = words('text/plain application/xml application/jsonx text/json application/octet-stream')

  test('one that is not read is 415 on an update, and on a create where nothing is missing', async () => {
    const calendar = openCalendar()
    const { send, make } = calendar
    const id = await make('events', eventOf())
    for (const type of UNREADABLE) {
      const headers = { 'content-type': type }
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        expectRefusal(
          await send(`/events/${id}`, { method, headers, body: '{"title":"New"}' }),
          415,
          'rest_unsupported_media_type',
        )
      const missing = await send('/events', post(JSON.stringify(GOOD), headers))
      expectRefusal(missing, 400, 'rest_missing_callback_param')
      expect(missing.body.data).toEqual({ status: 400, params: ['title', 'start_date', 'end_date'] })
      expect(missing.body.message).toContain(type)
      expectRefusal(
        await send(`/events?${formOf(GOOD)}`, post('x', headers)),
        415,
        'rest_unsupported_media_type',
      )
    }
    const untyped = await send(`/events/${id}`, {
      method: 'PATCH',
      body: new TextEncoder().encode('{"title":"New"}'),
    })
    expectRefusal(untyped, 415, 'rest_unsupported_media_type')
    expect((await send(`/events/${id}`, {})).body.title).toBe('Open day')
    expect(await census(calendar)).toEqual({ ...NOTHING, events: 1 })
  })

  test('JSON by any of its names, forms, and no body at all', async () => {
    const { send, make } = openCalendar()
    for (const type of [
      'application/json',
      'Application/JSON; charset=utf-8',
      'application/vnd.api+json',
      'application/merge-patch+json ; x=y',
    ])
      expect((await send('/events', post(JSON.stringify(GOOD), { 'content-type': type }))).status, type).toBe(
        201,
      )
    expect(
      (
        await send(
          '/events',
          post(formOf(GOOD), { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
        )
      ).status,
    ).toBe(201)
    const multipart = new FormData()
    for (const [name, value] of Object.entries(GOOD)) multipart.append(name, value)
    multipart.append('tags[]', 'a')
    multipart.append('tags[]', 'b')
    multipart.append('venue[venue]', 'Hall')
    const made = await send('/events', { method: 'POST', body: multipart })
    expect(made.body).toMatchObject({
      title: 'Open day',
      tags: [{ name: 'a' }, { name: 'b' }],
      venue: { venue: 'Hall' },
    })
    const id = await make('events', eventOf())
    for (const method of ['POST', 'PUT', 'PATCH']) {
      expect((await send(`/events/${id}`, { method })).status).toBe(200)
      expect(
        (await send(`/events/${id}`, { method, headers: { 'content-type': 'text/plain' } })).status,
      ).toBe(200)
      for (const nothing of ['{}', ' {} ', '\ufeff{}'])
        expect((await send(`/events/${id}`, { method, headers: json, body: nothing })).status, nothing).toBe(
          200,
        )
    }
    expect((await send(`/events/${id}`, {})).body.title).toBe('Open day')
  })

  test('files are refused by name', async () => {
    const calendar = openCalendar()
    const multipart = new FormData()
    for (const [name, value] of Object.entries(GOOD)) multipart.append(name, value)
    multipart.append('image', new Blob(['GIF89a'], { type: 'image/gif' }), 'cat.gif')
    multipart.append('attachment', new Blob(['x']), 'x.txt')
    expectWrong(await calendar.send('/events', { method: 'POST', body: multipart }), 'image', 'attachment')
    expect(await census(calendar)).toEqual(NOTHING)
  })
})

describe('absurd numbers', () => {
  test('minus nothing is nothing, and tiny is not none', async () => {
    const { send, make } = openCalendar()
    const id = await make('events', eventOf())
    const patch = (body: string) => send(`/events/${id}`, { method: 'PATCH', headers: json, body })
    for (const field of ['venue', 'organizer', 'post_parent', 'image', 'categories', 'tags', 'website'])
      expect((await patch(`{"${field}":-0}`)).status, field).toBe(200)
    for (const field of ['author', 'id']) expectWrong(await patch(`{"${field}":-0}`), field)
    expect((await patch('{"cost":-0}')).body.cost).toBe('Free')
    expect((await patch('{"all_day":-0}')).body.all_day).toBe(false)
    expectWrong(await patch('{"cost":1e400}'), 'cost')
    const venue = await send('/venues', post('{"venue":"V","geo_lat":-0,"geo_lng":1e-7}'))
    expect(venue.body).toMatchObject({ geo_lat: 0, geo_lng: 1e-7 })
    // A number that is no ID of a term is as an ID that no term has.
    expect((await patch('{"tags":[1e400,9e99,1.5,99]}')).body.tags).toEqual([])
    expectWrong(await patch('{"tags":[-1]}'), 'tags')
  })

  test('in dates stay within the years 1 to 9999', async () => {
    const { ask } = openCalendar()
    for (const wrong of [
      ...words('9999999999999 -99999999999 @9e9 253402300800 10000-01-01 0000-01-01'),
      '+99999999 years',
      '-9999999 days',
      '9999-12-31 24:00',
    ])
      expectWrong(
        await ask('POST', '/events', eventOf({ start_date: wrong, end_date: wrong })),
        'start_date',
        'end_date',
      )
    for (const [date, timezone] of [
      ['0001-01-01', 'Pacific/Kiritimati'],
      ['9999-12-31 23:59:59', 'Pacific/Honolulu'],
    ]) {
      const made = await ask('POST', '/events', eventOf({ start_date: date, end_date: date, timezone }))
      expect(made.status).toBe(201)
      expect((await ask('GET', `/events/${idOf(made.body)}`)).status).toBe(200)
      expect((await ask('GET', `/events?start_date=${date}&end_date=${date}&strict_dates=1`)).status).toBe(
        200,
      )
    }
    for (const date of ['0001-01-01', '9999-12-31 23:59:59'])
      expect((await ask('POST', '/venues', { venue: date, date, date_utc: date })).status).toBe(201)
  })
})

describe('many fields, and the same field often', () => {
  test('more than 2,000 pairs in a query or form are refused', async () => {
    const calendar = openCalendar({ limits: { url: 100_000 } })
    const pairs = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`).join('&')
    expect((await calendar.send(`/events?${pairs(2000)}`, {})).status).toBe(200)
    expectRefusal(await calendar.send(`/events?${pairs(2001)}`, {}), 400, 'rest_invalid_param')
    expectRefusal(
      await calendar.send('/events', post(`${formOf(GOOD)}&${pairs(2000)}`, form)),
      400,
      'rest_invalid_param',
    )
    const multipart = new FormData()
    for (const [name, value] of Object.entries(GOOD)) multipart.append(name, value)
    for (let n = 0; n < 2000; n++) multipart.append(`a${n}`, '1')
    expectRefusal(
      await calendar.send('/events', { method: 'POST', body: multipart }),
      400,
      'rest_invalid_param',
    )
    expect(await census(calendar)).toEqual(NOTHING)
    // Unknown names of a JSON body are passed over, however many they are.
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`a${index}`, 1]))
    expect((await calendar.ask('POST', '/events', { ...GOOD, ...many })).status).toBe(201)
  })

  test('of a plain name given twice the last one counts; a body comes before the query', async () => {
    const { send } = openCalendar()
    const twice = `${formOf(GOOD)}&title=First&title=Last&tags[]=a&tags[]=b&tags[5]=c`
    expect((await send('/events', post(twice, form))).body).toMatchObject({
      title: 'Last',
      tags: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    })
    expect(
      (
        await send(
          '/events',
          post('{"title":"First","title":"Last","start_date":"2027-05-10","end_date":"2027-05-10"}'),
        )
      ).body.title,
    ).toBe('Last')
    expect((await send('/events?title=Query', post(JSON.stringify(GOOD)))).body.title).toBe('Open day')
    expect((await send('/events?excerpt=Query', post(JSON.stringify(GOOD)))).body.excerpt).toBe('Query')
    expect((await send('/events?page=x&page=1', {})).status).toBe(200)
    expectWrong(await send('/events?page=1&page=x', {}), 'page')
    expectWrong(await send('/events?page=1&page[]=1', {}), 'page')
    expect((await send('/events?page[]=x&page=1', {})).status).toBe(200)
  })
})
