import { describe, expect, test } from 'vitest'
import { isObject } from '../../src/core/domain/json.ts'
import { expectWrong, on, openCalendar, textAt } from './calendar.ts'

/** An event at a venue with two organizers, and one without. */
async function openStocked() {
  const calendar = openCalendar()
  const { make } = calendar
  const venue = await make('venues', { venue: 'Hall', city: 'Bern', country: 'Switzerland' })
  const organizer = [
    await make('organizers', { organizer: 'A', email: 'a@example.com' }),
    await make('organizers', { organizer: 'B' }),
  ]
  const tag = await make('tags', { name: 'warm' })
  const first = await make('events', {
    ...on('2027-06-01 10:00'),
    title: 'First',
    venue,
    organizer,
    tags: [tag],
  })
  const second = await make('events', { ...on('2027-06-02 10:00'), title: 'Second' })
  return { ...calendar, venue, organizer, tag, first, second }
}

describe('_fields', () => {
  test('shows only these keys, in every record of a list, whose envelope stays', async () => {
    const { ask, first, second } = await openStocked()
    const { body, headers } = await ask('GET', '/events?_fields=id,title,venue.city,nonsense,title.more')
    const whole = await ask('GET', '/events')
    expect(body).toEqual({
      ...whole.body,
      rest_url: `${textAt(whole.body, 'rest_url')}&_fields=id%2Ctitle%2Cvenue.city%2Cnonsense%2Ctitle.more`,
      events: [
        { id: first, title: 'First', venue: { city: 'Bern' } },
        { id: second, title: 'Second', venue: [] },
      ],
    })
    expect(headers.get('x-tec-total')).toBe('2')
    expect(headers.get('etag')).not.toBe(whole.headers.get('etag'))
    const next = await ask('GET', '/events?_fields=title&per_page=1')
    const last = await ask('GET', textAt(next.body, 'next_rest_url'))
    expect(last.body.events).toEqual([{ title: 'Second' }])
  })

  test('shows only these keys of single records, of every kind, by ID and by slug', async () => {
    const { ask, first, venue, organizer, tag } = await openStocked()
    const shown = async (path: string, names: string) => (await ask('GET', `${path}?_fields=${names}`)).body
    const picked = { title: 'First', organizer: [{ email: 'a@example.com' }, {}] }
    expect(await shown(`/events/${first}`, 'title,organizer.email')).toEqual(picked)
    expect(await shown('/events/by-slug/first', 'organizer.email,title')).toEqual(picked)
    expect(await shown(`/events/${first}`, 'json_ld.location.name')).toEqual({
      json_ld: { location: { name: 'Hall' } },
    })
    expect(await shown(`/venues/${venue}`, 'city')).toEqual({ city: 'Bern' })
    expect(await shown(`/organizers/${organizer[0]}`, 'organizer,id')).toEqual({
      id: organizer[0],
      organizer: 'A',
    })
    expect(await shown(`/tags/${tag}`, 'name')).toEqual({ name: 'warm' })
    expect(await shown('/tags', 'name')).toMatchObject({ tags: [{ name: 'warm' }], total: 1 })
    expect(await shown('/venues', 'venue')).toMatchObject({ venues: [{ venue: 'Hall' }], total: 1 })
  })

  test('shows of each member, and of each member of a member, what the whole record shows', async () => {
    const { ask, make, first, venue, organizer, tag } = await openStocked()
    const online = await make('events', {
      ...on('2027-06-03 10:00'),
      ...{ title: 'Mixed', venue, cost: '10', is_virtual: true, virtual_event_type: 'hybrid' },
    })
    const series = await make('events', {
      ...on('2027-06-04 10:00'),
      ...{ title: 'Series', recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } },
    })
    const dates = await ask('GET', '/events?start_date=2027-06-04&series=none&per_page=1')
    const date = JSON.parse(dates.text).events[0].id
    for (const path of [
      ...[first, online, series, date].map((id) => `/events/${id}`),
      ...[`/venues/${venue}`, `/organizers/${organizer[0]}`, `/tags/${tag}`],
    ]) {
      const { body: whole } = await ask('GET', path)
      for (const [name, value] of Object.entries(whole)) {
        const shown = await ask('GET', `${path}?_fields=${name}`)
        expect(shown.text, `${path} ${name}`).toBe(JSON.stringify({ [name]: value }))
        for (const [inner, part] of isObject(value) ? Object.entries(value) : []) {
          const below = await ask('GET', `${path}?_fields=${name}.${inner}`)
          expect(below.text, `${path} ${name}.${inner}`).toBe(JSON.stringify({ [name]: { [inner]: part } }))
        }
      }
    }
  })

  test('takes a list too; a whole value counts more than a part of it', async () => {
    const { ask, first } = await openStocked()
    const { body: whole } = await ask('GET', `/events/${first}`)
    for (const query of [
      '_fields=venue,venue.city',
      '_fields=venue.city,venue',
      '_fields[]=venue.city&_fields[]=venue',
      '_fields= venue , ',
    ]) {
      expect((await ask('GET', `/events/${first}?${query}`)).body, query).toEqual({ venue: whole.venue })
    }
    expect((await ask('GET', `/events/${first}?_fields=`)).body).toEqual(whole)
  })

  test('with unknown names shows nothing, and is no error', async () => {
    const { ask, first, second } = await openStocked()
    for (const names of [
      'nonsense',
      '__proto__',
      'constructor.name',
      'length',
      'title.length',
      '.',
      'a..b',
      '*',
    ]) {
      const one = await ask('GET', `/events/${first}?_fields=${names}`)
      expect([one.status, one.text], names).toEqual([200, '{}'])
      const { body } = await ask('GET', `/events?_fields=${names}`)
      expect(body, names).toMatchObject({ events: [{}, {}], total: 2 })
      expect(JSON.stringify(body.events), names).toBe('[{},{}]')
    }
    expect(second).toBeGreaterThan(first)
    const deep = await ask('GET', `/events/${first}?_fields=${'venue.'.repeat(300)}city`)
    expect([deep.status, deep.text]).toEqual([200, '{}'])
  })

  test('of more names than limits.list is 400', async () => {
    const { ask, make } = openCalendar({ limits: { list: 3 } })
    const id = await make('events', on('2027-06-01 10:00'))
    const venue = await make('venues', { venue: 'V' })
    for (const path of ['/events', `/events/${id}`, '/venues', `/venues/${venue}`, '/tags']) {
      expect((await ask('GET', `${path}?_fields=a,b,c`)).status, path).toBe(200)
      expectWrong(await ask('GET', `${path}?_fields=a,b,c,d`), '_fields')
    }
  })

  test('shows no more than the caller may see, and is answered 304 as any read', async () => {
    const { ask, send, make } = openCalendar()
    const id = await make('events', { ...on('2027-06-01 10:00'), description: 'Secret', password: 'pw' })
    const { body } = await ask('GET', '/events?_fields=id,description', undefined, 'visitor')
    expect(JSON.stringify(body.events)).not.toContain('Secret')
    expect((await ask('GET', `/events/${id}?_fields=description`, undefined, 'visitor')).status).toBe(403)
    const open = await send(`/events/${id}?_fields=id`, { headers: { 'x-event-password': 'pw' } }, 'visitor')
    expect(open.body).toEqual({ id })
    const list = await send('/events?_fields=id', {}, 'visitor')
    const etag = list.headers.get('etag') ?? ''
    const again = await send('/events?_fields=id', { headers: { 'if-none-match': etag } }, 'visitor')
    expect(again.status).toBe(304)
  })

  test('has no part in writes and feeds', async () => {
    const { ask, send, first } = await openStocked()
    const changed = await ask('PATCH', `/events/${first}?_fields=id`, { title: 'Other' })
    expect(changed.body).toMatchObject({ title: 'Other', status: 'publish' })
    expect((await send('/events.ics?_fields=id', {})).text).toContain('SUMMARY:Other')
  })
})
