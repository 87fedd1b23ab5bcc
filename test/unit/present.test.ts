import { describe, expect, test } from 'vitest'
import { organizerFrom, venueFrom } from '../../src/core/domain/records/linked.ts'
import { createMemo } from '../../src/core/domain/records/memo.ts'
import { NEW_EVENT } from '../../src/core/domain/records/new-event.ts'
import { readCost } from '../../src/core/domain/records/read-cost.ts'
import type { EventRecord, PostRecord } from '../../src/core/domain/records/records.ts'
import type { Embedded } from '../../src/core/domain/records/views.ts'
import { UTC as UTC_ZONE } from '../../src/core/domain/time/zones.ts'
import { eventWriter } from '../../src/core/present/event-json.ts'
import { organizerJsonLd, placeJsonLd } from '../../src/core/present/json-ld.ts'
import { createLinks } from '../../src/core/present/links.ts'

const USD = { code: 'USD', symbol: '$', position: 'prefix' } as const
const WALL = '2027-05-10 10:00:00'
const UTC = '2027-05-10 08:00:00'
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
const NONE: Embedded = { venues: [], organizers: [], categories: [], tags: [], parent: undefined }
const writing = {
  site: {
    memo: createMemo(0, UTC_ZONE),
    currency: USD,
    defaultImage: null,
    organizerType: () => 'Organization',
    fields: { event: [], venue: [], organizer: [] },
  },
  links,
  size: { write: () => undefined },
}
const describedBy = (event: EventRecord, embedded: Partial<Embedded> = {}) =>
  JSON.parse(eventWriter(writing, true)({ event, embedded: { ...NONE, ...embedded } })).json_ld
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
    const common = {
      '@type': 'PerformingGroup',
      name: 'Ann',
      description: 'd',
      telephone: '',
      email: 'a@b.example',
    }
    expect(organizerJsonLd(ann, 'https://a.example/o', 'PerformingGroup')).toEqual({
      ...common,
      url: 'https://a.example/o',
      sameAs: '',
    })
    const website = 'https://ann.example'
    expect(organizerJsonLd({ ...ann, website }, 'https://a.example/o', 'PerformingGroup')).toEqual({
      ...common,
      url: website,
      sameAs: website,
    })
  })

  test('describes an event', () => {
    const hall = venueFrom(post(), null, { venue: 'Hall' })
    const ann = organizerFrom(post(), null, { organizer: 'Ann' })
    const described = describedBy(
      event({ excerpt: '<b>Short</b>', description: 'Long', image: IMAGE, cost: costOf('$5') }),
      { venues: [hall, venueFrom(post(), null, { venue: 'Barn' })], organizers: [ann] },
    )
    expect(described).toEqual({
      '@context': 'http://schema.org',
      '@type': 'Event',
      name: 'Open day',
      description: 'Short',
      image: 'https://a.example/i.png',
      url: 'https://a.example:8080/event/a-slug/',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      eventStatus: 'https://schema.org/EventScheduled',
      startDate: '2027-05-10T10:00:00+02:00',
      endDate: '2027-12-10T12:00:00-03:30',
      location: expect.objectContaining({ '@type': 'Place', name: 'Hall' }),
      organizer: expect.objectContaining({ '@type': 'Organization', name: 'Ann' }),
      offers: {
        '@type': 'Offer',
        price: '5',
        priceCurrency: 'USD',
        url: 'https://a.example:8080/event/a-slug/',
        category: 'primary',
        availability: 'https://schema.org/InStock',
        validFrom: '2027-05-10T00:00:00+00:00',
      },
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

  test('sells from the day of publication on, but never from after the start', () => {
    const soldFrom = (more: Partial<EventRecord>) =>
      describedBy(event({ cost: costOf('$5'), ...more })).offers.validFrom
    expect(soldFrom({ date: '2027-05-10 23:00:00' })).toBe('2027-05-10T00:00:00+00:00')
    expect(soldFrom({ date: '2027-05-11 00:00:00' })).toBe('2027-05-10T10:00:00+02:00')
    expect(soldFrom({ date: '2027-05-11 09:00:00', utc_start: '2027-05-11 00:00:00' })).toBe(
      '2027-05-11T00:00:00+00:00',
    )
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
