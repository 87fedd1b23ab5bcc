import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { openEndpoint } from './endpoint.ts'

/*
 * The table of docs/agents.md: what people say, and the calls that answer it, one after the other on one calendar.
 */

const page = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8')
const rows = Array.from(page.matchAll(/^\| ([^|`]+[?.]) \| (`.*`) \|$/gm), ([, said = '', calls = '']) => ({
  said,
  calls: Array.from(calls.matchAll(/`(\w+) (\{.*?\})`/g), ([, tool = '', args = '']) => ({
    tool,
    args: JSON.parse(args),
  })),
}))

/** What the last answer of each row has. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'What is on this weekend?': { events: [{ title: 'Flea market' }] },
  'What is on tomorrow that children may attend?': { events: [{ title: 'Story hour' }] },
  'Is there music tonight?': { events: [{ title: 'Music in the park' }] },
  'What happens in the town hall next week?': {
    events: [{ id: 8, title: 'Rehearsal', place: 'Town hall, Graz' }],
  },
  'What does the choir do in June?': { total: 4 },
  'Show me more.': { events: [{ start: '2026-06-18 19:00:00' }, { start: '2026-06-25 19:00:00' }] },
  'Tell me all about the flea market.': { title: 'Flea market', description: '<p>Bring a bag.</p>' },
  'What kinds of events are there?': { categories: [{ name: 'Children' }] },
  'What was called off this month?': { total: 0 },
  'What day is it there, and what may I do?': { now: '2026-05-06 12:00:00', role: 'editor' },
  'When is the next rehearsal?': { events: [{ start: '2026-05-07 19:00:00' }] },
  'What is featured next month?': { total: 0 },
  'Add a reading on 12 June at seven in the town hall.': {
    written: true,
    event: { place: 'Town hall, Graz' },
  },
  'Would yoga each Monday in June work?': { written: false, dates: { adds: 5 } },
  "Move Thursday's rehearsal to Friday.": { written: true, event: { id: 7, start: '2026-05-08 19:00:00' } },
  'From the 21st on, rehearse at eight.': { written: true, event: { start: '2026-05-21 20:00:00' } },
  'The flea market is off because of the storm.': { event: { event_status: 'canceled' } },
  'The story hour costs 3 now.': { event: { cost: '$3' } },
  'Delete the test event.': { event: { id: 1, status: 'trash' } },
  'Oh no, bring it back.': { event: { id: 1, title: 'Test' } },
}

let endpoint: ReturnType<typeof openEndpoint>
beforeAll(async () => {
  endpoint = openEndpoint()
  const { create } = endpoint
  const on = (day: string, from: string, to: string) => ({
    start_date: `${day} ${from}`,
    end_date: `${day} ${to}`,
  })
  // IDs in the table are of this calendar: 2 is the hall, 3 the choir.
  await create({
    ...{ title: 'Test', venue: { venue: 'Town hall', city: 'Graz' }, organizer: { organizer: 'Town choir' } },
    ...on('2026-07-01', '10:00', '11:00'),
  })
  await create({
    title: 'Flea market',
    description: '<p>Bring a bag.</p>',
    ...on('2026-05-09', '10:00', '16:00'),
  })
  await create({ title: 'Story hour', categories: ['Children'], ...on('2026-05-07', '15:00', '16:00') })
  await create({
    ...{ title: 'Rehearsal', venue: 2, organizer: 3, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=8' } },
    ...on('2026-05-07', '19:00', '21:00'),
  })
  await create({ title: 'Music in the park', ...on('2026-05-06', '20:00', '22:00') })
})

test('there are twenty, and each has an answer', () => {
  expect(rows.map(({ said }) => said)).toEqual(Object.keys(ANSWERS))
  expect(rows).toHaveLength(20)
})

test.each(rows)('$said', async ({ said, calls }) => {
  let answer: unknown
  for (const { tool, args } of calls) {
    const { data, isError, text } = await endpoint.call(tool, args, 'editor')
    expect([isError, isError ? text : '']).toEqual([false, ''])
    answer = data
  }
  expect(answer).toMatchObject(Object(ANSWERS[said]))
})
