import type { Dice } from '../../src/testing/dice.ts'
import { type Asker, MASTERS, STATUSES } from '../routes/calendar.ts'
import type { Kind, Made } from './made.ts'
import type { Fields, Json } from './steps.ts'
import { dateText, somePublication, someSpan, someTime } from './times.ts'
import { NAMES, PLACES, SLUGS, TERMS, TIMEZONES, WORDS } from './words.ts'

/*
 * The fields of what is written. Each maker answers what one field may be sent as; now and then that is wrong.
 */

type Makers = Readonly<Record<string, (dice: Dice, made: Made) => Json>>

/** A right value, but for one time in fifteen. */
const mostly =
  (right: readonly Json[], ...wrong: Json[]) =>
  (dice: Dice): Json =>
    dice.oneOf<Json>(dice.chance(15) ? wrong : right)

const words = (dice: Dice, most: number): string =>
  [dice.oneOf(WORDS), ...dice.some(most - 1, () => dice.oneOf(WORDS))].join(' ')

const flag = (dice: Dice): Json => dice.oneOf([true, false, 1, 0, 'true'])
const html = (dice: Dice): Json =>
  dice.chance(6) ? dice.oneOf(['', null]) : `<p>${words(dice, 6)}</p>${dice.chance(3) ? words(dice, 30) : ''}`
const url = mostly(['https://a.example/jazz', 'http://b.example/?q=1&r=2', '', null], 'no address')
const line = (dice: Dice): Json => (dice.chance(6) ? dice.oneOf(['', null]) : words(dice, 2))

const POST: Makers = {
  description: html,
  status: (dice) => dice.oneOf(['publish', 'publish', 'publish', ...STATUSES]),
  date: somePublication,
  date_utc: somePublication,
  slug: (dice) => dice.oneOf(SLUGS),
  author: (dice) => 1 + dice.upTo(8),
  image: mostly(['https://a.example/poster.jpg', ''], 7),
}

const VENUE: Makers = {
  ...POST,
  address: line,
  city: (dice) => dice.oneOf(['Kingston', 'kingston', 'Köln', '']),
  country: (dice) => dice.oneOf(['US', 'United States', 'Germany', null]),
  province: line,
  state: (dice) => dice.oneOf(['NY', '', null]),
  zip: (dice) => dice.oneOf(['12401', '']),
  phone: (dice) => dice.oneOf(['845-555-0100', '']),
  website: url,
  show_map: (dice) => dice.oneOf(['yes', 'no']),
  geo_lat: (dice) => dice.oneOf<Json>([...PLACES.map(([lat]) => lat), '', null]),
  geo_lng: (dice) => dice.oneOf<Json>([...PLACES.map(([, lng]) => lng), null]),
}

const ORGANIZER: Makers = {
  ...POST,
  phone: (dice) => dice.oneOf(['845-555-0100', '']),
  website: url,
  email: (dice) => dice.oneOf(['jazz@a.example', '']),
}

const TERM: Makers = {
  description: html,
  slug: (dice) => dice.oneOf(SLUGS),
}

const EVENT: Makers = {
  ...POST,
  excerpt: html,
  timezone: (dice) => dice.oneOf(TIMEZONES),
  all_day: flag,
  cost: (dice) =>
    dice.oneOf<Json>(['$10 - $25', 'Free', '', null, 12.5, '1,000.50', [5, '7 €'], 'pay what you want']),
  website: url,
  show_map: flag,
  hide_from_listings: (dice) => dice.chance(4),
  sticky: flag,
  featured: flag,
  ticketed: flag,
  post_parent: (dice, made) => (dice.chance(4) ? 0 : made.idNear('event', dice)),
  categories: (dice, made) => termsOf('category', dice, made),
  tags: (dice, made) => termsOf('tag', dice, made),
  venue: (dice, made) => linkedOf('venue', dice, made),
  organizer: (dice, made) => linkedOf('organizer', dice, made),
}

/** Hashing takes some 20 ms by intent, so few events get one. */
const PASSWORD_ONCE_IN = 40
export const PASSWORDS = ['rosebud', 'Rosebud']

function termsOf(kind: 'category' | 'tag', dice: Dice, made: Made): Json {
  if (dice.chance(8)) return dice.oneOf<Json>(['', null, []])
  const one = (): string => (dice.chance(3) ? dice.oneOf(TERMS) : made.idNear(kind, dice))
  const list = [one(), ...dice.some(3, one)]
  return dice.chance(3) ? list.join(',') : list
}

