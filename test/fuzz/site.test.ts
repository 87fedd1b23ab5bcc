import { createEventsApi } from 'kalends'
import { createClient } from 'kalends/client'
import { createSite } from 'kalends/site'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { wrapped } from '../setup/wrapped-storage.ts'

/*
 * Random addresses of the pages for visitors, made of the parts that addresses have and of what they should not have.
 * No answer is a fault, none takes many reads, and none has markup or a header of the address in it.
 */

const ORIGIN = 'https://town.example'
const ROUNDS = 3000
const MOST_CALLS = 300

/** Xorshift: the same addresses in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const EVIL = [
  '"><script>alert(1)</script>',
  "'onload='x",
  '\u202e',
  '\r\nset-cookie: a=b',
  '%',
  '\u0000',
  '%ed%a0%80',
]
const SEGMENTS = [
  ...[
    'events',
    'event',
    'venue',
    'organizer',
    'category',
    'tag',
    'list',
    'month',
    'today',
    'page',
    'suggest',
  ],
  ...[
    'mail',
    'mail.txt',
    'qr.svg',
    'sitemap.xml',
    'sitemap-1.xml',
    'featured',
    'day',
    'photo',
    'feed',
    'ical',
  ],
  ...[
    'fair',
    'mill',
    'choir',
    'music',
    'free',
    'yoga',
    'members',
    'none',
    '2026-12',
    '2026-12-05',
    '0000-00',
  ],
  ...[
    '2027-02-30',
    '99999-01',
    '9999-12-31',
    '0',
    '1',
    '2',
    '1000000000',
    '..',
    '.',
    '',
    'index.php',
    'wp-json',
  ],
  ...['kalends-icon.svg', 'kalends-x.css', '__proto__', 'constructor', 'fair__trashed', ...EVIL],
]
const PAGES = ['events', 'event/fair', 'venue/mill', 'organizer/choir', 'events/month/2026-12', 'events/mail']
const NAMES = [
  ...['search', 'from', 'to', 'category', 'tag', 'venue', 'organizer', 'online', 'free', 'featured', 'page'],
  ...[
    'when',
    'days',
    'of',
    'sent',
    'secret',
    'p',
    'post_type',
    'ical',
    'outlook-ical',
    'feed',
    'eventDisplay',
  ],
  ...['tribe-bar-search', 'tribe-bar-date', 'venue[]', 'tribe_events', 'rest_route', '__proto__', ...EVIL],
]
const VALUES = [
  ...[
    'fair',
    'mill',
    'music',
    '1',
    '0',
    '-1',
    '1e9',
    '1000000000',
    'past',
    '2026-12-05',
    '2027-02-30',
    'abc',
  ],
  ...['/events/', '//evil.example', 'tribe_events', '1,2,3', ',,,', 'x'.repeat(300), ...EVIL],
]

test('random addresses of pages', async () => {
  let calls = 0
  const memory = memoryStorage()
  const storage = {
    ...wrapped(memory, (_name, call) => {
      calls++
      return call()
    }),
    revision: async () => memory.revision?.(),
  }
  const faults: unknown[] = []
  const api = createEventsApi(storage, {
    now: () => new Date('2026-12-03T11:00:00Z'),
    site: (api) => createSite(api),
    suggestions: { author: 1 },
    onError: (error) => faults.push(error),
  })
  const client = createClient({
    baseUrl: `${ORIGIN}${api.basePath}`,
    fetch: api.as({ id: 1, role: 'administrator' }),
  })
  const evening = { start_date: '2026-12-05 19:00', end_date: '2026-12-05 22:00' }
  const linked = { venue: { venue: 'Mill' }, organizer: { organizer: 'Choir' }, categories: ['Music'] }
  await client.events.create({ title: 'Fair', ...evening, ...linked, tags: ['Free'], cost: 'Free' })
  await client.events.create({ title: 'Members', ...evening, password: 'open' })
  await client.events.create({ title: 'Yoga', ...evening, recurrence: { rrule: 'FREQ=WEEKLY;COUNT=9' } })

  const random = createRandom(20_261_203)
  const one = <T>(of: readonly T[]): T | undefined => of[random(of.length)]
  const part = (of: readonly string[]) => {
    const text = one(of) ?? ''
    return random(6) === 0 ? text : encodeURIComponent(text)
  }
  const addressOf = () => {
    const isReal = random(2) === 0
    const path = isReal ? one(PAGES) : Array.from({ length: 1 + random(5) }, () => part(SEGMENTS)).join('/')
    const query = Array.from({ length: random(4) }, () => `${part(NAMES)}=${part(VALUES)}`).join('&')
    const first =
      !isReal && random(4) === 0 ? '' : isReal ? '' : `/${one(['events', 'event', 'venue', 'organizer'])}`
    return `${first}/${path}${random(2) === 0 ? '/' : ''}${query === '' ? '' : `?${query}`}`
  }
  const statuses = new Map<number, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const address = `${ORIGIN}${addressOf()}`
    if (!URL.canParse(address)) continue
    calls = 0
    const isPost = random(10) === 0
    const response = await api.fetch(
      new Request(address, { redirect: 'manual', method: isPost ? 'POST' : 'GET' }),
    )
    const text = await response.text()
    expect(response.status, address).toBeLessThan(500)
    expect(calls, address).toBeLessThan(MOST_CALLS)
    expect(text, address).not.toMatch(/<script>|\u202e|onload='x(?!&)/)
    expect(response.headers.get('set-cookie'), address).toBeNull()
    const location = response.headers.get('location')
    if (location !== null) expect(new URL(location, ORIGIN).origin, address).toBe(ORIGIN)
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  }
  expect(faults).toEqual([])
  // It comes to pages of each kind.
  for (const status of [200, 301, 400, 404, 405])
    expect(statuses.get(status), String(status)).toBeGreaterThan(20)
})
