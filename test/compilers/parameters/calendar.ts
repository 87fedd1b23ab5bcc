import { createEventsApi } from 'kalends'
import { databaseImages } from 'kalends/images/database'
import { memoryStorage } from 'kalends/storage/memory'
import { PICTURES } from '../../setup/pictures.ts'
import type { There } from './calls.ts'
import { isRecord } from './document.ts'

/* A calendar with all that is optional, and one or two of each record. */

const FEED = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:1@elsewhere
DTSTART:20270601T180000Z
DTEND:20270601T190000Z
SUMMARY:Elsewhere
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n')

/** Of the suggestion, the same in each calendar. */
const SECRET = 'x'.repeat(30)

const DAY = { start_date: '2027-05-01 18:00', end_date: '2027-05-01 20:00' }

async function openCalendar() {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const storage = memoryStorage()
  const api = createEventsApi(storage, {
    authenticate: async () => ({ id: 7, role: 'administrator' }),
    now: () => new Date(now),
    changes: true,
    embed: true,
    import: true,
    images: { store: databaseImages(storage) },
    sources: { fetch: async () => new Response(FEED, { headers: { 'content-type': 'text/calendar' } }) },
    suggestions: { author: 7 },
  })
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    more?: HeadersInit,
  ): Promise<Response> => {
    const isForm = body instanceof FormData
    const headers = new Headers(more)
    if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }
    return api.fetch(new Request(`http://localhost${api.basePath}${path}`, { method, headers, ...sent }))
  }
  /** Lets an hour pass: the public may suggest so much in one. */
  const pass = () => {
    now += 3_600_000
  }
  return { api, send, pass }
}

export async function stockedCalendar() {
  const { api, send, pass } = await openCalendar()
  const etags: Record<string, string> = {}
  const make = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const response = await send('POST', path, body)
    const made: unknown = await response.json()
    if (response.status !== 201 || !isRecord(made)) throw new Error(`POST ${path}: ${JSON.stringify(made)}`)
    return made
  }
  const idOf = async (path: string, body: unknown): Promise<number> => Number((await make(path, body)).id)

  const venue = await idOf('/venues', { venue: 'Barn', city: 'Bern', geo_lat: 52.5, geo_lng: 13.4 })
  const hall = await idOf('/venues', { venue: 'Hall', city: 'Rome', author: 'ada', status: 'draft' })
  const organizer = await idOf('/organizers', { organizer: 'Friends' })
  const band = await idOf('/organizers', { organizer: 'Band', author: 'ada', status: 'draft' })
  await make('/venues', { venue: 'A field' })
  await make('/organizers', { organizer: 'A choir', date: '2027-02-01 10:00' })
  const category = await idOf('/categories', { name: 'Music', slug: 'music', description: 'b' })
  const child = await idOf('/categories', { name: 'Ahead', parent: category, description: 'a' })
  const tag = await idOf('/tags', { name: 'Loud', slug: 'loud', description: 'b' })
  for (const path of ['/categories', '/tags']) await make(path, { name: 'Empty' })
  const word = await idOf('/tags', { name: 'Bar', slug: 'bar', description: 'a' })
  const linked = { venue, organizer, categories: [category], tags: [tag] }
  const event = await idOf('/events', {
    ...{ title: 'Opening night', slug: 'opening', ...DAY, ...linked, featured: true },
  })
  const other = await idOf('/events', {
    ...{ title: 'A closing', ...DAY, start_date: '2027-04-01 09:00', end_date: '2027-04-01 10:00' },
    ...{
      ticketed: true,
      event_status: 'canceled',
      author: 'ada',
      date: '2027-02-01 10:00',
      post_parent: event,
      categories: [child],
      tags: [word],
    },
  })
  const locked = await idOf('/events', { title: 'Locked', slug: 'locked', ...DAY, password: 'sesame' })
  const series = await idOf('/events', {
    title: 'Weekly',
    ...DAY,
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
  })
  await make('/events', { title: 'Hidden', ...DAY, hide_from_listings: true })
  for (const status of ['draft', 'pending', 'private', 'trash'])
    await make('/events', { title: status, ...DAY, status })
  await make('/events', { title: 'future', ...DAY, status: 'publish', date: '2027-04-01 00:00' })
  await make('/events', { title: 'Long ago', start_date: '2020-01-01', end_date: '2020-01-01' })
  const dates: unknown = await (await send('GET', `/events?post_parent=${series}`)).json()
  const date = Number(Object(dates).events[1].id)

  const picture = (name: string) => {
    const form = new FormData()
    form.set('file', new File([PICTURES['image/png']], name))
    return make('/media', form)
  }
  const media = await picture('bridge.png')
  await picture('tower.png')
  const suggested = await send(
    'POST',
    '/suggestions',
    {
      ...{ title: 'Ours', start_date: '2027-05-09 18:00', end_date: '2027-05-09 20:00' },
      contact: { email: 'ada@example.com' },
    },
    { 'X-Suggestion-Secret': SECRET },
  )
  const suggestion: unknown = await suggested.json()
  const source = await idOf('/sources', { url: 'https://example.com/calendar.ics', status: 'publish' })
  await send('POST', `/sources/${source}/pull`)
  await make('/sources', { url: 'https://example.com/second.ics' })
  const found: unknown = await (await send('GET', '/events?search=elsewhere')).json()
  const brought = Number(Object(found).events[0].id)
  for (const path of [`/events/${event}`, `/venues/${venue}`, `/organizers/${organizer}`])
    await send('PATCH', path, { description: 'Changed' })
  const changes: unknown = await (await send('GET', '/changes?per_page=2')).json()
  let next = String(Object(changes).next_rest_url ?? '')
  let token = ''
  while (token === '') {
    const page: unknown = await (await api.fetch(new Request(next))).json()
    next = String(Object(page).next_rest_url ?? '')
    token = String(Object(page).sync_token ?? '')
  }
  const there: There = {
    ids: {
      ...{ event, other, locked, date, venue, hall, organizer, band, category, child, tag, word },
      ...{ media: Number(media.id), suggestion: Number(Object(suggestion).id), source, brought },
    },
    secret: SECRET,
    file: String(media.url).split('/').at(-1) ?? '',
    syncToken: token,
    namespace: 'vendor/events/v1',
    etags,
  }
  return { api, send, pass, there }
}
