import { expect, test } from 'vitest'
import { NOTHING, type Sent, send, sendForm, titles } from '../importing/importing.ts'
import { icsFile, veventLines } from '../move/files.ts'
import { type Answer, ASKERS, at, type Calendar, expectRefusal, openCalendar } from './calendar.ts'

/* `POST /import`: who may, and what is refused. `test/importing/` runs the rest on all storages. */

const FILE = icsFile(...veventLines('a@town', 'SUMMARY:Concert'))

const calendar = (limits = {}): Calendar => openCalendar({ import: true, limits })

test('there is no import unless the host wants it, and /me says whether there is', async () => {
  const without = openCalendar()
  expectRefusal(await send(without, FILE), 404, 'rest_no_route')
  expect(at((await without.ask('GET', '/me')).body, 'features', 'import')).toBe(false)
  expect(at((await calendar().ask('GET', '/me')).body, 'features', 'import')).toBe(true)
})

test.each(ASKERS)('%s', async (as) => {
  const { status, headers } = await send(calendar(), FILE, { as })
  const mayImport = as === 'editor' || as === 'administrator'
  expect(status).toBe(mayImport ? 200 : as === 'visitor' ? 401 : 403)
  expect(headers.get('etag')).toBeNull()
})

test.each<[string, string, Sent]>([
  ['the format by the content type', FILE, { type: 'text/calendar; charset=utf-8' }],
  ['the format by the content', FILE, { type: 'application/octet-stream' }],
  ['a file without a content type', FILE, { type: '' }],
  ['CSV as Windows names it', 'Title,Start Date\nConcert,2027-05-10', { type: 'application/vnd.ms-excel' }],
  ['CSV with semicolons', 'Title;Start Date\nConcert;2027-05-10', { type: 'text/csv' }],
])('reads %s', async (_, body, sent) => {
  const bytes = new TextEncoder().encode(body)
  expect((await send(calendar(), bytes, sent)).body).toEqual({ ...NOTHING, created: 1 })
})

test('reads other encodings, by name or by their mark', async () => {
  const town = calendar()
  const csv = 'Title,Start Date\nCaf\u00e9 €,2027-05-10'
  const latin = Uint8Array.from(csv, (character) => (character === '€' ? 0x80 : character.charCodeAt(0)))
  expect((await sendForm(town, latin, { encoding: 'windows-1252' })).body).toMatchObject({ created: 1 })
  expect(await titles(town)).toEqual(['Caf\u00e9 €'])
  const type = 'text/csv; charset=iso-8859-1'
  expect((await send(town, latin, { type })).body).toEqual({ ...NOTHING, unchanged: 1 })
  const wide = new Uint8Array([
    0xff,
    0xfe,
    ...[...csv].flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8]),
  ])
  expect((await send(town, wide, { type: 'text/csv' })).body).toEqual({ ...NOTHING, unchanged: 1 })
})

const REFUSED: Readonly<Record<string, [(town: Calendar) => Promise<Answer>, number, string, RegExp?]>> = {
  JSON: [(town) => town.ask('POST', '/import', { events: [] }), 415, 'rest_unsupported_media_type'],
  'an image': [(town) => send(town, 'GIF89a', { type: 'image/gif' }), 415, 'rest_unsupported_media_type'],
  'JSON that says it is no matter what': [
    (town) => send(town, '[{"title":"x"}]', { type: 'text/plain' }),
    ...([415, 'rest_unsupported_media_type'] as const),
  ],
  'no file': [(town) => send(town, ''), 400, 'rest_missing_callback_param'],
  'a form without a file': [(town) => form(town, {}), 400, 'rest_missing_callback_param'],
  'an empty file': [(town) => sendForm(town, ''), 400, 'rest_missing_callback_param'],
  'a file as a text field': [
    (town) => form(town, { file: FILE }),
    400,
    'rest_invalid_param',
    /must be a file/,
  ],
  'two files': [(town) => form(town, {}, 'file', 'file'), 400, 'rest_invalid_param', /must be one file/],
  'a file of another name': [
    (town) => form(town, {}, 'image'),
    400,
    'rest_invalid_param',
    /must not be a file/,
  ],
  'a form that breaks off': [
    (town) =>
      send(town, '--x\r\nContent-Disposition: form-data; name="file"', {
        type: 'multipart/form-data; boundary=x',
      }),
    ...([400, 'rest_invalid_param'] as const),
  ],
  'a form without a boundary': [
    (town) => send(town, 'x', { type: 'multipart/form-data' }),
    ...([400, 'rest_invalid_param'] as const),
  ],
  'another format than it says': [
    (town) => send(town, FILE, { type: 'text/csv' }),
    ...([400, 'rest_invalid_param', /header/] as const),
  ],
  'another encoding than it says': [
    (town) => send(town, new Uint8Array([0x41, 0xff]), { type: 'text/csv' }),
    ...([400, 'rest_invalid_param', /not utf-8/] as const),
  ],
  'an invalid encoding': [
    (town) => send(town, FILE, { query: '?encoding=klingon' }),
    ...([400, 'rest_invalid_param', /klingon/] as const),
  ],
  'an invalid format': [
    (town) => send(town, FILE, { query: '?format=pdf', type: '' }),
    400,
    'rest_invalid_param',
  ],
  'a file that was cut off': [
    (town) => send(town, FILE.slice(0, -40)),
    ...([400, 'rest_invalid_param', /cut off/] as const),
  ],
  'a quote without an end': [
    (town) => send(town, 'Title,Start Date\n"Concert,2027-05-10', { type: 'text/csv' }),
    ...([400, 'rest_invalid_param', /line 2/] as const),
  ],
  'columns without an end': [
    (town) => send(town, `Title,Start Date${',x'.repeat(2000)}\n`, { type: 'text/csv' }),
    ...([400, 'rest_invalid_param', /columns/] as const),
  ],
  'too many events': [
    (town) =>
      send(town, `Title,Start Date\n${Array.from({ length: 20_001 }, (_, at) => `E${at},x\n`).join('')}`, {
        type: 'text/csv',
      }),
    ...([400, 'rest_invalid_param', /20001 records/] as const),
  ],
}

