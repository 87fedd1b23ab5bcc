import { beforeAll, describe, expect, test } from 'vitest'
import { openEndpoint } from './endpoint.ts'

/*
 * The MCP server of The Events Calendar (the-events-calendar/mcp-server, TOOLS_GUIDE.md) documents its calls by example.
 * Here is each of them, with names of our own, beside the calls of our tools that answer it, on one calendar. What none
 * answers is in docs/agents.md.
 */

const CREATE = 'tec-calendar-create-update-entities'
const READ = 'tec-calendar-read-entities'
const DELETE = 'tec-calendar-delete-entities'
const NOW = 'tec-calendar-current-datetime'

type Call = readonly [tool: string, args: Record<string, unknown>]

interface Row {
  readonly title: string
  readonly theirs: Call
  readonly ours: readonly Call[]
  /** Of the last of our calls. */
  readonly answer: Record<string, unknown>
}

const GARDEN = { address: '4 Garden Lane', city: 'Graz', state: 'Styria', country: 'Austria', zip: '8010' }
const CONTACT = { phone: '+43 316 1', website: 'https://garden.example' }
const CHOIR = { phone: '+43 316 2', website: 'https://choir.example', email: 'choir@town.example' }
const DAY = { start_date: '2026-07-20 15:00:00', end_date: '2026-07-20 23:00:00' }
const FEAST = {
  ...{ title: 'Summer feast', ...DAY, description: 'Music until late', all_day: false },
  ...{ cost: '$45', status: 'publish', venue: 1, organizer: 2 },
}
const HUB = { venue: 'Hub', ...GARDEN, ...CONTACT, status: 'publish' }
const GUESTS = { organizer: 'Guests', email: 'guests@town.example', status: 'publish' }
const event = (postType: Record<string, unknown>) => ({ postType: 'event', ...postType })

