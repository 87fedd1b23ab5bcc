import { createEventsApi } from '../../../src/index.ts'
import { memoryStorage } from '../../../src/storage/memory.ts'
import type { Dice } from '../../../src/testing/dice.ts'
import { damagedText } from '../damage.ts'
import { fuzz } from '../reader.ts'

/*
 * Whole readings of sources: iCalendar, lists of sites, pages that name a calendar, RSS, as a hostile server sends them, three times
 * each, so that the second answer is compared with what the first one brought. A source that fails says so in `error`; anything that
 * goes to `onError`, and each answer of 500, is a fault.
 */

const NOW = '2027-03-01T12:00:00Z'
const ODD = [
  '\r\n',
  '\n',
  ':',
  ';',
  ',',
  '"',
  '\\',
  '\0',
  '\ufeff',
  '\ud800',
  '<',
  '{',
  ']',
  ' ',
  'é',
  '\u2028',
]
const TIMES = [
  '20270415T190000',
  '20270415',
  '20270415T190000Z',
  '00010101T000000',
  '99991231T235959',
  '2027',
  '-1',
]
const RULES = [
  ...[
    'FREQ=DAILY',
    'FREQ=WEEKLY;COUNT=4',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;COUNT=999999999',
  ],
  ...['FREQ=MONTHLY;BYSETPOS=-366;BYDAY=MO', 'FREQ=DAILY;UNTIL=99991231T000000Z', 'FREQ=SECONDLY', 'FREQ='],
]
const TEXTS = [
  'Concert',
  'Concert',
  '',
  '__proto__',
  '<b>x</b>',
  '\u202eevil',
  '😀'.repeat(50),
  'x'.repeat(5000),
]
const UIDS = ['a', 'b', 'c', 'event-1@calendar.example', '', '../../x', 'x'.repeat(300)]
const STATUS = ['CANCELLED', 'CONFIRMED', 'nonsense']

function calendar(dice: Dice): string {
  const lines = (): string[] => {
    const line = (often: number, name: string, values: readonly string[]) =>
      dice.chance(often) ? [`${name}:${dice.oneOf(values)}`] : []
    return [
      ...['BEGIN:VEVENT', `UID:${dice.oneOf(UIDS)}${dice.chance(2) ? dice.upTo(100) : ''}`],
      ...[`DTSTART:${dice.oneOf(TIMES)}`, `SUMMARY:${dice.oneOf(TEXTS)}`],
      ...line(2, 'DTEND', TIMES),
      ...line(4, 'RRULE', RULES),
      ...line(6, 'RECURRENCE-ID', TIMES),
      ...line(6, 'EXDATE', TIMES),
      ...line(2, 'LOCATION', TEXTS),
      ...line(4, 'ORGANIZER;CN=Club', ['mailto:a@b.example', 'javascript:1']),
      ...line(4, 'CATEGORIES', TEXTS),
      ...line(4, 'DESCRIPTION', TEXTS),
      ...line(6, 'STATUS', STATUS),
      ...line(8, 'CLASS', ['PRIVATE']),
      ...line(4, 'URL', ['https://a.example/', 'file:///etc/passwd', 'x']),
      'END:VEVENT',
    ]
  }
  const events = dice.some(dice.chance(20) ? 400 : 12, lines).flat()
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `X-WR-CALNAME:${dice.oneOf(TEXTS)}`,
    ...events,
    'END:VCALENDAR',
  ].join('\r\n')
}

function list(dice: Dice): string {
  const values = [
    null,
    '',
    'x',
    '2027-04-15 19:00:00',
    -1,
    1e300,
    true,
    [],
    {},
    ['a'],
    { venue: 'Hall', id: 1 },
  ]
  const names = [
    ...[
      'id',
      'status',
      'title',
      'start_date',
      'end_date',
      'timezone',
      'venue',
      'organizer',
      'categories',
      'cost',
    ],
    ...['image', 'website', 'url', 'event_status', 'is_virtual', '__proto__', 'recurrence', 'author'],
  ]
  const events = dice.some(12, () => {
    const right = { id: dice.upTo(20), status: 'publish', title: 'A', start_date: '2027-04-15 19:00:00' }
    const wrong = Object.fromEntries(dice.some(6, () => [dice.oneOf(names), dice.oneOf(values)]))
    return { ...right, end_date: '2027-04-15 20:00:00', ...wrong }
  })
  const total = dice.oneOf([events.length, events.length, 0, 'x', 1e9])
  return JSON.stringify({ events, total, total_pages: dice.oneOf([1, 1, 0, 3]) })
}

const page = (dice: Dice): string =>
  [
    '<html><head>',
    ...dice.some(4, () =>
      dice.oneOf([
        '<link rel="alternate" type="text/calendar" href="/feed.ics">',
        '<link rel="https://api.w.org/" href="https://a.example/wp-json/">',
        '<a href="webcal://127.0.0.1/x.ics">',
        '<a href="?ical=1">',
      ]),
    ),
  ].join('\n')

const rss = (dice: Dice): string =>
  `<?xml version="1.0"?><rss><channel>${dice.some(5, () => '<item><title>A</title></item>').join('')}</channel></rss>`

interface Input {
  readonly format: 'ics' | 'site'
  readonly answers: readonly string[]
  readonly type: string
}

function input(dice: Dice): Input {
  const made = dice.oneOf([calendar, calendar, calendar, list, list, page, rss])
  const answer = () => {
    const text = made(dice)
    return dice.chance(2) ? damagedText(dice, text, ODD) : text
  }
  return {
    format: made === list ? 'site' : dice.oneOf(['ics', 'ics', 'site']),
    answers: [answer(), answer(), answer()],
    type: dice.oneOf(['text/calendar', 'text/calendar; charset=utf-16', 'application/json', 'text/html', '']),
  }
}

async function readings({ format, answers, type }: Input): Promise<void> {
  let answer = ''
  const faults: unknown[] = []
  const api = createEventsApi(memoryStorage(), {
    now: () => new Date(NOW),
    authenticate: () => ({ id: 1, role: 'editor' }),
    sources: { fetch: async () => new Response(answer, { headers: { 'content-type': type } }) },
    onError: (error) => faults.push(error),
  })
  const ask = async (path: string, body?: object) => {
    const request = new Request(`https://calendar.example${api.basePath}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const response = await api.fetch(request)
    if (response !== undefined && response.status >= 500) throw new Error(`${path}: ${response.status}`)
    await response?.text()
  }
  await ask('/sources', { url: 'https://a.example/feed', format, status: 'publish' })
  for (answer of answers) {
    await ask('/sources?dry_run=1', { url: `https://b.example/feed`, format })
    const [id] = await idsOf(api)
    await ask(`/sources/${id}/pull?confirm=1`, {})
  }
  await ask('/events.ics')
  await api.close()
  const [fault] = faults
  if (fault !== undefined) throw fault
}

async function idsOf(api: ReturnType<typeof createEventsApi>): Promise<readonly string[]> {
  const response = await api.fetch(new Request(`https://calendar.example${api.basePath}/sources`))
  return [...((await response?.text()) ?? '').matchAll(/"id":(\d+)/g)].map(([, id = '']) => id)
}

await fuzz({
  make: input,
  read: readings,
  // Three readings and three previews, with a calendar of their own.
  weight: 10,
  // The first one compiles what all of them run.
  longestStop: 400,
  // A source that cannot be read is an answer, and no error.
  refuses: () => false,
})
