import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { icsFile, veventLines } from '../move/files.ts'
import {
  type Answer,
  type Asker,
  type Calendar,
  expectRefusal,
  idsIn,
  listOf,
  openCalendar,
} from '../routes/calendar.ts'
import { wrapped } from '../setup/wrapped-storage.ts'

/* `POST /import`, on one storage. */

export interface Sent {
  readonly type?: string
  readonly query?: string
  readonly as?: Asker
}

export const send = (
  calendar: Calendar,
  body: BodyInit,
  { type = 'text/calendar', query = '', as }: Sent = {},
): Promise<Answer> =>
  calendar.send(`/import${query}`, { method: 'POST', body, headers: { 'content-type': type } }, as)

/** Sends the file as a browser sends a form. */
export const sendForm = (
  calendar: Calendar,
  file: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([file]), 'calendar.ics')
  return calendar.send('/import', { method: 'POST', body: form })
}

export const NOTHING = { created: 0, updated: 0, unchanged: 0, outside: 0, refused: [], more: false }

export const titles = async (calendar: Calendar): Promise<string[]> => {
  const query = 'per_page=50&start_date=0000-01-01&end_date=9999-12-31&status=publish,draft,private'
  const { body } = await calendar.ask('GET', `/events?${query}`)
  return listOf(body.events).map((event) => String(Object(event).title))
}

const CSV = [
  'Event Name,Event Start Date,Event Start Time,Event End Date,Event End Time,Event Venue Name',
  'Market,2027-05-10,8:00,2027-05-10,13:00,Square',
  'Fair,2027-05-11,9:00,2027-05-11,18:00,Square',
].join('\n')

