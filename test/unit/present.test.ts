import { describe, expect, test } from 'vitest'
import { readCost } from '../../src/domain/cost.ts'
import { organizerFrom, venueFrom } from '../../src/domain/linked.ts'
import { NEW_EVENT } from '../../src/domain/new-event.ts'
import type { EventRecord, PostRecord, TermRecord } from '../../src/domain/records.ts'
import {
  type LinkedTexts,
  presentOwn,
  presentProtected,
  writeEvent,
  writeProtectedEvent,
} from '../../src/present/event.ts'
import { eventJsonLd, personJsonLd, placeJsonLd, writeEventJsonLd } from '../../src/present/json-ld.ts'
import { presentOrganizer, presentVenue } from '../../src/present/linked.ts'
import { createLinks } from '../../src/present/links.ts'
import { presentEmbeddedTerm, presentTerm } from '../../src/present/terms.ts'

const USD = { code: 'USD', symbol: '$', position: 'prefix' } as const
const WALL = '2027-05-10 10:00:00'
const UTC = '2027-05-10 08:00:00'
const NEVER = '0000-00-00 00:00:00'
const IMAGE = {
  ...{ url: 'https://a.example/i.png', id: 3, extension: 'png', width: 1, height: 1, filesize: 1, sizes: {} },
}
const links = createLinks('https://a.example:8080', '/api', undefined)

const post = (more: Partial<PostRecord> = {}): PostRecord => ({
  ...{ id: 5, version: 2, author: 7, status: 'publish', slug: 'a-slug', image: null, dated: true },
  ...{ date: WALL, date_utc: UTC, published: true, modified: WALL, modified_utc: UTC },
  ...more,
})
const event = (more: Partial<EventRecord> = {}): EventRecord => ({
  ...NEW_EVENT,
  ...post(),
  ...{ kind: 'event', title: 'Open <b>day</b>', all_day: false, start: WALL, end: '2027-12-10 12:00:00' },
  ...{ timezone: 'Europe/Berlin', utc_start: UTC, utc_end: '2027-12-10 11:00:00' },
  ...{ start_offset: 7200, end_offset: -12_600, timezone_abbr: 'CEST' },
  ...more,
})
const NONE: LinkedTexts = { venues: [], organizers: [], categories: [], tags: [], parent: 0 }
const shown = (one: EventRecord, linked: Partial<LinkedTexts> = {}, jsonLd?: string) =>
  JSON.parse(writeEvent(JSON.stringify(presentOwn(one, links, USD)), { ...NONE, ...linked }, jsonLd))
const hidden = (one: EventRecord) =>
  JSON.parse(writeProtectedEvent(JSON.stringify(presentProtected(one, links))))
/** Of an event, with the JSON of its place and its organizer. */
function describedBy(one: EventRecord, url = '', place?: string, person?: string) {
  const { before, after } = eventJsonLd(one, url, USD)
  return JSON.parse(writeEventJsonLd(JSON.stringify(before), place, person, JSON.stringify(after)))
}
const costOf = (input: unknown) => {
  const reading = readCost(input)
  return reading.valid ? reading.cost : null
}

