import { describe, expect, it } from 'vitest'
import { sampleCalendar } from '../../examples/node/calendar.ts'
import { PLANNED_EVENTS } from '../../examples/node/calendar-events.ts'
import { TAGS } from '../../examples/node/calendar-places.ts'

/*
 * The sample's data alone, without the API: that the API accepts all of it is seen when the example runs.
 */

const TODAY = '2027-03-01'
const DAY = 86_400_000
const calendar = sampleCalendar(TODAY)
const { categories, venues, organizers, events } = calendar

/** South, north, west, east. */
const REGIONS: Record<string, [number, number, number, number]> = {
  'United States': [39.95, 40.1, -105.31, -105.2],
  Germany: [47.97, 48.03, 7.78, 7.9],
}

const CLICHES =
  /lorem|ipsum|\bdolor\b|placeholder|todo|tbd|asdf|test event|foo ?bar|unforgettable|vibrant|nestled|immers|delve|elevate|unleash|tapestry|something for everyone|don[’']t miss|whether you[’']re/i

function millis(text: string): number {
  expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:00$/)
  const iso = text.replace(' ', 'T')
  const date = new Date(`${iso}Z`)
  expect(date.toISOString()).toBe(`${iso}.000Z`) // no day or hour rolled over
  return date.getTime()
}

function offset(text: string): number {
  return (millis(`${text.slice(0, 10)} 00:00:00`) - Date.parse(TODAY)) / DAY
}

function namesOf(value: unknown, key: string): unknown[] {
  const list: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return list.map((item) =>
    typeof item === 'object' && item !== null && key in item ? Reflect.get(item, key) : item,
  )
}