function linkedOf(kind: 'venue' | 'organizer', dice: Dice, made: Made): Json {
  if (dice.chance(8)) return dice.oneOf<Json>(['', null, []])
  const one = (): Json => {
    const id = made.idNear(kind, dice)
    return dice.chance(2) ? inlineOf(kind, dice, made) : dice.oneOf<Json>([id, { id }])
  }
  const list = [one(), ...(dice.chance(4) ? dice.some(2, one) : [])]
  return list.length === 1 && dice.chance(2) ? (list[0] ?? null) : list
}

const inlineOf = (kind: 'venue' | 'organizer', dice: Dice, made: Made): Fields => ({
  [kind]: dice.oneOf(NAMES),
  ...(kind === 'venue' && dice.chance(2) ? place(dice) : {}),
  ...someOf(kind === 'venue' ? VENUE : ORGANIZER, dice.upTo(3), dice, made),
})

function place(dice: Dice): Fields {
  const [geo_lat = null, geo_lng = null] = dice.oneOf<readonly number[]>(PLACES)
  return { geo_lat, geo_lng }
}

function someOf(makers: Makers, count: number, dice: Dice, made: Made): Fields {
  const names = Array.from({ length: count }, () => dice.oneOf(Object.keys(makers)))
  const fields = Object.fromEntries(
    [...new Set(names)].map((name) => [name, makers[name]?.(dice, made) ?? null]),
  )
  return { ...fields, ...customOf(fields) }
}

/** What other fields say, in fields of the host: the last one is removed where they say nothing. */
function customOf({ slug, website, phone }: Fields): Fields {
  if (slug === undefined && website === undefined && phone === undefined) return {}
  const level = slug === undefined ? {} : { level: website === undefined ? 'easy' : 'hard' }
  return {
    custom_fields: {
      ...level,
      note: website === '' ? null : { phone: [phone ?? null], website: website ?? 1 },
    },
  }
}

function eventTimes(dice: Dice): Fields {
  const start = someTime(dice)
  return { start_date: dateText(start), end_date: dateText(start + someSpan(dice)) }
}

const password = (dice: Dice): Fields =>
  dice.chance(PASSWORD_ONCE_IN) ? { password: dice.oneOf([...PASSWORDS, '']) } : {}

/** What only editors may say of their own records without being refused. */
const FOR_MASTERS = ['author', 'sticky', 'featured']

/** Mostly without what is refused to this user for certain. */
export function asAllowed(fields: Fields, as: Asker, dice: Dice): Fields {
  if (MASTERS.includes(as) || dice.chance(8)) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !FOR_MASTERS.includes(name)))
}

/** What a creation sends; one time in forty something that is required is missing or blank. */
export function newRecord(kind: Kind, dice: Dice, made: Made): Fields {
  if (dice.chance(40)) return dice.oneOf<Fields>([{}, { title: ' ', name: ' ', venue: ' ', organizer: ' ' }])
  return plainRecord(kind, dice, made)
}

/** What creates a record, as far as the fields of others allow it. */
export function plainRecord(kind: Kind, dice: Dice, made: Made): Fields {
  switch (kind) {
    case 'event':
      return {
        title: words(dice, 3),
        ...eventTimes(dice),
        ...someOf(EVENT, dice.upTo(8), dice, made),
        ...password(dice),
      }
    case 'venue':
    case 'organizer':
      return inlineOf(kind, dice, made)
    default:
      return {
        name: dice.oneOf(TERMS),
        ...parentOf(kind, dice, made),
        ...someOf(TERM, dice.upTo(2), dice, made),
      }
  }
}

/** What an update sends: a few fields of the record, sometimes none. */
export function changedFields(kind: Kind, dice: Dice, made: Made): Fields {
  switch (kind) {
    case 'event':
      return {
        ...someOf(EVENT, dice.upTo(4), dice, made),
        ...(dice.chance(3) ? someOf({ title: () => words(dice, 3) }, 1, dice, made) : {}),
        ...(dice.chance(4) ? eventTimes(dice) : {}),
        ...(dice.chance(6) ? { start_date: dateText(someTime(dice)) } : {}),
        ...password(dice),
      }
    case 'venue':
    case 'organizer':
      return {
        ...(dice.chance(3) ? { [kind]: dice.oneOf(NAMES) } : {}),
        ...someOf(kind === 'venue' ? VENUE : ORGANIZER, dice.upTo(4), dice, made),
      }
    default:
      return {
        ...(dice.chance(2) ? { name: dice.oneOf(TERMS) } : {}),
        ...parentOf(kind, dice, made),
        ...someOf(TERM, dice.upTo(2), dice, made),
      }
  }
}

function parentOf(kind: Kind, dice: Dice, made: Made): Fields {
  if (kind === 'category' ? !dice.chance(2) : !dice.chance(30)) return {}
  return { parent: dice.chance(5) ? 0 : made.idNear('category', dice) }
}
