import { describe, expect, test } from 'vitest'
import {
  eventContent,
  nameKey,
  organizerContent,
  termContent,
  venueContent,
} from '../../src/domain/content.ts'
import { organizerFrom, venueFrom } from '../../src/domain/linked.ts'
import { NEW_EVENT } from '../../src/domain/new-event.ts'
import {
  type EventRecord,
  fromDocument,
  type PostRecord,
  type VenueRecord,
} from '../../src/domain/records.ts'
import type { Status } from '../../src/types.ts'

const WALL = '2027-05-10 10:00:00'
const UTC = '2027-05-10 08:00:00'
const post = (more: Partial<PostRecord> = {}): PostRecord => ({
  ...{ id: 5, version: 2, author: 7, status: 'publish', slug: 'a-slug', image: null, dated: true },
  ...{ date: WALL, date_utc: UTC, published: true, modified: WALL, modified_utc: UTC },
  ...more,
})
const event = (more: Partial<EventRecord> = {}): EventRecord => ({
  ...NEW_EVENT,
  ...post(),
  ...{ kind: 'event', all_day: false, start: WALL, end: '2027-05-10 12:00:00', timezone: 'Europe/Berlin' },
  ...{ utc_start: UTC, utc_end: '2027-05-10 10:00:00', start_offset: 7200, end_offset: 7200 },
  timezone_abbr: 'CEST',
  ...more,
})
const byStatus = <T>(of: (status: Status) => T) =>
  (['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const).map(of)

describe('an event as it is stored', () => {
  test('has keys for all that lists ask', () => {
    const { keys } = eventContent(
      event({ categories: [1], tags: [2], venue: [3], organizer: [4], post_parent: 9, featured: true }),
    )
    expect(keys).toEqual({
      slug: 'a-slug',
      unique_slug: 'a-slug',
      status: 'publish',
      author: 7,
      reader: 0,
      date: UTC,
      full_reader: 0,
      hidden: false,
      featured: true,
      ticketed: false,
      start: WALL,
      end: '2027-05-10 12:00:00',
      utc_start: UTC,
      parent: 9,
      category: [1],
      tag: [2],
      venue: [3],
      organizer: [4],
    })
  })

  test('is what it was when it is read again', () => {
    const stored = event({ id: 5, version: 2, password: 'pbkdf2:1' })
    const { keys, text, data } = eventContent(stored)
    expect(JSON.parse(data)).not.toHaveProperty('id')
    expect(JSON.parse(data)).not.toHaveProperty('version')
    expect(fromDocument<'event'>({ id: 6, version: 3, keys, text, data })).toEqual({
      ...stored,
      id: 6,
      version: 3,
    })
  })

  test('claims its slug unless it is a draft or has none', () => {
    expect(byStatus((status) => eventContent(event({ status })).keys.unique_slug)).toEqual([
      'a-slug',
      'a-slug',
      null,
      null,
      'a-slug',
      'a-slug',
    ])
    expect(eventContent(event({ slug: '' })).keys.unique_slug).toBeNull()
  })

  test('is everybody’s to read where it is published, else its author’s', () => {
    expect(byStatus((status) => eventContent(event({ status })).keys.reader)).toEqual([0, 7, 7, 7, 7, 7])
    expect(byStatus((status) => eventContent(event({ status })).keys.full_reader)).toEqual([0, 7, 7, 7, 7, 7])
  })

  test('with a password is in full for its author, and once released only for one who may publish', () => {
    const full = (status: Status) => eventContent(event({ status, password: 'hash' })).keys.full_reader
    expect(byStatus(full)).toEqual([-7, -7, 7, 7, -7, 7])
  })

  test('is searched by what it reads, folded, and by its markup apart', () => {
    const { text } = eventContent(
      event({
        title: 'Été',
        description: '<p>Big <b>day</b></p>',
        excerpt: '<a href="https://a.example/X">x</a>',
      }),
    )
    expect(text).toEqual(['ete', 'big day', 'x', '<p> <b> </b> </p> <a href="https://a.example/x"> </a>'])
    expect(eventContent(event({ title: 'T' })).text).toEqual(['t', '', ''])
  })
})

describe('venues and organizers', () => {
  const venue = (given: Parameters<typeof venueFrom>[2], current: VenueRecord | null = null) =>
    venueFrom(post(), current, given)

  test('where nothing is said are empty, and shown on maps', () => {
    expect(venue({})).toEqual({
      ...post(),
      ...{ kind: 'venue', venue: '', description: '', address: '', city: '', country: '', province: '' },
      ...{ state: '', stateprovince: '', zip: '', phone: '', website: '', geo_lat: null, geo_lng: null },
      ...{ show_map: true, show_map_link: true },
    })
    expect(organizerFrom(post(), null, {})).toEqual({
      ...post(),
      ...{ kind: 'organizer', organizer: '', description: '', phone: '', website: '', email: '' },
    })
  })

  const FULL = {
    ...{
      venue: 'Hall <b>3</b>',
      description: '<p>d</p>',
      address: '1 Main St',
      city: 'Boulder',
      zip: '80302',
    },
    ...{ country: 'Canada', province: 'Ontario', state: 'CO', phone: '555', website: 'https://a.example' },
    ...{ stateprovince: 'Said', show_map: false, show_map_link: false, geo_lat: 40, geo_lng: -105 },
  }

  test('are what is sent, lines as plain text', () => {
    expect(venue(FULL)).toEqual({ ...post(), kind: 'venue', ...FULL })
    expect(venue({ address: '<b>1</b> &amp; 2', city: ' a ' })).toMatchObject({ address: '1 & 2', city: 'a' })
    const whole = {
      organizer: 'O',
      description: 'D',
      phone: '1',
      website: 'https://o.example',
      email: 'a@b.example',
    }
    expect(organizerFrom(post(), null, whole)).toEqual({ ...post(), kind: 'organizer', ...whole })
  })

  test('keep what is not sent', () => {
    const current = venue(FULL)
    expect(venue({}, current)).toEqual(current)
    expect(venue({ city: 'Denver' }, current)).toEqual({ ...current, city: 'Denver' })
    expect(venue({ geo_lat: null, geo_lng: null }, current)).toEqual({
      ...current,
      geo_lat: null,
      geo_lng: null,
    })
    const organizer = organizerFrom(post(), null, { organizer: 'O', email: 'a@b.example', phone: '1' })
    expect(organizerFrom(post(), organizer, {})).toEqual(organizer)
    expect(organizerFrom(post(), organizer, { phone: '' })).toEqual({ ...organizer, phone: '' })
  })

  test.each([
    [{ state: 'CO' }, 'CO'],
    [{ state: 'CO', province: 'ON' }, 'CO'],
    [{ state: 'CO', province: 'ON', country: 'US' }, 'CO'],
    [{ state: 'CO', province: 'ON', country: 'United States' }, 'CO'],
    [{ state: 'CO', province: 'ON', country: 'Canada' }, 'ON'],
    [{ province: 'ON', country: 'US' }, 'ON'],
    [{ state: 'CO', stateprovince: 'Said' }, 'Said'],
    [{ state: 'CO', stateprovince: '' }, 'CO'],
  ])('of %j the state or province is %s', (given, stateprovince) => {
    expect(venue(given).stateprovince).toBe(stateprovince)
  })

  test('what was said of the state or province stays; what followed follows on', () => {
    const said = venue({ state: 'CO', stateprovince: 'Said' })
    const followed = venue({ state: 'CO' })
    expect(venue({ state: 'UT' }, said).stateprovince).toBe('Said')
    expect(venue({ state: 'UT' }, followed).stateprovince).toBe('UT')
    expect(venue({ country: 'Canada', province: 'ON' }, followed).stateprovince).toBe('ON')
    expect(venue({ stateprovince: '' }, said).stateprovince).toBe('CO')
    expect(venue({ stateprovince: 'New' }, said).stateprovince).toBe('New')
    expect(venue({ city: 'x' }, said).stateprovince).toBe('Said')
    expect(venue({ city: 'x' }, { ...followed, stateprovince: 'CO' }).stateprovince).toBe('CO')
  })

  test('are found by name and place, and searched by what they say', () => {
    const { keys, text } = venueContent(venue({ ...FULL, description: '<p>Été</p>' }))
    expect(keys).toMatchObject({
      name: 'hall 3',
      latitude: 40,
      longitude: -105,
      unique_slug: 'a-slug',
      reader: 0,
    })
    expect(text).toEqual([
      ...['hall 3', 'ete', '1 main st', 'boulder', 'ontario', 'co', 'said', '80302', '555'],
    ])
    const organizer = organizerFrom(post({ status: 'draft' }), null, {
      ...{
        organizer: '<i>Ann</i>',
        description: 'D',
        phone: '1',
        email: 'A@b.example',
        website: 'https://o.example',
      },
    })
    expect(organizerContent(organizer).keys).toMatchObject({ name: 'ann', unique_slug: 'a-slug', reader: 7 })
    expect(organizerContent(organizer).text).toEqual(['ann', 'd', '1', 'a@b.example', 'https://o.example'])
  })
})

test('a term is found by name, slug and parent', () => {
  const term = {
    kind: 'category',
    id: 3,
    version: 1,
    name: 'Été',
    description: 'd',
    slug: 'ete',
    parent: 2,
  } as const
  expect(termContent(term)).toEqual({
    keys: { slug: 'ete', unique_slug: 'ete', name: 'été', parent: 2 },
    text: ['ete', 'ete'],
    data: '{"kind":"category","name":"Été","description":"d","slug":"ete","parent":2}',
  })
})

test('names are one without regard to case and markup', () => {
  expect(nameKey('<b>Hall</b> 3')).toBe('hall 3')
})