describe('the sample calendar', () => {
  it('is large and varied', () => {
    expect(PLANNED_EVENTS.length).toBeGreaterThanOrEqual(60)
    expect(new Set(events.flatMap((event) => namesOf(event.venue, 'venue'))).size).toBeGreaterThanOrEqual(12)
    expect(organizers.length).toBeGreaterThanOrEqual(8)
    expect(categories.length).toBeGreaterThanOrEqual(10)
    expect(new Set(PLANNED_EVENTS.flatMap(({ tags }) => tags)).size).toBe(TAGS.length)
    expect(TAGS.length).toBeGreaterThanOrEqual(15)
  })

  it('holds each kind of event that a client has to cope with', () => {
    const count = (test: (event: (typeof events)[number]) => boolean) => events.filter(test).length
    expect(count(({ all_day }) => all_day === true)).toBeGreaterThanOrEqual(3)
    expect(count(({ status }) => status === 'draft')).toBeGreaterThanOrEqual(2)
    expect(count(({ status }) => status === 'private')).toBe(1)
    expect(count(({ password }) => password !== undefined)).toBe(1)
    expect(count(({ hide_from_listings }) => hide_from_listings === true)).toBe(1)
    expect(count(({ featured }) => featured === true)).toBeGreaterThanOrEqual(3)
    expect(count(({ sticky }) => sticky === true)).toBeGreaterThanOrEqual(1)
    expect(count(({ title }) => title.startsWith('Cancelled'))).toBe(1)
    const zones = new Set(events.map(({ timezone }) => timezone))
    expect([...zones]).toEqual(
      expect.arrayContaining(['America/Denver', 'Asia/Tokyo', 'UTC+5:30', 'Europe/Berlin']),
    )
    const overMidnight = ({ start_date, end_date, all_day }: (typeof events)[number]) =>
      all_day !== true &&
      offset(end_date) - offset(start_date) === 1 &&
      end_date.slice(11) < start_date.slice(11)
    expect(count(overMidnight)).toBeGreaterThanOrEqual(3)
    expect(
      count(({ start_date, end_date }) => offset(end_date) - offset(start_date) >= 2),
    ).toBeGreaterThanOrEqual(2)
  })

  it('has categories of three levels, parents before their children', () => {
    const depths = new Map<string, number>()
    for (const { slug, under } of categories) {
      if (under !== undefined) expect([...depths.keys()], `the parent of ${slug}`).toContain(under)
      depths.set(slug, under === undefined ? 1 : (depths.get(under) ?? 0) + 1)
    }
    expect(depths.size).toBe(categories.length)
    expect(Math.max(...depths.values())).toBe(3)
    // A name that is another one's slug would be taken for it.
    const names = categories.flatMap(({ name, slug }) => [...new Set([name.toLowerCase(), slug])])
    expect(new Set(names).size).toBe(names.length)
  })

  it('names only categories, venues and organizers that it has', () => {
    const known = {
      categories: new Set<unknown>(categories.map(({ name }) => name)),
      venues: new Set<unknown>(venues.map(({ venue }) => venue)),
      organizers: new Set<unknown>(organizers.map(({ organizer }) => organizer)),
    }
    expect(known.venues.size).toBe(venues.length)
    expect(known.organizers.size).toBe(organizers.length)
    for (const event of events) {
      for (const name of namesOf(event.categories, 'name')) expect(known.categories).toContain(name)
      for (const name of namesOf(event.venue, 'venue')) expect(known.venues).toContain(name)
      for (const name of namesOf(event.organizer, 'organizer')) expect(known.organizers).toContain(name)
    }
  })

  it.each(venues.map((venue) => [venue.venue, venue] as const))(
    '%s is where its country says',
    (_, venue) => {
      const [south, north, west, east] = REGIONS[venue.country ?? ''] ?? [0, 0, 0, 0]
      expect(venue.address).toBeTruthy()
      expect(venue.geo_lat).toBeGreaterThan(south)
      expect(venue.geo_lat).toBeLessThan(north)
      expect(venue.geo_lng).toBeGreaterThan(west)
      expect(venue.geo_lng).toBeLessThan(east)
    },
  )

  it('gives organizers addresses that can be nobody’s', () => {
    for (const { email, website, phone } of organizers) {
      expect(email).toMatch(/^[\w-]+@[\w-]+\.example$/)
      if (website) expect(new URL(website).hostname).toMatch(/\.example$/)
      if (phone) expect(phone).toMatch(/^303-555-01\d\d$/)
    }
  })

  it('has dates that exist, from a few days ago to the end of the season', () => {
    const starts = events.map(({ start_date }) => offset(start_date))
    for (const { start_date, end_date, all_day, title } of events) {
      if (all_day === true) expect(offset(end_date), title).toBeGreaterThanOrEqual(offset(start_date))
      else expect(millis(end_date), title).toBeGreaterThan(millis(start_date))
    }
    expect(starts.filter((start) => start < 0).length).toBe(3)
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(-7)
    expect(Math.max(...starts)).toBeLessThanOrEqual(130)
  })

  it.each([0, 1, 2, 3, 4, 5, 6])('keeps to its weekdays when it begins %i days later', (later) => {
    const today = new Date(Date.parse(TODAY) + later * DAY).toISOString().slice(0, 10)
    const markets = sampleCalendar(today).events.filter(({ title }) => title === 'Saturday Farmers Market')
    expect(markets.length).toBeGreaterThan(1)
    for (const { start_date } of markets) expect(new Date(millis(start_date)).getUTCDay()).toBe(6)
  })

  it('tells each event in its own words', () => {
    const titles = PLANNED_EVENTS.map(({ title }) => title)
    const texts = PLANNED_EVENTS.map(({ description }) => description ?? '')
    expect(new Set(titles).size).toBe(titles.length)
    expect(new Set(texts).size).toBe(texts.length)
    for (const text of [...titles, ...texts]) expect(text).not.toMatch(CLICHES)
    for (const text of texts) {
      expect(text).toMatch(/^<p>.+<\/(p|ul)>$/)
      expect(text.length).toBeGreaterThan(60)
    }
    // Openings that repeat are how copies are noticed.
    const openings = texts.map((text) => text.slice(3, 28))
    expect(new Set(openings).size).toBe(openings.length)
  })

  it('is the same for the same day, and refuses what is no day', () => {
    expect(sampleCalendar(TODAY)).toEqual(calendar)
    expect(sampleCalendar('2028-02-29').events).toHaveLength(events.length)
    for (const text of ['2027-02-30', '2027-3-1', 'today', '']) {
      expect(() => sampleCalendar(text)).toThrow(RangeError)
    }
  })
})