export function importsOn(open: () => { storage: Storage } | Promise<{ storage: Storage }>): void {
  let storage: Storage
  let calendar: Calendar

  beforeAll(async () => {
    const opened = await open()
    storage = opened.storage
    await storage.migrate()
    calendar = openCalendar({ import: true }, storage)
  })
  afterAll(() => storage.close())

  const file = (uid: string, ...lines: readonly string[]) => icsFile(...veventLines(uid, ...lines))

  test('says which venues and organizers were taken for ones that are here, and which are not', async () => {
    const [hall, choir] = [
      await calendar.make('venues', { venue: 'Taken Hall', city: 'Salem', country: 'US' }),
      await calendar.make('organizers', { organizer: 'Taken Choir' }),
    ]
    const bring = async (text: string, query = '') => {
      const { status, body, text: said } = await send(calendar, text, { type: 'text/csv', query })
      expect(status, said).toBe(200)
      return body.taken
    }
    const events = [
      'Event Name,Event Start Date,Event End Date,Event Venue Name,Event Organizer Name(s) or ID(s)',
      'Taken,2027-05-10,2027-05-10,Taken Hall,taken choir',
      'Taken again,2027-05-11,2027-05-11,Hall of taken,Taken Choir',
      'Taken still,2027-05-12,2027-05-12,Hall of taken,',
    ].join('\n')
    const both = [
      { kind: 'venue', id: hall, name: 'Taken Hall' },
      { kind: 'organizer', id: choir, name: 'Taken Choir' },
    ]
    for (const query of ['?dry_run=1', '']) expect(await bring(events, query)).toEqual(both)
    // What it brought itself was not here before, and a file that changes nothing takes nothing.
    expect(await bring(events)).toBeUndefined()
    const venues = (city: string, country: string) =>
      `Venue Name,Venue City,Venue Country\nTaken Hall,${city},${country}`
    expect(await bring(venues('Salem', 'United States'))).toEqual([both[0]])
    expect(await bring(venues('Salem', 'Germany'))).toBeUndefined()
  })

  test('brings events once, follows changes in the file, and says so', async () => {
    const first = icsFile(
      ...veventLines('a@town', 'SUMMARY:Concert', 'LOCATION:Hall'),
      ...veventLines('b@town', 'SUMMARY:Play'),
    )
    const brought = await send(calendar, first)
    expect(brought.status, brought.text).toBe(200)
    expect(brought.body).toEqual({ ...NOTHING, created: 2 })
    expect((await send(calendar, first)).body).toEqual({ ...NOTHING, unchanged: 2 })
    const second = first.replace('SUMMARY:Play', 'SUMMARY:Play in the park')
    expect((await send(calendar, second)).body).toEqual({ ...NOTHING, updated: 1, unchanged: 1 })
    expect(await titles(calendar)).toEqual(expect.arrayContaining(['Concert', 'Play in the park']))
  })

  test('a dry run says the same, shows the events, and writes nothing', async () => {
    await send(calendar, file('dry@town', 'SUMMARY:Dry'))
    await calendar.make('events', {
      ...{ title: 'By hand', start_date: '2027-06-01 10:00', end_date: '2027-06-01 11:00' },
    })
    const lines = icsFile(
      ...veventLines('dry@town', 'SUMMARY:Dry'),
      ...veventLines('dry-2@town', 'SUMMARY:By hand', 'DTSTART:20270601T190000', 'LOCATION:Hall 2'),
      ...veventLines('dry-3@town', 'SUMMARY:', 'DTSTART:20270602T190000'),
    )
    const before = await titles(calendar)
    const dry = await send(calendar, lines, { query: '?dry_run=1' })
    expect(dry.status, dry.text).toBe(200)
    const [hand] = idsIn(
      (await calendar.ask('GET', '/events?search=By+hand&start_date=2027-01-01')).body,
      'events',
    )
    expect(dry.body).toMatchObject({
      ...{ created: 1, updated: 0, unchanged: 1, more: false },
      refused: [{ uid: 'dry-3@town' }],
      events: [
        { title: 'Dry', state: 'same', like: [], venue: '', timezone: 'America/New_York' },
        {
          ...{ title: 'By hand', state: 'new', like: [hand], venue: 'Hall 2' },
          ...{ start_date: '2027-06-01 19:00:00', end_date: '2027-06-01 19:00:00' },
        },
        { state: 'refused' },
      ],
    })
    expect(await titles(calendar)).toEqual(before)
    const { events: _, ...figures } = dry.body
    expect((await send(calendar, lines)).body).toEqual(figures)
  })

  test('brings CSV from a form, and its venues once', async () => {
    const sent = await sendForm(calendar, CSV)
    expect(sent.status, sent.text).toBe(200)
    expect(sent.body).toEqual({ ...NOTHING, created: 2 })
    expect((await sendForm(calendar, CSV, { dry_run: 'true' })).body).toMatchObject({ unchanged: 2 })
    const venues = await calendar.ask('GET', '/venues?search=Square')
    expect(venues.body.total).toBe(1)
  })

  test('what the calendar exports is there already', async () => {
    const id = await calendar.make('events', {
      ...{ title: 'Exported', description: '<p>With <em>marks</em></p>', cost: '$5' },
      ...{ start_date: '2027-07-01 10:00', end_date: '2027-07-01 11:00' },
    })
    const { exportEvents } = await import('kalends/move')
    let text = ''
    const options = { timezone: 'America/New_York', baseUrl: 'https://calendar.example' }
    for await (const piece of exportEvents(storage, { format: 'ics', calendar: options })) text += piece
    const before = await calendar.ask('GET', `/events/${id}`)
    expect((await send(calendar, text)).body).toMatchObject({ created: 0, refused: [] })
    const after = await calendar.ask('GET', `/events/${id}`)
    expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')])
  })

  test('a series comes with the dates that differ', async () => {
    const series = icsFile(
      ...veventLines('series@town', 'SUMMARY:Choir', 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ...veventLines('series@town', 'RECURRENCE-ID:20270517T100000', 'SUMMARY:Choir, outside'),
    )
    expect((await send(calendar, series)).body).toEqual({ ...NOTHING, created: 1 })
    const choirs = (await titles(calendar)).filter((title) => title.startsWith('Choir'))
    expect(choirs).toEqual(['Choir', 'Choir, outside', 'Choir'])
    expect((await send(calendar, series)).body).toEqual({ ...NOTHING, unchanged: 1 })
  })

  test('two who send the same file at the same time get one event', async () => {
    const lines = file('twice@town', 'SUMMARY:Twice')
    const answers = await Promise.all([send(calendar, lines), send(calendar, lines), send(calendar, lines)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await titles(calendar)).filter((title) => title === 'Twice')).toHaveLength(1)
  })

  test('events are those of the caller', async () => {
    await send(calendar, file('whose@town', 'SUMMARY:Whose'), { as: 'administrator' })
    const list = await calendar.ask('GET', '/events?search=Whose&start_date=2027-01-01')
    const [event] = listOf(list.body.events)
    const me = await calendar.ask('GET', '/me', undefined, 'administrator')
    expect(Object(event).author).toBe(String(Object(me.body.user).id))
  })

  test('a refused file changes nothing', async () => {
    const before = await titles(calendar)
    const cut = file('cut@town', 'SUMMARY:Cut').replace('END:VCALENDAR', '')
    const refused = await send(calendar, cut)
    expectRefusal(refused, 400, 'rest_invalid_param')
    expect(Object(Object(refused.body.data).params).file).toMatch(/cut off/)
    expect(await titles(calendar)).toEqual(before)
  })

  test('what takes longer than the time is brought in parts: the same request goes on', async () => {
    const events = Array.from({ length: 150 }, (_, at) =>
      veventLines(`part-${at}@town`, `SUMMARY:Part ${at}`),
    )
    const text = icsFile(...veventLines('x', 'DTSTART:never'), ...events.flat())
    const bring = async (storage: Storage) =>
      (await send(openCalendar({ import: true, limits: { timeout: TIMEOUT } }, storage), text)).body
    const first = await bring(endingDuringCommit(storage))
    const message = 'the start is not a date: never'
    const refused = [{ line: 4, uid: 'x', title: 'Open day', code: 'bad_date', message, why: message }]
    expect(first).toEqual({ ...NOTHING, created: 100, refused, more: true })
    expect(await bring(storage)).toEqual({ ...NOTHING, created: 50 })
    expect(await bring(storage)).toEqual({ ...NOTHING, unchanged: 150, refused })
  })
}

/** Nothing else waits for half of it. */
const TIMEOUT = 60_002

/** Half of the time is over during the first commit of events. */
function endingDuringCommit(storage: Storage): Storage {
  const { setTimeout } = globalThis
  let end: (() => void) | undefined
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation((call, time, ...more) => {
    if (time === TIMEOUT / 2) end = call
    return setTimeout(call, time, ...more)
  })
  return wrapped(storage, async (name, call) => {
    if (/^commit .*event/.test(name)) {
      end?.()
      spy.mockRestore()
    }
    return call()
  })
}