test.each(Object.entries(REFUSED))('refuses %s, and changes nothing', async (_, [ask, status, code, why]) => {
  const town = calendar()
  const answer = await ask(town)
  expectRefusal(answer, status, code)
  if (why !== undefined) expect(JSON.stringify(answer.body)).toMatch(why)
  expect(await titles(town)).toEqual([])
  expect(town.errors).toEqual([])
})

test.each(['bytes', 'form'])(
  'refuses %s that are larger than the limit, and takes what is as large',
  async (way) => {
    const ask = (most: number) => {
      const town = calendar({ import: most })
      return way === 'form' ? sendForm(town, FILE) : send(town, FILE)
    }
    expect((await ask(FILE.length)).status).toBe(200)
    expectRefusal(await ask(FILE.length - 1), 413, 'rest_body_too_large')
  },
)

const HOSTILE: Readonly<Record<string, string[]>> = {
  'a rule that never ends': ['RRULE:FREQ=SECONDLY'],
  'a rule of a million dates': ['RRULE:FREQ=DAILY;COUNT=1000000'],
  'a title without an end': [`SUMMARY:${'x'.repeat(300_000)}`],
  'an invalid year': ['DTSTART:99999999T000000'],
  'an unknown time zone': ['DTSTART;TZID=Mars/Olympus:20270510T100000'],
  'fields that are no JSON': ['X-KALENDS-FIELDS:{'],
  'fields of others': ['X-KALENDS-FIELDS:{"author":"x","id":{"a":1},"start_date":{}}'],
}

test.each(Object.entries(HOSTILE))('%s is refused by itself, with its line', async (_, lines) => {
  const town = calendar()
  const file = icsFile(...veventLines('bad@town', ...lines), ...veventLines('good@town', 'SUMMARY:Good'))
  const { status, body } = await send(town, file)
  expect(status).toBe(200)
  expect(body).toMatchObject({ created: 1, refused: [{ line: 4, uid: 'bad@town' }] })
  expect(await titles(town)).toEqual(['Good'])
  expect(town.errors).toEqual([])
})

test('cells that look like formulas are texts, and scripts are none', async () => {
  const town = calendar()
  const csv =
    'Title,Start Date,Description\n"=HYPERLINK(""http://evil"")",2027-05-10,<script>alert(1)</script>Hi'
  expect((await send(town, csv, { type: 'text/csv' })).body).toMatchObject({ created: 1 })
  const { body } = await town.ask('GET', '/events?start_date=2027-05-01')
  expect(at(body, 'events', 0, 'title')).toBe('=HYPERLINK("http://evil")')
  expect(String(at(body, 'events', 0, 'description'))).not.toContain('script')
})

test('a batch cannot hold an import', async () => {
  const requests = [{ path: '/import', body: {} }]
  const { body } = await calendar().ask('POST', '/batch', { requests })
  expect(at(body, 'responses', 0, 'status')).toBe(400)
})

const form = (town: Calendar, fields: Readonly<Record<string, string>>, ...files: readonly string[]) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const name of files) body.append(name, new Blob([FILE]), 'a.ics')
  return town.send('/import', { method: 'POST', body })
}

test('what is read at once is bounded: beyond, 503 says when to come again, and one alone always comes', async () => {
  const town = calendar({ import: 4000 })
  const large = icsFile(...veventLines('a@town', `DESCRIPTION:${'a'.repeat(3000)}`))
  expect((await send(town, large, { query: '?dry_run=1' })).status).toBe(200)
  const answers = await Promise.all([1, 2, 3].map(() => send(town, large, { query: '?dry_run=1' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 503, 503])
  const refused = answers.find(({ status }) => status === 503)
  expect(refused?.headers.get('retry-after')).toBe('1')
  expect((await send(town, large)).body).toEqual({ ...NOTHING, created: 1 })
})