describe('schema.org', () => {
  const place = {
    venue: 'Hall & <b>3</b>',
    description: '<p>A hall</p>',
    address: '1 Main St',
    city: 'Boulder',
  }

  test('describes a venue', () => {
    const venue = venueFrom(post(), null, {
      ...place,
      ...{ state: 'CO', zip: '80302', country: 'US', phone: '555', website: 'https://h.example' },
      ...{ geo_lat: 40, geo_lng: -105 },
    })
    expect(placeJsonLd(venue, 'https://a.example/v')).toEqual({
      '@type': 'Place',
      name: 'Hall & 3',
      description: 'A hall',
      url: 'https://a.example/v',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 Main St',
        addressLocality: 'Boulder',
        addressRegion: 'CO',
        postalCode: '80302',
        addressCountry: 'US',
      },
      geo: { '@type': 'GeoCoordinates', latitude: 40, longitude: -105 },
      telephone: '555',
      sameAs: 'https://h.example',
    })
  })

  test('has a place only where both coordinates are, 0 being one', () => {
    const geoOf = (geo_lat: number | null, geo_lng: number | null) =>
      placeJsonLd(venueFrom(post(), null, { ...place, geo_lat, geo_lng }), '').geo
    expect(geoOf(0, 0)).toEqual({ '@type': 'GeoCoordinates', latitude: 0, longitude: 0 })
    expect([geoOf(null, 1), geoOf(1, null), geoOf(null, null)]).toEqual([undefined, undefined, undefined])
  })

  test('leaves out what a venue does not have', () => {
    const { address } = placeJsonLd(venueFrom(post(), null, {}), '')
    expect(JSON.parse(JSON.stringify(address))).toEqual({ '@type': 'PostalAddress' })
  })

  test('describes an organizer', () => {
    const ann = organizerFrom(post(), null, {
      organizer: '<i>Ann</i>',
      description: '<p>d</p>',
      email: 'a@b.example',
    })
    const common = { '@type': 'Person', name: 'Ann', description: 'd', telephone: '', email: 'a@b.example' }
    expect(personJsonLd(ann, 'https://a.example/o')).toEqual({
      ...common,
      url: 'https://a.example/o',
      sameAs: '',
    })
    const website = 'https://ann.example'
    expect(personJsonLd({ ...ann, website }, 'https://a.example/o')).toEqual({
      ...common,
      url: website,
      sameAs: website,
    })
  })

  test('describes an event', () => {
    const described = describedBy(
      event({ excerpt: '<b>Short</b>', description: 'Long', image: IMAGE, cost: costOf('$5') }),
      'https://a.example/e',
      '{"a":1}',
      '{"b":2}',
    )
    expect(described).toEqual({
      '@context': 'http://schema.org',
      '@type': 'Event',
      name: 'Open day',
      description: 'Short',
      image: 'https://a.example/i.png',
      url: 'https://a.example/e',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      eventStatus: 'https://schema.org/EventScheduled',
      startDate: '2027-05-10T10:00:00+02:00',
      endDate: '2027-12-10T12:00:00-03:30',
      location: { a: 1 },
      organizer: { b: 2 },
      offers: {
        '@type': 'Offer',
        price: '5',
        priceCurrency: 'USD',
        url: 'https://a.example/e',
        category: 'primary',
        availability: 'inStock',
        validFrom: '2027-05-10T00:00:00+00:00',
      },
      performer: 'Organization',
    })
  })

  test('of an event without an excerpt has its first thirty words, and without a cost no offer', () => {
    const description = Array.from({ length: 31 }, (_, at) => `w${at}`).join(' ')
    const described = describedBy(event({ description, status: 'private' }))
    expect(described.description).toBe(`${description.replace(' w30', '')} …`)
    expect(described.name).toBe('Private: Open day')
    for (const absent of ['offers', 'image', 'location', 'organizer']) {
      expect(described).not.toHaveProperty(absent)
    }
  })

  test('has offsets in whole minutes', () => {
    const times = (start_offset: number) => describedBy(event({ start_offset })).startDate
    expect(times(0)).toBe('2027-05-10T10:00:00+00:00')
    expect(times(-3_600)).toBe('2027-05-10T10:00:00-01:00')
    expect(times(20_700)).toBe('2027-05-10T10:00:00+05:45')
    expect(times(3_208)).toBe('2027-05-10T10:00:00+00:53')
    expect(times(45_900)).toBe('2027-05-10T10:00:00+12:45')
  })
})

describe('an event', () => {
  test('without its password is its title and its times', () => {
    const blank = hidden(event({ description: 'Long', sticky: true, cost: costOf('5') }))
    expect(blank).toMatchObject({
      ...{ id: 5, global_id: 'a.example?id=5', global_id_lineage: ['a.example?id=5'], author: '7' },
      ...{ url: 'https://a.example:8080/event/a-slug/', rest_url: 'https://a.example:8080/api/events/5' },
      ...{ title: 'Open <b>day</b>', description: '', excerpt: '', image: false, cost: '', website: '' },
      ...{ all_day: null, sticky: null, featured: null, ticketed: null, show_map: null, show_map_link: null },
      ...{ hide_from_listings: null, post_parent: 0, venue: [], organizer: [], categories: [], tags: [] },
      start_date_details: { year: '2027', month: '05', day: '10', hour: '10', minutes: '00', seconds: '00' },
      cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
      custom_fields: [],
    })
    expect(blank).not.toHaveProperty('json_ld')
  })

  test('in full has all of itself, one venue alone and several as a list', () => {
    const one = event({
      description: 'Long',
      sticky: true,
      cost: costOf('5'),
      image: IMAGE,
      website: 'https://w.example',
    })
    const venue = JSON.stringify(presentVenue(venueFrom(post(), null, { venue: 'Hall' }), links, true))
    const full = shown(one, { venues: [venue], parent: 9 }, '{"@type":"Event"}')
    expect(full).toMatchObject({
      ...{ description: 'Long', sticky: true, featured: false, all_day: false, cost: '$5', image: IMAGE },
      ...{ website: 'https://w.example', post_parent: 9, venue: { venue: 'Hall' } },
      json_ld: { '@type': 'Event' },
    })
    expect(shown(one, { venues: [venue, venue] }).venue).toHaveLength(2)
    const lists = { organizers: ['{"a":1}'], categories: ['{"b":2}', '{"c":3}'], tags: ['{"d":4}'] }
    expect(shown(one, lists)).toMatchObject({
      ...{ organizer: [{ a: 1 }], categories: [{ b: 2 }, { c: 3 }], tags: [{ d: 4 }] },
    })
    const bare = shown(event())
    expect(bare).toMatchObject({ venue: [], organizer: [], cost: '', image: false, website: bare.url })
    expect(bare).not.toHaveProperty('json_ld')
  })

  test.each([
    ['draft', 1, NEVER, NEVER],
    ['draft', 2, NEVER, UTC],
    ['pending', 1, NEVER, NEVER],
    ['publish', 1, UTC, UTC],
    ['private', 1, UTC, UTC],
  ] as const)('that is %s in version %d', (status, version, date_utc, modified_utc) => {
    expect(hidden(event({ status, version }))).toMatchObject({ date_utc, modified_utc })
  })

  test.each([
    ['publish', 'a-slug', '/event/a-slug/'],
    ['private', 'a-slug', '/event/a-slug/'],
    ['draft', 'a-slug', '/?post_type=tribe_events&p=5'],
    ['publish', '', '/?post_type=tribe_events&p=5'],
  ] as const)('that is %s with the slug %j is at %s', (status, slug, path) => {
    expect(hidden(event({ status, slug })).url).toBe(`https://a.example:8080${path}`)
  })
})

