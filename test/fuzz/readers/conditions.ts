import { databaseImages } from '../../../src/images/database.ts'
import { createEventsApi } from '../../../src/index.ts'
import { memoryStorage } from '../../../src/storage/memory.ts'
import type { Dice } from '../../../src/testing/dice.ts'
import { PICTURES } from '../../setup/pictures.ts'
import { asked, Refused } from '../asked.ts'
import { damagedText } from '../damage.ts'
import { fuzz } from '../reader.ts'

/* Header fields that ask for a part, or set a condition: ranges, tags, dates. */

const API = 'http://localhost/vendor/events/v1'

const storage = memoryStorage()
const api = createEventsApi(storage, {
  authenticate: ({ headers }) => (headers.has('authorization') ? { id: 1, role: 'administrator' } : null),
  images: { store: databaseImages(storage) },
})

const send = (method: string, path: string, body: BodyInit, type?: string) =>
  asked(
    api,
    new Request(API + path, {
      method,
      body,
      headers: { authorization: 'x', ...(type !== undefined && { 'content-type': type }) },
    }),
  )
const event = {
  title: 'Fair',
  start_date: '2027-05-10 10:00:00',
  end_date: '2027-05-10 12:00:00',
  venue: { venue: 'Hall' },
  status: 'publish',
}
await send('POST', '/events', JSON.stringify(event), 'application/json')
const upload = new FormData()
upload.set('file', new File([PICTURES['image/png']], 'bridge.png'))
const { url: picture } = await (await send('POST', '/media', upload)).json()

const NUMBERS = [
  '',
  '0',
  '1',
  '5',
  '164',
  '165',
  '999',
  '999999999999999',
  '9999999999999999999999',
  '-1',
  '1.5',
  'x',
]
const SEPARATORS = [',', '-', '=', '"', 'W/', ' ', '\t', ';', '*', 'bytes', 'GMT', '\\', '\u00e9']
const DATES = [
  ...[
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
    'tomorrow',
    '0',
    '',
  ],
  ...['Fri, 31 Dec 9999 23:59:59 GMT', 'Mon, 01 Jan 0000 00:00:00 GMT', 'Thu, 32 Jan 2026 25:61:61 GMT'],
]

const range = (dice: Dice) =>
  `${dice.oneOf(['bytes', 'bytes', 'bytes', 'lines', 'Bytes', ''])}=${['0-1', ...dice.some(dice.chance(9) ? 999 : 2, () => `${dice.oneOf(NUMBERS)}-${dice.oneOf(NUMBERS)}`)].join(dice.oneOf([',', ', ', ' ']))}`

const tags = (dice: Dice) =>
  dice.chance(5)
    ? '*'
    : [
        '"1"',
        ...dice.some(dice.chance(9) ? 999 : 3, () => `${dice.oneOf(['', 'W/'])}"${dice.oneOf(NUMBERS)}"`),
      ].join(dice.oneOf([',', ', ', ' ']))

const FIELDS = {
  range,
  'if-match': tags,
  'if-none-match': tags,
  'if-modified-since': (dice: Dice) => dice.oneOf(DATES),
  'if-unmodified-since': (dice: Dice) => dice.oneOf(DATES),
  'if-range': (dice: Dice) => (dice.chance(2) ? tags(dice) : dice.oneOf(DATES)),
}

interface Asking {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
}

function asking(dice: Dice): Asking {
  const names = Object.keys(FIELDS).filter(
    (name): name is keyof typeof FIELDS => name in FIELDS && dice.chance(3),
  )
  return {
    method: dice.oneOf(['GET', 'GET', 'HEAD', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']),
    path: dice.oneOf([
      '/events',
      '/events/1',
      '/venues',
      '/venues/2',
      '/events.ics',
      picture,
      picture,
      '/changes',
      '/',
    ]),
    headers: names.map((name) => {
      const value = FIELDS[name](dice)
      const odd = dice.chance(3) ? damagedText(dice, value, SEPARATORS) : value
      const long = dice.chance(40)
        ? odd + dice.oneOf(SEPARATORS).repeat(15_000) + dice.oneOf(['', 'x', '"'])
        : odd
      return [name, long.replace(/[^\t\x20-\xff]/g, '')] as const
    }),
  }
}

await fuzz<Asking>({
  make: asking,
  read: async ({ method, path, headers }) => {
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method)
    const own = new Headers(headers.map(([name, value]): [string, string] => [name, value]))
    if (isWrite) {
      own.set('authorization', 'x')
      own.set('content-type', 'application/json')
    }
    // A deletion would leave nothing to ask for.
    const address = `${path.startsWith('http') ? path : API + path}${isWrite ? '?dry_run=1' : ''}`
    await asked(api, new Request(address, { method, headers: own, ...(isWrite && { body: '{}' }) }))
  },
  refuses: (error) => error instanceof Refused,
})
