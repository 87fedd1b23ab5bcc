import { createEventsApi } from 'kalends'
import { createClient } from 'kalends/client'
import { createSite } from 'kalends/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenStorage } from './rights.ts'

/* Addresses of renamed records redirect, and those of records in the trash are gone, if a visitor could ever see them. */

const ORIGIN = 'https://town.example'
const evening = { start_date: '2026-12-05 19:30', end_date: '2026-12-05 22:00' }

export function formerOn(openStorage: OpenStorage): void {
  let close: () => unknown = () => undefined
  let calendar: ReturnType<typeof open>
  beforeAll(async () => {
    const opened = await openStorage()
    close = opened.close
    await opened.storage.migrate()
    calendar = open(opened.storage)
  })
  afterAll(() => close())

  function open(storage: Awaited<ReturnType<OpenStorage>>['storage']) {
    const api = createEventsApi(storage, {
      now: () => new Date('2026-12-03T11:00:00Z'),
      site: (api) => createSite(api),
      changes: true,
    })
    const ask = api.as({ id: 1, role: 'administrator' })
    return { api, ask, client: createClient({ baseUrl: `${ORIGIN}${api.basePath}`, fetch: ask }) }
  }

  /** The status, and where it leads to. */
  async function at(path: string): Promise<string> {
    const response = await calendar.api.fetch(new Request(`${ORIGIN}${path}`))
    const location = response.headers.get('location')
    return location === null ? String(response.status) : `${response.status} ${location.replace(ORIGIN, '')}`
  }

  test('a renamed event, venue, organizer, category and tag are found at their old addresses', async () => {
    const { client } = calendar
    const event = await client.events.create({ title: 'Lantern walk', ...evening })
    const venue = await client.venues.create({ venue: 'Mill' })
    const organizer = await client.organizers.create({ organizer: 'Choir' })
    const above = await client.categories.create({ name: 'Arts' })
    const category = await client.categories.create({ name: 'Music', parent: above.id })
    const tag = await client.tags.create({ name: 'Free' })
    await client.events.update(event.id, { slug: 'lantern-parade' })
    await client.events.update(event.id, { slug: 'parade' })
    await client.venues.update(venue.id, { slug: 'old-mill' })
    await client.organizers.update(organizer.id, { slug: 'town-choir' })
    await client.categories.update(category.id, { slug: 'concerts' })
    await client.tags.update(tag.id, { slug: 'free-entry' })
    expect(await at('/event/lantern-walk/')).toBe('301 /event/parade/')
    expect(await at('/event/lantern-parade/')).toBe('301 /event/parade/')
    expect(await at('/event/Lantern-Walk/')).toBe('301 /event/parade/')
    expect(await at('/event/parade/')).toBe('200')
    expect(await at('/venue/mill/')).toBe('301 /venue/old-mill/')
    expect(await at('/organizer/choir/')).toBe('301 /organizer/town-choir/')
    expect(await at('/events/category/arts/music/')).toBe('301 /events/category/arts/concerts/')
    expect(await at('/events/category/music/')).toBe('301 /events/category/arts/concerts/')
    expect(await at('/events/tag/free/')).toBe('301 /events/tag/free-entry/')
  })

  test('a record that takes the slug wins, and gives it back', async () => {
    const { client } = calendar
    const first = await client.events.create({ title: 'First', slug: 'fair', ...evening })
    await client.events.update(first.id, { slug: 'first-fair' })
    expect(await at('/event/fair/')).toBe('301 /event/first-fair/')
    const second = await client.events.create({ title: 'Second', slug: 'fair', ...evening })
    expect(await at('/event/fair/')).toBe('200')
    await client.events.update(second.id, { slug: 'second-fair' })
    expect(await at('/event/fair/')).toBe('301 /event/second-fair/')
    // Back again, as an undo does it.
    await client.events.update(second.id, { slug: 'fair' })
    expect(await at('/event/fair/')).toBe('200')
    expect(await at('/event/second-fair/')).toBe('301 /event/fair/')
  })

  test('nothing tells of what is hidden now, or was never public', async () => {
    const { client } = calendar
    const draft = await client.events.create({ title: 'Draft', slug: 'plan', ...evening, status: 'draft' })
    await client.events.update(draft.id, { slug: 'plan-b' })
    await client.events.update(draft.id, { status: 'publish' })
    expect(await at('/event/plan/')).toBe('404')
    expect(await at('/event/plan-b/')).toBe('200')
    await client.events.update(draft.id, { slug: 'plan-c' })
    await client.events.update(draft.id, { status: 'private' })
    expect(await at('/event/plan-b/')).toBe('404')
    expect(await at('/event/plan-c/')).toBe('404')
    await client.events.update(draft.id, { status: 'publish', slug: 'plan-d' })
    expect(await at('/event/plan-b/')).toBe('301 /event/plan-d/')
    expect(await at('/event/plan-c/')).toBe('301 /event/plan-d/')
    // A draft at an old address is not there for visitors.
    await client.events.create({ title: 'Hidden', slug: 'plan-c', ...evening, status: 'draft' })
    expect(await at('/event/plan-c/')).toBe('301 /event/plan-d/')
    await client.events.update(draft.id, { password: 'open' })
    expect(await at('/event/plan-b/')).toBe('301 /event/plan-d/')
  })

  test('in the trash: gone what was public, never there what was not, and back where it is restored', async () => {
    const { client } = calendar
    const make = (title: string, status: 'publish' | 'draft' | 'private') =>
      client.events.create({ title, slug: title.toLowerCase(), ...evening, status })
    const [open, draft, secret] = [
      await make('Opened', 'publish'),
      await make('Drafted', 'draft'),
      await make('Secret', 'private'),
    ]
    const venue = await client.venues.create({ venue: 'Barn' })
    await client.events.update(open.id, { slug: 'reopened' })
    for (const { id } of [open, draft, secret]) await client.events.delete(id)
    await client.venues.delete(venue.id)
    expect(await at('/event/reopened/')).toBe('410')
    expect(await at('/event/opened/')).toBe('410')
    expect(await at('/event/drafted/')).toBe('404')
    expect(await at('/event/secret/')).toBe('404')
    expect(await at('/venue/barn/')).toBe('410')
    expect(await at('/event/reopened__trashed/')).toBe('404')
    await client.events.update(open.id, { status: 'publish' })
    expect(await at('/event/reopened/')).toBe('200')
    expect(await at('/event/opened/')).toBe('301 /event/reopened/')
    // A second one that goes the same way.
    await client.events.delete(open.id)
    const again = await make('Again', 'publish')
    await client.events.update(again.id, { slug: 'reopened' })
    expect(await at('/event/reopened/')).toBe('200')
    await client.events.delete(again.id)
    expect(await at('/event/reopened/')).toBe('410')
    await client.events.delete(again.id, { force: true })
    expect(await at('/event/again/')).toBe('404')
  })

  test('dates of a series are gone with it, or one by one', async () => {
    const { client } = calendar
    const series = await client.events.create({
      ...{ title: 'Yoga', start_date: '2026-12-07 18:00', end_date: '2026-12-07 19:00' },
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
    })
    const { items } = await client.events.list({ post_parent: series.id })
    const [first, second] = items
    if (first === undefined || second === undefined) throw new TypeError('no dates')
    expect(await at(`/event/${second.slug}/`)).toBe('200')
    await client.events.delete(second.id)
    expect(await at(`/event/${second.slug}/`)).toBe('410')
    await client.events.delete(series.id)
    expect(await at('/event/yoga/')).toBe('410')
    expect(await at(`/event/${first.slug}/`)).toBe('410')
    const draft = await client.events.create({
      ...{ title: 'Tango', start_date: '2026-12-08 18:00', end_date: '2026-12-08 19:00', status: 'private' },
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' },
    })
    const { items: hidden } = await client.events.list({ post_parent: draft.id, status: ['private'] })
    await client.events.delete(draft.id)
    expect(await at(`/event/${hidden[0]?.slug}/`)).toBe('404')
    expect(hidden.length).toBe(2)
  })

  test('old addresses of a merged record lead to the one that stays', async () => {
    const { client } = calendar
    const [a, b] = [
      await client.venues.create({ venue: 'Hall A' }),
      await client.venues.create({ venue: 'Hall B' }),
    ]
    const [c, d] = [
      await client.categories.create({ name: 'Kids' }),
      await client.categories.create({ name: 'Children' }),
    ]
    await client.venues.update(a.id, { slug: 'hall-old' })
    await client.venues.merge(b.id, [a.id])
    await client.categories.merge(d.id, [c.id])
    expect(await at('/venue/hall-old/')).toBe('301 /venue/hall-b/')
    expect(await at('/venue/hall-a/')).toBe('301 /venue/hall-b/')
    expect(await at('/events/category/kids/')).toBe('301 /events/category/children/')
    await client.venues.update(b.id, { slug: 'hall' })
    expect(await at('/venue/hall-old/')).toBe('301 /venue/hall/')
  })

  test('a restored revision gives the slug back, and the newer one redirects', async () => {
    const { client } = calendar
    const event = await client.events.create({ title: 'Market', slug: 'market', ...evening })
    await client.events.update(event.id, { slug: 'big-market' })
    const [, before] = await client.events.revisions(event.id)
    if (before === undefined) throw new TypeError('no revision')
    await client.events.restore(event.id, before.n)
    expect(await at('/event/market/')).toBe('200')
    expect(await at('/event/big-market/')).toBe('301 /event/market/')
  })

  test('two writes that leave the same slug at once: both take effect, and the address leads to one of them', async () => {
    const { client } = calendar
    const event = await client.events.create({ title: 'Race', slug: 'race', ...evening })
    const venue = await client.venues.create({ venue: 'Race' })
    const other = await client.events.create({ title: 'Other race', slug: 'other-race', ...evening })
    await Promise.all([
      client.events.update(event.id, { slug: 'race-1' }),
      client.venues.update(venue.id, { slug: 'race-2' }),
      client.events.update(other.id, { slug: 'race-3' }),
    ])
    expect(await at('/event/race/')).toBe('301 /event/race-1/')
    expect(await at('/venue/race/')).toBe('301 /venue/race-2/')
    expect(await at('/event/other-race/')).toBe('301 /event/race-3/')
  })
}
