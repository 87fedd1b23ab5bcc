import { describe, expect, test } from 'vitest'
import { EVENT, type PlainEventField } from '../../src/core/fields/event.ts'
import type { EventFacts } from '../../src/core/fields/post.ts'
import type { NamesWith, PlainRow } from '../../src/core/fields/row.ts'
import { at, idOf, listOf, openCalendar, textAt } from '../routes/calendar.ts'
import { anyLine } from '../setup/schemas.ts'

/*
 * A client reads one date of a series, changes one field, and sends it back whole for all dates. What only that date has
 * stays its own. It is 2027-03-01, a Monday.
 */

const IGNORED = ['modified', 'modified_utc']

async function openSeries() {
  const calendar = openCalendar({ customFields: { event: { note: anyLine, room: anyLine } } })
  const { ask, make } = calendar
  const [venue, organizer] = [
    await make('venues', { venue: 'Hall' }),
    await make('organizers', { organizer: 'Ann' }),
  ]
  const [category, tag] = [await make('categories', { name: 'Jazz' }), await make('tags', { name: 'Late' })]
  const id = await make('events', {
    title: 'Jazz',
    start_date: '2027-03-08 19:00',
    end_date: '2027-03-08 21:00',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
    custom_fields: { note: 'all', room: 'red' },
  })
  const dates = async () =>
    listOf(
      (await ask('GET', `/events?post_parent=${id}&per_page=50&hidden=any&status=${STATUSES}`)).body.events,
    )
  const [, second = expect.unreachable()] = (await dates()).map(idOf)
  const read = async (one: number) => {
    const { body } = await ask('GET', `/events/${one}`)
    return Object.fromEntries(
      Object.entries(body).filter(([name]) => !IGNORED.includes(name) && name !== 'json_ld'),
    )
  }
  const all = async () =>
    new Map(
      await Promise.all(
        [id, ...(await dates()).map(idOf)].map(async (one) => [one, await read(one)] as const),
      ),
    )
  return { ...calendar, series: id, second, read, all, links: { venue, organizer, category, tag } }
}

const STATUSES = 'publish,future,draft,pending,private,trash'

type Links = Awaited<ReturnType<typeof openSeries>>['links']

type Row = (typeof EVENT)[keyof typeof EVENT]
type Override = NamesWith<typeof EVENT, { readonly follows: true }> | Extract<Row['follows'], string>

/** A value of its own for each field that a date can have for itself and that is not plain. */
const OWN = {
  title: () => ({ title: 'Own' }),
  description: () => ({ description: '<p>Own</p>' }),
  excerpt: () => ({ excerpt: '<p>Own</p>' }),
  image: () => ({ image: 'https://example.org/own.png' }),
  cost: () => ({ cost: '$7' }),
  website: () => ({ website: 'https://example.org/own' }),
  password: () => ({ password: 'rosebud' }),
  categories: ({ category }) => ({ categories: [category] }),
  tags: ({ tag }) => ({ tags: [tag] }),
  venue: ({ venue }) => ({ venue }),
  organizer: ({ organizer }) => ({ organizer }),
  author: () => ({ author: 5 }),
  status: () => ({ status: 'private' }),
  date: () => ({ date: '2027-03-05 12:00:00' }),
  start_date: () => ({ start_date: '2027-03-15 18:00' }),
  end_date: () => ({ end_date: '2027-03-15 22:00' }),
  all_day: () => ({ all_day: true }),
  timezone: () => ({ timezone: 'Europe/Berlin' }),
  custom_fields: () => ({ custom_fields: { note: 'own' } }),
} satisfies Readonly<Record<Exclude<Override, PlainEventField>, (links: Links) => object>>

type PlainFacts = EventFacts & Partial<Pick<PlainRow, 'plain' | 'words' | 'beside'>>

/** A value of each plain type that is not the default. */
const PLAIN: { readonly [P in PlainRow['plain']]: (row: Pick<PlainRow, 'words'>) => unknown } = {
  flag: () => true,
  line: () => 'Own',
  url: () => 'https://example.org/own',
  count: () => 7,
  word: ({ words = [] }) => words.at(-1),
}

const CASES: readonly (readonly [name: string, own: (links: Links) => object])[] = [
  ...Object.entries(OWN),
  ...Object.entries<PlainFacts>(EVENT).flatMap(([name, row]) => {
    if (row.plain === undefined || row.follows === null) return []
    // A field that answers show only beside another one.
    const besides = { event_status: 'canceled', is_virtual: true }
    const beside = Object.entries(besides).filter(([other]) => other === row.beside)
    const own = { [name]: PLAIN[row.plain](row), ...Object.fromEntries(beside) }
    return [[name, () => own] as const]
  }),
]

describe('a date that is sent back whole for all dates keeps for itself', () => {
  async function expectKept(own: object, opened: Awaited<ReturnType<typeof openSeries>>) {
    const { ask, series, second, read, all } = opened
    const changed = await ask('PATCH', `/events/${second}`, own)
    expect(changed.status, changed.text).toBe(200)
    const before = await all()
    const shown = await read(second)
    const slug = { slug: 'friday-night' }
    // A slug of its own is what the request changes: no date has the slug of its series.
    const sent = await ask('PUT', `/events/${second}?scope=all`, { ...shown, ...slug })
    expect(sent.status, sent.text).toBe(200)
    const after = await all()
    expect(after.get(series)).toMatchObject(slug)
    const withoutAddress = (record: Record<string, unknown> | undefined) => {
      const { slug: _slug, url: _url, website, ...rest } = record ?? {}
      return { ...rest, website: website === record?.url ? '' : website }
    }
    for (const [id, record] of before) expect(withoutAddress(after.get(id))).toEqual(withoutAddress(record))
  }

  test.each(CASES)('%s', async (name, own) => {
    const opened = await openSeries()
    await expectKept(own(opened.links), opened)
    expect(at(await opened.read(opened.second), 'overrides')).toContain(name)
  })

  test('all of them at once', async () => {
    const opened = await openSeries()
    await expectKept(Object.assign({}, ...CASES.map(([, own]) => own(opened.links))), opened)
  })

  test('a custom field, when another one is changed for all', async () => {
    const { ask, series, second, read } = await openSeries()
    await ask('PATCH', `/events/${second}`, { custom_fields: { note: 'own' } })
    const shown = await read(second)
    await ask('PUT', `/events/${second}?scope=all`, {
      ...shown,
      custom_fields: { note: 'own', room: 'blue' },
    })
    expect(at(await read(series), 'custom_fields')).toEqual({ note: 'all', room: 'blue' })
  })

  test('its place in the trash', async () => {
    const { ask, series, second, read } = await openSeries()
    await ask('DELETE', `/events/${second}`)
    const { body } = await ask('PUT', `/events/${second}?scope=all`, {
      ...(await read(second)),
      title: 'Renamed',
    })
    expect(body).toMatchObject({ id: second, status: 'trash' })
    expect(await read(series)).toMatchObject({ title: 'Renamed', status: 'publish' })
  })

  test('a date of publication, while the public goes on to see the others', async () => {
    const { ask, send, second, read } = await openSeries()
    await ask('PATCH', `/events/${second}`, { date: '2027-03-05 12:00:00' })
    await ask('PUT', `/events/${second}?scope=all`, { ...(await read(second)), title: 'Renamed' })
    const { body } = await send('/events', {}, 'visitor')
    expect(listOf(body.events).map((event) => textAt(event, 'title'))).toEqual(['Renamed', 'Renamed'])
  })
})
