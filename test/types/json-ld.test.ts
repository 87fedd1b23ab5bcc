import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { at, eventOf, openCalendar } from '../routes/calendar.ts'

/*
 * `json_ld` of 50 kinds of events, as literals of the types that `schema-dts` has of schema.org: a member, a type or a
 * value of an enumeration that schema.org does not have does not compile.
 */

const venue = { venue: 'Mill', address: '1 Main St', city: 'Kingston', zip: '12401', country: 'US' }
const organizer = {
  organizer: 'Choir',
  email: 'choir@a.example',
  phone: '555',
  website: 'https://choir.example',
}

const WHEN = [
  {},
  { all_day: true },
  { start_date: '2027-05-10 22:00', end_date: '2027-05-11 02:00' },
  { start_date: '2027-05-10', end_date: '2027-08-10', all_day: true },
  { timezone: 'UTC+5:45' },
]
const WHAT = [
  {},
  { cost: 'Free', venue },
  { cost: '€ 10,50 - 20', venue: { ...venue, geo_lat: 41.9, geo_lng: -74 }, organizer: [organizer] },
  { cost: 'By donation', is_virtual: true, virtual_url: 'https://meet.example/1', organizer: [organizer] },
  { is_virtual: true, virtual_event_type: 'hybrid', venue, image: 'https://a.example/i.png' },
  { event_status: 'canceled', event_status_reason: 'Storm', venue, excerpt: 'In <b>short</b>' },
  { event_status: 'postponed', cost: '$5', date: '2027-12-01 10:00:00' },
  { event_status: 'moved_online', venue, website: 'https://choir.example/tonight' },
  { event_status: 'rescheduled', previous_start_date: '2027-05-01 10:00:00', venue },
  { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' }, venue, organizer: [organizer] },
]

test('json_ld of 50 kinds of events is what schema.org knows', async () => {
  const { ask, make } = openCalendar()
  const literals: string[] = []
  for (const when of WHEN) {
    for (const what of WHAT) {
      const { body } = await ask('GET', `/events/${await make('events', eventOf({ ...when, ...what }))}`)
      const type = 'recurrence' in what ? 'EventSeries' : 'Event'
      expect(body).toMatchObject({ json_ld: { '@context': 'http://schema.org', '@type': type } })
      literals.push(literalOf(type, body.json_ld))
      for (const [record, kind] of [
        [at(body, 'venue'), 'Place'],
        [at(body, 'organizer', 0), 'Organization'],
      ] as const) {
        const described = record === undefined ? undefined : at(record, 'json_ld')
        if (described !== undefined) literals.push(literalOf(kind, described))
      }
    }
  }
  expect(literals.length).toBeGreaterThanOrEqual(100)
  const wrong = [
    literalOf('Event', { '@type': 'Event', performer: 7 }),
    literalOf('Event', {
      '@type': 'Event',
      offers: { '@type': 'Offer', availability: 'https://schema.org/Soon' },
    }),
  ]
  expect(errorsIn(literals)).toEqual([])
  expect(errorsIn(wrong)).toHaveLength(2)
})

function literalOf(type: string, described: unknown): string {
  const { '@context': _, ...members } = Object(described)
  return `const _: Exclude<${type}, string> = ${JSON.stringify(members)}`
}

/** What the compiler says of the literals. */
function errorsIn(literals: readonly string[]): readonly string[] {
  const name = fileURLToPath(new URL('literals.ts', import.meta.url))
  const source = [
    'import type { Event, EventSeries, Organization, Place } from "schema-dts"',
    ...literals.map((literal) => `{ ${literal} }`),
  ].join('\n')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (file) => file === name || fileExists(file)
  host.readFile = (file) => (file === name ? source : readFile(file))
  const program = ts.createProgram([name], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
