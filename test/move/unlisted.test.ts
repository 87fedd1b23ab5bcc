import { createEventsApi } from 'kalends'
import { compareSite, importSite } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { fromDocument } from '../../src/core/domain/records/stored-record.ts'
import {
  event,
  isListOf,
  json,
  pageOf,
  type Row,
  SITE,
  type Special,
  smallSite,
  venue,
} from './small-site.ts'
import { wordpressSite } from './wordpress-site.ts'

/* What no list of the site shows, what goes while it is read, and what its values cannot be. */

const sleep = async () => {}
const ADMIN = { user: 'admin', password: 'secret' }
const bring = (site: ReturnType<typeof smallSite>, as: object = {}, storage = memoryStorage()) =>
  importSite(storage, { url: SITE, fetch: site.fetch, sleep, ...as })
const rowsOf = (count: number, make: (id: number) => Row) =>
  Array.from({ length: count }, (_, at) => make(at + 1))

async function eventOf(storage: ReturnType<typeof memoryStorage>, id: number) {
  const [document] = await storage.get('event', [id])
  return document === undefined ? expect.unreachable(`no event ${id}`) : fromDocument('event', document)
}

describe('events that no list of the plugin shows', () => {
  /** WordPress lists all of them; the plugin only the first two. */
  const siteOf = (all: readonly Row[], posts: readonly Row[], more: Special = () => undefined) => {
    const site: ReturnType<typeof smallSite> = smallSite({ events: all.slice(0, 2) }, (url) => {
      const special = more(url)
      if (special !== undefined) return special
      const [, id] = /^\/wp-json\/wp\/v2\/tribe_events(?:\/(\d+))?$/.exec(url.pathname) ?? ['', '']
      if (id === '') return undefined
      if (id === undefined)
        return json(
          posts.map(({ id: one }) => ({ id: one })),
          { headers: { 'x-wp-totalpages': '1' } },
        )
      const post = posts.find((one) => String(one.id) === id)
      return post === undefined ? json({ code: 'rest_post_invalid_id' }, { status: 404 }) : json(post)
    })
    return site
  }
  const post = (id: number, fields: Row = {}): Row => ({
    ...{ id, status: 'publish', author: 3, slug: `post-${id}`, password: '', featured_media: 0 },
    ...{ date: '2031-01-01T10:00:00', date_gmt: '2031-01-01T09:00:00' },
    ...{ modified: '2031-01-02T10:00:00', modified_gmt: '2031-01-02T09:00:00' },
    ...{ title: { raw: 'Old & new', rendered: 'Old &#038; new' }, excerpt: { raw: '', rendered: '' } },
    ...{ content: { raw: 'Come', rendered: '<p>Come</p>' }, tags: [], tribe_events_cat: [], ...fields },
  })

  test('come where the plugin shows them alone', async () => {
    const rows = rowsOf(3, event)
    const storage = memoryStorage()
    const site = siteOf(rows, [post(1), post(2), post(3)], ({ pathname }) =>
      pathname === '/wp-json/tribe/events/v1/events/3' ? json(rows[2]) : undefined,
    )
    const report = await bring(site, {}, storage)
    expect(report).toMatchObject({
      kinds: { event: { read: 3, created: 3, missing: 0, complete: true } },
      notes: [],
    })
    expect(report.unseen.unlisted).toBe(0)
    const api = createEventsApi(storage, {
      ...{ baseUrl: SITE, basePath: '/wp-json', namespace: 'tribe/events/v1', timezone: 'Europe/Berlin' },
    })
    const compared = await compareSite(api, { url: SITE, fetch: site.fetch, sleep })
    expect(compared.differences.filter(({ field }) => field === '3')).toEqual([])
    expect(compared.explained['left out']).toBe(1)
  })

  test('come out of the view of editors where it does not, such as hidden ones in the trash', async () => {
    const meta = {
      ...{ _EventStartDate: '2031-07-01 19:00:00', _EventEndDate: '2031-07-01 21:00:00' },
      ...{ _EventTimezone: 'Europe/Berlin', _EventCost: '1,000.50', _EventCurrencySymbol: '€' },
      ...{ _EventURL: 'https://club.example/', _EventHideFromUpcoming: 'yes', _EventShowMap: '1' },
      ...{ _EventVenueID: '20', _EventOrganizerID: ['22', '0'], _tribe_featured: ['1'] },
      ...{ _tribe_events_status: 'canceled', _tribe_events_status_reason: 'Rain' },
    }
    const fields = {
      status: 'trash',
      slug: 'fair__trashed',
      featured_media: 40,
      tribe_events_cat: [2],
      tags: [4],
      meta,
    }
    const storage = memoryStorage()
    const site = siteOf(rowsOf(2, event), [post(1), post(2), post(3, fields)], ({ pathname }) =>
      pathname === '/wp-json/wp/v2/media/40'
        ? json({ id: 40, source_url: `${SITE}/a.png`, media_details: { width: 9, height: 8, sizes: {} } })
        : undefined,
    )
    const report = await bring(site, ADMIN, storage)
    expect(report).toMatchObject({
      kinds: { event: { created: 3, skipped: 0 } },
      notes: [],
      unseen: { unlisted: 0 },
    })
    expect(await eventOf(storage, 3)).toMatchObject({
      ...{ title: 'Old &amp; new', description: '<p>Come</p>', status: 'trash', own_slug: 'fair', author: 3 },
      ...{ start: '2031-07-01 19:00:00', utc_start: '2031-07-01 17:00:00', website: 'https://club.example/' },
      ...{ cost: { amounts: [{ value: '1000.50', symbol: '€' }] }, hide_from_listings: true, show_map: true },
      ...{ venue: [20], organizer: [22], categories: [2], tags: [4], featured: true, all_day: false },
      ...{
        event_status: 'canceled',
        event_status_reason: 'Rain',
        image: { id: 40, url: `${SITE}/a.png`, width: 9 },
      },
    })
    const again = await bring(site, ADMIN, storage)
    expect(again.kinds.event).toMatchObject({ created: 0, updated: 0, unchanged: 3, gone: [] })
  })

  test('are named where nothing tells when they are', async () => {
    const report = await bring(siteOf(rowsOf(2, event), [post(1), post(2), post(3, { meta: {} })]), ADMIN)
    expect(report.notes).toEqual([{ kind: 'event', id: 3, reason: 'not shown' }])
    expect(report.kinds.event).toMatchObject({ read: 3, created: 2, skipped: 1 })
  })

  test('are unknown where the list of WordPress is one of what is to come, or is none', async () => {
    expect((await bring(siteOf(rowsOf(2, event), [post(2)]))).unseen.unlisted).toBeNull()
    expect((await bring(smallSite({ events: rowsOf(2, event) }))).unseen.unlisted).toBeNull()
  })

  test('one that is gone by then is no loss', async () => {
    const report = await bring(
      siteOf(rowsOf(2, event), [post(1), post(2)], (url) =>
        url.pathname === '/wp-json/wp/v2/tribe_events' ? json([{ id: 1 }, { id: 2 }, { id: 3 }]) : undefined,
      ),
    )
    expect(report).toMatchObject({ kinds: { event: { read: 2, skipped: 0, complete: true } }, notes: [] })
  })
})

