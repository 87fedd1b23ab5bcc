import fc from 'fast-check'
import { MoveError } from 'kalends/move'
import { expect, test } from 'vitest'
import { readByIcalJs } from '../feeds/readers.ts'
import { fileCalendar, icsFile, veventLines } from './files.ts'

/*
 * Random calendars through files, and random damage.
 */

const seed = Number(process.env.SEED ?? Date.now() % 1e9)
const runs = { seed, numRuns: 40 }

const word = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom('a, b', 'c; d', 'e\\f', '"g"', '<b>h</b>', '&amp;', '=1+1', '2027'),
)
const wall = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000).toISOString().slice(0, 16).replace('T', ' '))
const zone = fc.constantFrom(
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'UTC',
  'UTC-3:30',
  'Australia/Lord_Howe',
)
const rule = fc.constantFrom(
  ...[
    'FREQ=DAILY;COUNT=5',
    'FREQ=WEEKLY;COUNT=4;BYDAY=MO,TH',
    'FREQ=MONTHLY;COUNT=3;BYDAY=-1FR',
    'FREQ=YEARLY;COUNT=2',
  ],
  ...[
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=SU',
    'FREQ=MONTHLY;COUNT=4;BYMONTHDAY=31',
    'FREQ=YEARLY;COUNT=3;BYMONTH=2;BYMONTHDAY=29',
  ],
)
const event = fc.record(
  {
    title: word,
    start_date: wall,
    hours: fc.integer({ min: 0, max: 60 }),
    timezone: zone,
    all_day: fc.boolean(),
    rrule: fc.option(rule, { nil: undefined, freq: 2 }),
    description: word,
    venue: fc.option(word, { nil: undefined }),
    organizers: fc.array(word, { maxLength: 2 }),
    categories: fc.array(word, { maxLength: 2 }),
    tags: fc.array(word, { maxLength: 2 }),
    status: fc.constantFrom('publish', 'draft', 'private'),
    cost: fc.constantFrom(null, '$10', '10 - 20', 'Free', 'from 5, maybe'),
  },
  { noNullPrototype: true },
)

const comparable = (text: string) => text.replace(/^SEQUENCE:.*\r\n/gm, '')

test.each(['ics', 'csv'] as const)(`%s: another calendar exports the same (SEED=${seed})`, async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 4 }), async (events) => {
      const calendar = fileCalendar()
      for (const { hours, rrule, venue, organizers, ...fields } of events) {
        const end = new Date(Date.parse(`${fields.start_date.replace(' ', 'T')}Z`) + hours * 3_600_000)
        await calendar.ask('POST', '/events', {
          ...fields,
          end_date: end.toISOString().slice(0, 16).replace('T', ' '),
          ...(rrule === undefined ? {} : { recurrence: { rrule } }),
          ...(venue === undefined ? {} : { venue: { venue } }),
          organizer: organizers.map((organizer) => ({ organizer })),
        })
      }
      const file = await calendar.export(format)
      const target = fileCalendar()
      const report = await target.bring(file)
      expect(report.notes).toEqual([])
      expect(comparable(await target.export(format))).toBe(comparable(file))
      expect((await target.bring(file)).unchanged).toBe(report.read)
      if (format === 'ics') expect(readByIcalJs(file)).toHaveLength(report.read)
    }),
    runs,
  )
})

test(`damage is noted or refused (SEED=${seed})`, async () => {
  const lines = veventLines(
    'a@b',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'DTEND:20270510T110000',
    'LOCATION:Hall',
    'GEO:1;2',
    'DURATION:PT1H',
  )
  const text = icsFile(
    ...lines,
    ...veventLines('c@d', 'EXDATE:20270510', 'CATEGORIES:a,b', 'ORGANIZER;CN="x":mailto:a@b'),
  )
  const noise = fc.constantFrom(
    '',
    ':',
    ';',
    '"',
    '\r\n',
    '\r\n ',
    '\\',
    'T',
    'Z',
    '9',
    '-',
    'ü',
    '\0',
    ',',
    '=',
    '/',
    'END:VEVENT\r\n',
    'BEGIN:VEVENT\r\n',
  )
  const cuts = fc.array(fc.tuple(fc.nat(text.length), fc.nat(4), noise), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(cuts, async (damage) => {
      let damaged = text
      for (const [at, length, put] of damage)
        damaged = damaged.slice(0, at) + put + damaged.slice(at + length)
      const calendar = fileCalendar()
      try {
        const { created, skipped, read } = await calendar.bring(damaged)
        expect(created + skipped).toBeGreaterThanOrEqual(read - 1)
      } catch (error) {
        expect(error).toBeInstanceOf(MoveError)
        expect(await calendar.events()).toEqual([])
      }
    }),
    { seed, numRuns: 300 },
  )
})

test('separators of Unicode and controls in a name come back from an iCalendar file', async () => {
  const calendar = fileCalendar()
  const organizer = 'One\u2028Two\u2029Three\u0085Four'
  await calendar.ask('POST', '/events', {
    ...{ title: 'Talk', start_date: '2027-05-10 10:00', end_date: '2027-05-10 11:00' },
    organizer: [{ organizer }],
  })
  const target = fileCalendar()
  expect((await target.bring(await calendar.export('ics'))).notes).toEqual([])
  const names = async ({ events }: typeof calendar) =>
    /"organizer":"[^"]*"/.exec(JSON.stringify((await events())[0]?.organizer))?.[0]
  expect(await names(target)).toContain('Three')
  expect(await names(target)).toBe(await names(calendar))
})