describe('venues and organizers', () => {
  test('show nothing of what they do not have', () => {
    const venue = presentVenue(venueFrom(post(), null, { venue: 'Hall', geo_lat: 0 }), links, false)
    expect(JSON.parse(JSON.stringify(venue))).toEqual({
      ...{
        id: 5,
        author: '7',
        status: 'publish',
        date: WALL,
        date_utc: UTC,
        modified: WALL,
        modified_utc: UTC,
      },
      ...{ url: 'https://a.example:8080/venue/a-slug/', venue: 'Hall', slug: 'a-slug', geo_lat: 0 },
      ...{ show_map: true, show_map_link: true },
      ...{ global_id: 'a.example?id=5', global_id_lineage: ['a.example?id=5'] },
    })
    const ann = organizerFrom(post({ status: 'draft' }), null, { organizer: 'Ann' })
    expect(JSON.parse(JSON.stringify(presentOrganizer(ann, links, false)))).toEqual({
      ...{
        id: 5,
        author: '7',
        status: 'draft',
        date: WALL,
        date_utc: UTC,
        modified: WALL,
        modified_utc: UTC,
      },
      ...{ url: 'https://a.example:8080/?post_type=tribe_organizer&p=5', organizer: 'Ann', slug: 'a-slug' },
      ...{ global_id: 'a.example?id=5', global_id_lineage: ['a.example?id=5'] },
    })
  })

  test('keep the date that they once had, drafts or not', () => {
    const dateOf = (more: Partial<PostRecord>) =>
      presentVenue(venueFrom(post(more), null, {}), links, false).date_utc
    expect(dateOf({ status: 'draft', published: false })).toBe(NEVER)
    expect(dateOf({ status: 'draft', published: true })).toBe(UTC)
    expect(dateOf({ status: 'publish', published: false })).toBe(UTC)
  })

  test('bring their description along when it is asked for', () => {
    const ann = organizerFrom(post(), null, { organizer: 'Ann' })
    expect(presentOrganizer(ann, links, true).json_ld).toMatchObject({ '@type': 'Person', name: 'Ann' })
  })
})

describe('terms', () => {
  const soup: TermRecord = {
    ...{ kind: 'category', id: 3, version: 1, name: 'Soup & <b>', description: 'd', slug: 'soup' },
    parent: 2,
  }
  const self = 'https://a.example:8080/api/categories'

  test('alone have an address below those above them', () => {
    expect(presentTerm(soup, 4, ['food'], links)).toEqual({
      ...{ id: 3, count: 4, description: 'd', name: 'Soup &amp; &lt;b&gt;', slug: 'soup' },
      ...{ taxonomy: 'tribe_events_cat', parent: 2, meta: [] },
      url: 'https://a.example:8080/events/category/food/soup/',
      urls: { self: `${self}/3`, collection: self, up: `${self}/2` },
    })
    const tag = presentTerm({ ...soup, kind: 'tag', parent: 0 }, 0, [], links)
    expect(tag).toMatchObject({
      taxonomy: 'post_tag',
      parent: undefined,
      url: 'https://a.example:8080/tag/soup/',
    })
    expect(tag.urls).not.toHaveProperty('up')
  })

  test('inside an event have none', () => {
    expect(presentEmbeddedTerm({ ...soup, parent: 0 }, 4, links)).toEqual({
      ...{ id: 3, name: 'Soup &amp; &lt;b&gt;', slug: 'soup', taxonomy: 'tribe_events_cat' },
      ...{ description: 'd', parent: 0, count: 4, urls: { self: `${self}/3`, collection: self } },
    })
  })
})
