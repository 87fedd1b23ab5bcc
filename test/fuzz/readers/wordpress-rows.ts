import { setImmediate } from 'node:timers/promises'
import { importSite, MoveError } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import type { Dice } from '../../../src/testing/dice.ts'
import { event, json, type Kind, type Row, SITE, smallSite, term, venue } from '../../move/small-site.ts'
import { damagedText } from '../damage.ts'
import { fuzz } from '../reader.ts'

/* Answers of a WordPress site with its events interface: each field, and each answer, may be anything that JSON can say. */

const TEXTS = [
  ...[
    '',
    '0',
    'publish',
    'trash',
    'auto-draft',
    '<p>Jazz</p>',
    '[gallery ids="1"]',
    '&#8211;',
    '\0',
    '\ud800',
    '__proto__',
  ],
  ...[
    '2031-02-30 10:00:00',
    '0000-00-00 00:00:00',
    '9999-12-31 23:59:59',
    '2031-03-30 02:30:00',
    'yesterday',
  ],
  ...[
    'Europe/Berlin',
    'UTC+25',
    'https://town.example/',
    'javascript:alert(1)',
    '//x',
    'canceled',
    'moved-online',
  ],
  ...[
    '1,000.50',
    '12.345,67 €',
    '$.50 – $1000',
    '10 - 20 - 30',
    '1 000',
    '’'.repeat(50),
    '1.'.repeat(50),
    'NaN',
  ],
  ...['https://schema.org/EventCancelled', 'EventPostponed', 'https://schema.org/MixedEventAttendanceMode'],
]
const NUMBERS = [0, -1, 1.5, 1e300, 2 ** 53, 7, null, true, false]
const REPEATED = ['<b>', '&', '[a', '1,', ' ', '\u{1f600}', '<!--', '"', '\u0301']

/** A value of any kind; seldom a long one. */
function odd(dice: Dice, depth = 0): unknown {
  const kind = dice.upTo(depth > 3 ? 3 : 6)
  if (kind === 0) return dice.oneOf(NUMBERS)
  if (kind < 3) return dice.chance(2000) ? dice.oneOf(REPEATED).repeat(100_000) : dice.oneOf(TEXTS)
  if (kind === 3) return dice.some(dice.chance(50) ? 500 : 4, () => odd(dice, depth + 1))
  return Object.fromEntries(dice.some(4, () => [dice.oneOf(NAMES), odd(dice, depth + 1)]))
}

const IMAGE = { url: `${SITE}/a.jpg`, id: 23, extension: 'jpg', width: 8, height: 6, filesize: 9, sizes: {} }
const COST = { currency_symbol: '$', currency_code: '', currency_position: 'prefix', values: ['.50', '1000'] }
const META = { _EventCost: '1,000.50', _tribe_events_status: 'canceled', _tribe_events_status_reason: 'Snow' }
const post = (id: unknown): Row => ({
  ...{ id, password: '', meta: META, date: '2031-01-01T10:00:00', date_gmt: '2031-01-01T09:00:00' },
  ...{ title: { raw: 'Jazz' }, content: { raw: 'One\n\nTwo' }, excerpt: { raw: '' } },
})
const MAKERS: Readonly<Record<Kind, (id: unknown) => Row>> = {
  events: (id) => event(id, { image: IMAGE, cost: '$.50 – $1000', cost_details: COST, venue: [{ id: 5 }] }),
  venues: (id) => venue(id, { image: IMAGE, geo_lat: '47.1', geo_lng: 8 }),
  organizers: (id) => venue(id, { organizer: 'Club' }),
  categories: term,
  tags: term,
}
const NAMES = [
  ...Object.keys({
    ...IMAGE,
    ...COST,
    ...META,
    ...post(1),
    ...MAKERS.events(1),
    ...MAKERS.venues(1),
    ...term(1),
  }),
  ...[
    'json_ld',
    'eventStatus',
    'eventAttendanceMode',
    'location',
    'parent',
    'rendered',
    '@type',
    'is_virtual',
  ],
]

/** A row with some odd fields. */
function changed(dice: Dice, row: Row): Row {
  const names = dice.some(dice.chance(4) ? 30 : 4, () =>
    dice.oneOf(dice.chance(5) ? NAMES : Object.keys(row)),
  )
  return { ...row, ...Object.fromEntries(names.map((name) => [name, odd(dice)])) }
}

interface Answers {
  readonly records: Readonly<Record<Kind, readonly Row[]>>
  readonly posts: readonly Row[]
  /** Of the answers after the first ones, which find the site. */
  readonly broken: ReadonlyMap<number, string>
}

function answers(dice: Dice): Answers {
  const idOf = (at: number) => (dice.chance(10) ? odd(dice) : at)
  const rows = (kind: Kind, from: number) =>
    Array.from({ length: dice.upTo(6) }, (_, at) => changed(dice, MAKERS[kind](idOf(from + at))))
  const body = () => damagedText(dice, JSON.stringify(odd(dice)) ?? '', ['{', '}', '[', ']', '"', ',', '\\'])
  return {
    records: {
      events: rows('events', 1),
      ...{ venues: rows('venues', 11), organizers: rows('organizers', 21) },
      ...{ categories: rows('categories', 31), tags: rows('tags', 41) },
    },
    posts: Array.from({ length: 30 }, (_, at) => changed(dice, post(at + 1))),
    broken: new Map(dice.some(dice.chance(3) ? 3 : 1, () => [2 + dice.upTo(30), body()])),
  }
}

async function bring({ records, posts, broken }: Answers): Promise<void> {
  let asked = 0
  const site = smallSite(records, ({ pathname }) => {
    const body = broken.get(asked++)
    if (body !== undefined) return new Response(body, { headers: { 'content-type': 'application/json' } })
    const [, id] = /\/wp\/v2\/\w+\/(\d+)$/.exec(pathname) ?? []
    const found = posts.find((one) => String(one.id) === id)
    return found === undefined ? undefined : json(found)
  })
  // An answer of a network gives way.
  const fetch: typeof site.fetch = async (input, init) => {
    await setImmediate()
    return site.fetch(input, init)
  }
  const options = { url: SITE, fetch, sleep: async () => {}, user: 'admin', password: 'word' }
  await importSite(memoryStorage(), options)
}

await fuzz({
  make: answers,
  read: bring,
  refuses: (error) => error instanceof MoveError,
  // A page of the list becomes records in one go, with texts of up to 600,000 characters in it.
  longestStop: 250,
})
