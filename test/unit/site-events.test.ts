import { expect, test } from 'vitest'
import { siteEvent } from '../../src/formats/site-events.ts'

const ROW = {
  id: 12,
  status: 'publish',
  title: 'Rock &amp; Roll',
  description: '<p>Loud</p>',
  url: 'https://town.example/event/rock/?a=1&amp;b=2',
  website: 'https://band.example',
  start_date: '2031-03-04 19:00:00',
  end_date: '2031-03-04 21:00:00',
  utc_start_date: '2031-03-04 18:00:00',
  utc_end_date: '2031-03-04 20:00:00',
  timezone: 'Europe/Vienna',
  all_day: false,
  cost: '$10 &#8211; $20',
  image: { url: 'https://town.example/rock.jpg', id: 5 },
  venue: {
    id: 3,
    venue: 'Hall',
    address: 'Main St 1',
    city: 'Town',
    geo_lat: 48.2,
    geo_lng: 16.4,
    author: 7,
  },
  organizer: [{ id: 4, organizer: 'Club', email: 'a@b.example', website: 'javascript:x' }],
  categories: [{ name: 'Music &amp; more' }],
  tags: [{ name: 'loud' }],
}
const event = (changes: object = {}) => siteEvent({ ...ROW, ...changes }, 1, 'town.example', 'UTC')?.event

test('an event of a list is the body of a create', () => {
  expect(siteEvent(ROW, 1, 'town.example', 'UTC')).toEqual({
    ...{ key: '12@town.example', uid: '12@town.example', line: 1, changes: [] },
    event: {
      title: 'Rock &amp; Roll',
      description: '<p>Loud</p>',
      start_date: '2031-03-04 19:00:00',
      end_date: '2031-03-04 21:00:00',
      utc_start_date: '2031-03-04 18:00:00',
      utc_end_date: '2031-03-04 20:00:00',
      all_day: false,
      timezone: 'Europe/Vienna',
      venue: [
        {
          ...{ venue: 'Hall', address: 'Main St 1', city: 'Town', country: '', zip: '', stateprovince: '' },
          ...{ phone: '', website: '', geo_lat: 48.2, geo_lng: 16.4 },
        },
      ],
      organizer: [{ organizer: 'Club', phone: '', website: '', email: 'a@b.example' }],
      categories: ['Music & more', 'loud'],
      cost: '$10 – $20',
      website: 'https://town.example/event/rock/?a=1&b=2',
      image: 'https://town.example/rock.jpg',
    },
  })
})

test('what is missing, or in another form, is left out', () => {
  const odd = {
    ...{
      title: 7,
      description: null,
      url: 'javascript:alert(1)',
      timezone: 'Mars/Base',
      cost: [],
      image: false,
    },
    ...{ venue: [], organizer: 'Club', categories: [{ name: 7 }, 'x'], tags: null, utc_start_date: 'soon' },
    ...{ utc_end_date: undefined, is_virtual: 'no', event_status: 'odd' },
  }
  expect(event(odd)).toEqual({
    ...{ title: '', description: '', start_date: ROW.start_date, end_date: ROW.end_date, all_day: false },
    ...{ timezone: 'UTC', venue: [], organizer: [], categories: [], cost: '', website: null, image: null },
  })
})

test('whether it takes place, and where online', () => {
  const standing = { event_status: 'canceled', event_status_reason: 'Snow &amp; ice', is_virtual: true }
  expect(
    event({ ...standing, virtual_url: 'https://talk.example/', virtual_event_type: 'hybrid' }),
  ).toMatchObject({
    event_status: 'canceled',
    event_status_reason: 'Snow & ice',
    is_virtual: true,
    virtual_event_type: 'hybrid',
    virtual_url: 'https://talk.example/',
  })
})

test('an end before the start is the start', () => {
  expect(event({ end_date: '2031-03-03 00:00:00' })?.end_date).toBe(ROW.start_date)
})

test.each([
  ['a draft', { status: 'draft' }],
  ['no ID', { id: '12' }],
  ['no start', { start_date: 'soon' }],
  ['a start of nothing', { start_date: '0000-00-00 00:00:00' }],
])('%s is no event', (_name, changes) => {
  expect(event(changes)).toBeUndefined()
})
