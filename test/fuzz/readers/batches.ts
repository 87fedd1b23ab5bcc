import { createEventsApi } from '../../../src/index.ts'
import { memoryStorage } from '../../../src/storage/memory.ts'
import type { Dice } from '../../../src/testing/dice.ts'
import { Refused } from '../asked.ts'
import { damagedText } from '../damage.ts'
import { fuzz } from '../reader.ts'

/* Batches with odd entries, and suggestions of the public with their changes, keys and secrets. */

const SITE = 'http://localhost/vendor/events/v1'

const api = createEventsApi(memoryStorage(), {
  authenticate: ({ headers }) => (headers.has('authorization') ? { id: 1, role: 'administrator' } : null),
  changes: true,
  suggestions: {
    author: 7,
    fields: ['description', 'venue', 'organizer', 'recurrence', 'categories', 'cost'],
  },
  limits: { timeout: 120_000, pending: 1_000_000 },
})

const IDS = [
  '1',
  '2',
  '9',
  '0',
  '-1',
  '$a',
  '$b',
  '$a$b',
  '$$',
  '$',
  '9'.repeat(40),
  '%00',
  '..',
  '__proto__',
]
const ODD = ['"', '\\', '{', '}', '[', ']', ',', ':', '\\u0000', '\\ud800', '1e999', 'null', '\n', '\0']
const SECRET = 'abcdefghijklmnopqrstuvwxyz'
const VALUES: readonly unknown[] = [
  ...['Fair', '2031-05-10', '2031-05-10 10:00', '2001-01-01', '', '\0', '\ud800', '<p>a</p>', '$a', '$b'],
  ...[0, 1, -1, 1.5, 1e300, true, null, [], {}, [1], ['a', 'b'], ['$a', '$a'], { venue: 'Hall' }, [[[[[]]]]]],
  ...[{ rrule: 'FREQ=DAILY' }, { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, { email: 'a@b.example' }],
]
const NAMES = [
  ...['title', 'start_date', 'end_date', 'venue', 'organizer', 'categories', 'recurrence', 'description'],
  ...['contact', 'website_confirm', 'status', 'cost', 'from', 'name', 'id', '__proto__', ''],
]

const value = (dice: Dice): unknown =>
  dice.chance(300) ? dice.oneOf(['x', '🎪', '<p>', '1,']).repeat(100_000) : dice.oneOf(VALUES)

const event = (dice: Dice): Record<string, unknown> => ({
  ...(dice.chance(3) ? {} : { title: 'Fair', start_date: '2031-05-10 10:00', end_date: '2031-05-10 12:00' }),
  ...(dice.chance(4) ? {} : { contact: { email: `${dice.upTo(1000)}@b.example` } }),
  ...Object.fromEntries(dice.some(4, () => [dice.oneOf(NAMES), value(dice)])),
})

function entry(dice: Dice): unknown {
  if (dice.chance(30)) return value(dice)
  const kind = dice.oneOf([
    '/events',
    '/venues',
    '/organizers',
    '/categories',
    '/tags',
    '/batch',
    '/doc',
    'x',
    '',
  ])
  const below = ['', `/${dice.oneOf(IDS)}`, `/${dice.oneOf(IDS)}/merge`, `/${dice.oneOf(IDS)}/revisions/3`]
  const query = [
    '',
    '',
    '?_fields=id',
    '?search=a',
    '?force=true',
    '?scope=all',
    '?dry_run=1',
    '?_fields[]=',
    '?%',
  ]
  return {
    ...(dice.chance(2) && { id: dice.oneOf(['a', 'b', '', 'x y', 1, '__proto__']) }),
    ...(dice.chance(9)
      ? {}
      : { method: dice.oneOf(['GET', 'POST', 'PATCH', 'DELETE', 'patch', 'OPTIONS', '']) }),
    path: dice.chance(30) ? value(dice) : `${kind}${dice.oneOf(below)}${dice.oneOf(query)}`,
    ...(dice.chance(2) && { body: dice.chance(9) ? value(dice) : event(dice) }),
    ...(dice.chance(6) && {
      headers: { 'if-match': '"1"', [dice.oneOf(['Idempotency-Key', 'x', ''])]: value(dice) },
    }),
  }
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

function sent(dice: Dice): Sent {
  const isBatch = dice.chance(2)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (dice.chance(2)) headers.authorization = 'x'
  if (dice.chance(3))
    headers['idempotency-key'] = dice.oneOf(['k', `${dice.upTo(9)}`, '"k"', '', 'a b', 'x'.repeat(300)])
  if (dice.chance(2))
    headers['x-suggestion-secret'] = dice.oneOf([SECRET, SECRET, 'x', '', 'a b', 'x'.repeat(5000)])
  const body = isBatch
    ? {
        requests: dice.chance(30) ? value(dice) : dice.some(dice.chance(20) ? 100 : 6, () => entry(dice)),
        ...(dice.chance(3) && { atomic: dice.chance(9) ? value(dice) : true }),
        ...(dice.chance(3) && { validation: dice.oneOf(['normal', 'require-all-validate', 'x', 1]) }),
      }
    : event(dice)
  const text = JSON.stringify(body)
  const isOne = !isBatch && dice.chance(3)
  return {
    method: isOne ? dice.oneOf(['GET', 'PATCH', 'PATCH', 'DELETE']) : 'POST',
    path: isBatch
      ? '/batch'
      : isOne
        ? `/suggestions/${dice.oneOf([...IDS, `${dice.upTo(99)}`])}`
        : '/suggestions',
    headers,
    text: dice.chance(6) ? damagedText(dice, text, ODD) : text,
  }
}

let senders = 0

await fuzz({
  make: sent,
  read: async ({ method, path, headers, text }) => {
    const request = new Request(`${SITE}${path}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body: text }),
    })
    // Each sender may send a few in an hour.
    const ip = `10.${(++senders >> 16) % 256}.${(senders >> 8) % 256}.${senders % 256}`
    const { status } = await api.fetch(request, { ip })
    if (status >= 500) throw new Error(`${method} ${path}: ${status}`)
    if (status >= 400) throw new Refused(`${status}`)
  },
  refuses: (error) =>
    error instanceof Refused || (error instanceof TypeError && /Invalid URL|parse URL/.test(error.message)),
})