const ROWS: readonly Row[] = [
  {
    title: 'the time there',
    theirs: [NOW, {}],
    ours: [['describe_calendar', {}]],
    answer: { now: '2026-05-06 12:00:00', timezone: 'Europe/Vienna' },
  },
  {
    title: 'a new venue',
    theirs: [CREATE, { postType: 'venue', data: { venue: 'Garden', ...GARDEN, ...CONTACT } }],
    ours: [['save_place', { name: 'Garden', ...GARDEN, ...CONTACT }]],
    answer: { place: { id: 1, name: 'Garden', ...GARDEN, ...CONTACT } },
  },
  {
    title: 'a new organizer',
    theirs: [CREATE, { postType: 'organizer', data: { organizer: 'Choir', ...CHOIR } }],
    ours: [['save_organizer', { name: 'Choir', ...CHOIR }]],
    answer: { organizer: { id: 2, name: 'Choir', ...CHOIR } },
  },
  {
    title: 'a new event at a venue that is there',
    theirs: [CREATE, event({ data: { ...FEAST, url: 'https://feast.example' } })],
    ours: [['create_event', { ...FEAST, website: 'https://feast.example' }]],
    answer: {
      written: true,
      event: { id: 3, cost: '$45', website: 'https://feast.example', venue: { id: 1 } },
    },
  },
  {
    title: 'a new event with a venue and organizers of its own, and one that is there',
    theirs: [CREATE, event({ data: { title: 'Summit', ...DAY, venue: HUB, organizers: [2, GUESTS] } })],
    ours: [['create_event', { title: 'Summit', ...DAY, venue: HUB, organizer: [2, GUESTS] }]],
    answer: { event: { id: 4, place: 'Hub, Graz', organizers: [{ name: 'Choir' }, { name: 'Guests' }] } },
  },
  ...(
    [
      ['2026-12-25T15:00:00', '2026-12-25 15:00:00'],
      ['tomorrow 2pm', '2026-05-07 14:00:00'],
      ['next monday', '2026-05-11 00:00:00'],
      ['first thursday of next month', '2026-06-04 00:00:00'],
      ['+3 days', '2026-05-09 12:00:00'],
      ['December 15, 2026 7:00 PM', '2026-12-15 19:00:00'],
    ] as const
  ).map(([start, wall]): Row => {
    const data = { title: 'Draft', start_date: start, end_date: start, status: 'draft', organizer: 2 }
    return {
      title: `a draft that begins "${start}"`,
      theirs: [CREATE, event({ data })],
      ours: [['create_event', data]],
      answer: { event: { start: wall, status: 'draft' } },
    }
  }),
  {
    title: 'a change of an event',
    theirs: [CREATE, event({ id: 3, data: { title: 'Feast', start_date: '2026-07-20 14:00:00' } })],
    ours: [['update_event', { id: 3, title: 'Feast', start_date: '2026-07-20 14:00:00' }]],
    answer: { event: { title: 'Feast', start: '2026-07-20 14:00:00', end: '2026-07-20 23:00:00' } },
  },
  {
    title: 'a change of a venue',
    theirs: [CREATE, { postType: 'venue', id: 1, data: { phone: '+43 316 9' } }],
    ours: [['save_place', { id: 1, phone: '+43 316 9' }]],
    answer: { place: { id: 1, name: 'Garden', ...GARDEN, phone: '+43 316 9' } },
  },
  {
    title: 'one event',
    theirs: [READ, event({ id: 3 })],
    ours: [['get_event', { id: 3 }]],
    answer: { id: 3, title: 'Feast', description: 'Music until late' },
  },
  {
    title: 'one venue',
    theirs: [READ, { postType: 'venue', id: 1 }],
    ours: [['find_places', { id: 1 }]],
    answer: { places: [{ id: 1, name: 'Garden', zip: '8010' }], total: 1 },
  },
  {
    title: 'venues, page by page',
    theirs: [READ, { postType: 'venue', per_page: 1, page: 2, status: 'publish', order: 'desc' }],
    ours: [['find_places', { limit: 1, cursor: '2' }]],
    answer: { places: [{ id: 1 }], total: 2 },
  },
  {
    title: 'venues of a town',
    theirs: [READ, { postType: 'venue', venueFilters: { city: 'Graz' } }],
    ours: [['find_places', { search: 'Graz' }]],
    answer: { total: 2 },
  },
  {
    title: 'organizers by name',
    theirs: [READ, { postType: 'organizer', query: 'choir' }],
    ours: [['find_organizers', { search: 'choir' }]],
    answer: { organizers: [{ id: 2 }] },
  },
  {
    title: 'organizers by address',
    theirs: [READ, { postType: 'organizer', organizerFilters: { email: 'guests@town.example' } }],
    ours: [['find_organizers', { search: 'guests@town.example' }]],
    answer: { organizers: [{ name: 'Guests' }], total: 1 },
  },
  {
    title: 'events with a word',
    theirs: [READ, event({ query: 'feast', per_page: 10, status: 'publish' })],
    ours: [['find_events', { search: 'feast', limit: 10, status: 'publish' }]],
    answer: { events: [{ id: 3 }], total: 1 },
  },
  {
    title: 'events of a month',
    theirs: [READ, event({ eventFilters: { start_date: '2026-07-01', end_date: '2026-07-31' } })],
    ours: [['find_events', { when: '2026-07-01 to 2026-07-31' }]],
    answer: { events: [{ id: 3 }, { id: 4 }], total: 2 },
  },
  {
    title: 'events of a month with a word',
    theirs: [READ, event({ query: 'summit', eventFilters: { start_date: '2026-07-01' } })],
    ours: [['find_events', { search: 'summit', when: '2026-07' }]],
    answer: { events: [{ id: 4 }], total: 1 },
  },
  {
    title: 'events of an organizer at a venue',
    theirs: [READ, event({ eventFilters: { venue: 1, organizer: 2 }, per_page: 50 })],
    ours: [['find_events', { venue: 1, organizer: 2, limit: 25 }]],
    answer: { events: [{ id: 3 }], total: 1 },
  },
  {
    title: 'drafts of an organizer',
    theirs: [READ, event({ status: 'draft', eventFilters: { organizer: 2 } })],
    ours: [['find_events', { status: 'draft', organizer: 2 }]],
    answer: { total: 6 },
  },
  {
    title: 'an event to the trash',
    theirs: [DELETE, event({ id: 3 })],
    ours: [['delete_event', { id: 3 }]],
    answer: { written: true, event: { id: 3, status: 'trash' } },
  },
]

let endpoint: ReturnType<typeof openEndpoint>
beforeAll(() => {
  endpoint = openEndpoint()
})

describe('calls of the MCP server of The Events Calendar, answered', () => {
  test.each(ROWS)('$title', async ({ ours, answer }) => {
    let last: unknown
    for (const [tool, args] of ours) {
      const { data, isError, text } = await endpoint.call(tool, args, 'editor')
      expect([isError, isError ? text : '']).toEqual([false, ''])
      last = data
    }
    expect(last).toMatchObject(answer)
  })

  test('each of its tools is there', () => {
    expect(new Set(ROWS.map(({ theirs: [tool] }) => tool))).toEqual(new Set([NOW, CREATE, READ, DELETE]))
  })
})

test('what is not answered is refused, and changes nothing: tickets, and deletion for good', async () => {
  const { call, post } = endpoint
  const tickets = { title: 'Entry', event_id: 4, price: 49.99, stock: 100 }
  expect((await call('create_event', tickets, 'editor')).text).toContain('"price" is no argument')
  expect((await call('delete_event', { id: 4, force: true }, 'editor')).text).toContain(
    '"force" is no argument',
  )
  const unknown = await post('tools/call', { name: 'delete_place', arguments: { id: 1 } }, { as: 'editor' })
  expect((await unknown.json()).error.message).toContain('There is no tool "delete_place"')
  expect((await call('get_event', { id: 4 }, 'editor')).data).toMatchObject({ id: 4, title: 'Summit' })
})
