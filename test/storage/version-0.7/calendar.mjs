/* A calendar with all that 0.7 could store, and requests that read it. */

import { createHash } from 'node:crypto'

export const NOW = '2027-05-10T12:00:00Z'

export const OPTIONS = {
  timezone: 'Europe/Berlin',
  baseUrl: 'https://calendar.example',
  changes: true,
  authenticate: (request) => {
    const role = request.headers.get('authorization')
    return role === null ? null : { id: role === 'administrator' ? 1 : 2, role }
  },
  onError: (error) => console.error(error),
}

const NAMES = ['Müller', 'Ærø', 'Åse', 'Çelik', 'O’Neil', 'Plain', 'Größe', 'Zoë', 'Søren', 'Ñandú']

export async function makeCalendar(api, importFile) {
  await api.migrate()
  const as = api.as({ id: 1, role: 'administrator' })
  const ids = {}
  async function send(method, path, body, headers = {}) {
    const request = new Request(`http://localhost/vendor/events/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const response = await as(request)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const make = (path, body, headers) => send('POST', path, body, headers)
  for (const [at, name] of NAMES.entries()) {
    ids[`category ${at}`] = (
      await make('/categories', {
        name: `Category ${name}`,
        ...(at > 6 ? { parent: ids['category 1'] } : {}),
      })
    ).id
    ids[`tag ${at}`] = (await make('/tags', { name: `${name} tag`, description: `About ${name}` })).id
    ids[`venue ${at}`] = (
      await make('/venues', {
        venue: `Haus ${name}`,
        city: at % 2 ? 'Köln' : 'Oslo',
        ...(at < 5 ? { geo_lat: 50 + at, geo_lng: 7 } : {}),
      })
    ).id
    ids[`organizer ${at}`] = (
      await make('/organizers', { organizer: `${name} & Co`, email: `o${at}@example.org` })
    ).id
  }
  const event = (at, more = {}) => {
    const name = NAMES[at % NAMES.length]
    const day = String(1 + (at % 28)).padStart(2, '0')
    return {
      title: `${at % 3 ? 'Konzert' : 'Tag der'} ${name} ${at}`,
      description: `<p>Ein Fest für <b>${name}</b>, in der Straße ${at}</p>`,
      excerpt: at % 4 ? '' : `Kurz: ${name}`,
      start_date: `2027-0${4 + (at % 4)}-${day} ${String(8 + (at % 12)).padStart(2, '0')}:30:00`,
      end_date: `2027-0${4 + (at % 4)}-${day} 23:00:00`,
      categories: [ids[`category ${at % 10}`]],
      tags: [ids[`tag ${at % 10}`], ids[`tag ${(at * 3 + 1) % 10}`]],
      venue: [ids[`venue ${at % 10}`]],
      organizer: [ids[`organizer ${at % 10}`]],
      featured: at % 5 === 0,
      hide_from_listings: at % 11 === 0,
      cost: at % 6 ? String(at) : '',
      ...more,
    }
  }
  const statuses = ['publish', 'publish', 'publish', 'draft', 'pending', 'private']
  for (let at = 0; at < 48; at++) {
    const more = { status: statuses[at % 6], ...(at % 13 === 0 ? { password: 'sesame' } : {}) }
    await make('/events', event(at, more), at < 3 ? { 'idempotency-key': `key-${at}` } : {})
  }
  await make('/events', event(50, { status: 'publish', date: '2027-05-20 10:00:00' }))
  const series = [
    { rrule: 'FREQ=WEEKLY;COUNT=6' },
    { rrule: 'FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20270830T235959', exdate: ['2027-06-10'] },
    { rrule: 'FREQ=MONTHLY;BYDAY=2TU' },
    { rrule: 'FREQ=DAILY;INTERVAL=10;COUNT=4', rdate: ['2027-12-24 17:00:00'] },
  ]
  const made = []
  for (const [at, recurrence] of series.entries()) {
    made.push(
      await make(
        '/events',
        event(60 + at, {
          start_date: '2027-05-06 18:00:00',
          end_date: '2027-05-06 20:00:00',
          recurrence,
          hide_from_listings: false,
        }),
      ),
    )
  }
  await make('/events', event(70, { status: 'draft', recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } }))
  await make(
    '/events',
    event(71, {
      status: 'publish',
      date: '2027-05-21 10:00:00',
      recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
    }),
  )
  const trashed = await make('/events', event(72, { recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } }))
  await send('DELETE', `/events/${trashed.id}`)
  await send('POST', `/events/${made[0].id}`, { title: 'Eine Reihe für Müller' })
  await send('DELETE', `/events/7`).catch(() => undefined)
  await api.deliver()
  const file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:one@example.org',
    'DTSTAMP:20270501T000000Z',
    'DTSTART:20270701T100000Z',
    'DTEND:20270701T110000Z',
    'SUMMARY:Aus der Datei',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  await importFile(file.join('\r\n'))
}

const ROLES = ['', 'administrator', 'contributor']

/** Who asks for what. */
export function urls() {
  const found = []
  const windows = [
    '',
    'start_date=2027-04-01&end_date=2027-06-30',
    'starts_after=2027-05-01',
    'ends_before=2028-01-01&start_date=2026-01-01',
    'start_date=2020-01-01&end_date=2040-01-01',
  ]
  const filters = [
    ...[
      '',
      'featured=true',
      'hidden=any',
      'ticketed=false',
      'geoloc=true',
      'geoloc_lat=51&geoloc_lng=7&geoloc_radius=200',
    ],
    ...['categories=1', 'categories=2', 'tags=3,4', 'venue=21', 'venue=2', 'organizer=4', 'post_parent=0'],
    ...[
      'search=muller',
      'search=m%C3%BCller',
      'search=konzert',
      'search=%22Tag%20der%22',
      'search=konzert%20-zoe',
      'search=strasse',
    ],
    ...[
      'orderby=title&order=desc',
      'orderby=date',
      'orderby=modified&order=asc',
      'modified_after=2020-01-01',
    ],
    ...[
      'status=publish',
      'status=draft',
      'status=publish,private,future',
      'strict_dates=true',
      'per_page=3&page=2',
    ],
  ]
  for (const who of ROLES) {
    for (const window of windows) {
      for (const filter of filters) {
        const query = [window, filter].filter(Boolean).join('&')
        found.push([who, `/events?${query}`], [who, `/events?${query}&per_page=50`])
      }
    }
    for (const filter of filters) found.push([who, `/events.ics?${filter}`], [who, `/events.rss?${filter}`])
    for (let id = 1; id <= 150; id++) {
      found.push([who, `/events/${id}`], [who, `/events?include=${id}&per_page=1`])
      if (id <= 45)
        found.push(
          [who, `/venues/${id}`],
          [who, `/organizers/${id}`],
          [who, `/categories/${id}`],
          [who, `/tags/${id}`],
        )
    }
    for (const list of ['venues', 'organizers', 'categories', 'tags']) {
      for (const query of [
        '',
        'search=muller',
        'search=m%C3%BCller',
        'search=koln',
        'per_page=3&page=2',
        'orderby=title',
        'orderby=name',
        'orderby=count&order=desc',
        'hide_empty=true',
        'only_with_upcoming=true',
        'has_events=true',
        'event=60',
        'post=60',
        'order=desc',
      ]) {
        found.push([who, `/${list}?${query}`])
      }
    }
    found.push([who, '/'], [who, '/doc'])
  }
  return found
}

const KEPT = ['etag', 'x-tec-total', 'x-tec-totalpages', 'link', 'content-type']

/** The status, and a hash of the rest. */
export async function answerOf(api, who, url) {
  const headers = who === '' ? {} : { authorization: who }
  const response = await api.fetch(new Request(`http://localhost/vendor/events/v1${url}`, { headers }))
  const parts = [...KEPT.map((name) => response.headers.get(name)), await response.text()]
  return `${response.status} ${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12)}`
}