describe('records that go while they are read', () => {
  /** The site loses records when a page of its list is asked for the first time. */
  const shrinking = (page: string, gone: readonly number[], unstable = false) => {
    let all: readonly Row[] = rowsOf(120, venue)
    const site: ReturnType<typeof smallSite> = smallSite({}, (url) => {
      const one = /\/tribe_venue\/(\d+)$|\/v1\/venues\/(\d+)$/.exec(url.pathname)
      const row = one && all.find(({ id }) => String(id) === (one[1] ?? one[2]))
      if (one) return row ? json(row) : json({ code: 'gone' }, { status: 404 })
      if (!isListOf(url, 'venues') || url.searchParams.has('status')) return undefined
      if (url.searchParams.get('page') === page) all = all.filter(({ id }) => !gone.includes(Number(id)))
      const body = pageOf('venues', all, url.searchParams)
      const shown: readonly Row[] = Array.isArray(body.venues) ? body.venues : []
      return json(
        unstable && url.searchParams.get('page') === '1' ? { ...body, venues: shown.slice(1) } : body,
      )
    })
    return site
  }

  test.each([
    ['one that was read', '2', [7]],
    ['one that was not read', '2', [110]],
    ['some of both', '3', [1, 2, 3, 119]],
    ['all of a page', '2', Array.from({ length: 50 }, (_, at) => at + 1)],
  ])('%s', async (_, page, gone) => {
    const storage = memoryStorage()
    const { kinds, notes } = await bring(shrinking(page, gone), {}, storage)
    expect(kinds.venue).toMatchObject({ missing: 0, complete: true })
    expect(notes).toEqual([])
    // What is left is here: nothing fell between two pages.
    const left = rowsOf(120, venue).filter(({ id }) => !gone.includes(Number(id)))
    expect(
      await storage.get(
        'venue',
        left.map(({ id }) => Number(id)),
      ),
    ).toHaveLength(left.length)
  })

  test('what lists leave out meanwhile is missing until it is found', async () => {
    const { kinds } = await bring(shrinking('2', [7], true), {})
    expect(kinds.venue).toMatchObject({ missing: 1, complete: false })
  })

  test('one that is gone when its view for editors is read is no refusal', async () => {
    const site = smallSite({ events: rowsOf(2, event) }, ({ pathname }) => {
      if (pathname === '/wp-json/wp/v2/tribe_events/1') return json({ id: 1, password: '' })
      return /\/2$/.test(pathname) ? json({ code: 'gone' }, { status: 404 }) : undefined
    })
    expect((await bring(site, ADMIN)).unseen).toMatchObject({ drafts: 0, private: 0 })
  })
})

describe('values that cannot be', () => {
  const notesOf = async (fields: Row) => (await bring(smallSite({ events: [event(7, fields)] }))).notes
  const mended = (detail: string) => ({ kind: 'event', id: 7, reason: 'mended', detail })

  test.each([
    ['an end before the start', { end_date: '2031-05-01 21:00:00' }, ['end_date']],
    ['no end', { end_date: '0000-00-00 00:00:00' }, ['end_date']],
    ['no start', { start_date: '0000-00-00 00:00:00' }, ['start_date']],
    [
      'a time that the clocks skip',
      { start_date: '2031-03-30 02:30:00', end_date: '2031-03-30 05:00:00' },
      ['start_date'],
    ],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, ['timezone']],
    ['a date of zeros', { date: '0000-00-00 00:00:00', date_utc: '0000-00-00 00:00:00' }, ['date']],
    ['a change of zeros', { modified: '0000-00-00 00:00:00' }, ['modified']],
    ['an image that is gone', { image: { id: 23 } }, ['image']],
    ['an image without an address', { image: { id: 23, url: false } }, ['image']],
    ['a website that is none', { website: 'ask at the bar' }, ['website']],
    ['several', { timezone: 'Mars/Olympus', end_date: '' }, ['timezone', 'end_date']],
  ])('%s: the report names the field', async (_, fields, expected) => {
    expect(await notesOf(fields)).toEqual(expected.map(mended))
  })

  test.each([
    ['a draft without dates', { status: 'draft', date: '', date_utc: '', modified: '', modified_utc: '' }],
    [
      'a whole day by its hours',
      { all_day: true, start_date: '2031-06-01 06:00:00', end_date: '2031-06-01 05:59:59' },
    ],
    ['no zone, no image, no website', { timezone: '', image: false, website: '' }],
    ['a zone of hours', { timezone: 'UTC+5.5' }],
  ])('%s needs no mending', async (_, fields) => {
    expect(await notesOf(fields)).toEqual([])
  })

  test('a comparison explains them, each with what follows from it', async () => {
    const ZEROS = '0000-00-00 00:00:00'
    const site = wordpressSite({
      events: [
        { id: 7, fields: { end_date: '2031-05-01 21:00:00', utc_end_date: '2031-05-01 19:00:00' } },
        { id: 8, fields: { timezone: 'Mars/Olympus', image: { id: 23 }, website: 'ask' } },
        { id: 9, fields: { date: ZEROS, date_utc: ZEROS, end_date: ZEROS, utc_end_date: ZEROS } },
        { id: 10, fields: { start_date: '2031-03-30 02:30:00', utc_start_date: '2031-03-30 01:30:00' } },
      ],
    })
    const storage = memoryStorage()
    await bring(site, {}, storage)
    const api = createEventsApi(storage, {
      ...{ baseUrl: SITE, basePath: '/wp-json', namespace: 'tribe/events/v1', timezone: 'Europe/Berlin' },
    })
    const { differences, explained } = await compareSite(api, { url: SITE, fetch: site.fetch, sleep })
    expect(differences).toEqual([])
    expect(explained.mended).toBeGreaterThan(8)
  })
})
