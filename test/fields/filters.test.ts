import { createEventsApi } from 'kalends'
import { createClient } from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { Dice } from '../../src/testing/dice.ts'
import { at, eventOf, expectWrong, listOf, openCalendar, textAt, titles } from '../routes/calendar.ts'
import { calendarsIn, libsqlMemory } from '../setup/databases.ts'
import { calendarsWithin } from '../setup/key-values.ts'
import { anyLine, schemaOf } from '../setup/schemas.ts'
import { memoryStore } from '../setup/stores.ts'

/* Lists of events by the values of custom fields. */

const filtered = <S>(schema: S) => ({ schema, filter: true })

const customFields = {
  event: {
    capacity: filtered(z.int().positive()),
    level: filtered(z.enum(['easy', 'hard'])),
    free: filtered(z.boolean()),
    audience: filtered(z.array(z.string()).max(30)),
    code: filtered(z.string().trim().toLowerCase()),
    seats: filtered(z.coerce.number()),
    /** A schema that tells no type: a filter may be anything. */
    loose: filtered(z.unknown()),
    note: anyLine,
  },
}

const named = (title: string, custom_fields: object, more: object = {}) =>
  eventOf({ title, custom_fields, ...more })

const HIKES = [
  named('a', { capacity: 9, level: 'easy', free: true, audience: ['kids', 'all'], code: 'A1', note: 'x' }),
  named('b', { capacity: 10, level: 'hard', free: false, audience: ['all'], code: 'a-2' }),
  named('c', { capacity: 100, level: 'easy', seats: '-1.5' }),
  named('d', {}),
]

/** Only its type is used. */
const typed = createEventsApi(memoryStorage(), { customFields })

async function hikes() {
  const calendar = openCalendar({ customFields })
  for (const hike of HIKES) await calendar.make('events', hike)
  const found = async (query: string) => titles(await calendar.ask('GET', `/events?${query}`)).join('')
  return { ...calendar, found }
}

describe('flags of schemas that convert texts', () => {
  test.each([
    ['z.coerce.boolean()', z.coerce.boolean(), undefined],
    ['z.stringbool()', z.union([z.boolean(), z.stringbool()]), 'off'],
  ] as const)('%s: each word means one flag', async (_name, schema, word) => {
    const { ask, make } = openCalendar({ customFields: { event: { flag: filtered(schema) } } })
    await make('events', eventOf({ title: 'on', custom_fields: { flag: true } }))
    await make('events', eventOf({ title: 'off', custom_fields: { flag: false } }))
    const found = async (text: string) => titles(await ask('GET', `/events?custom_fields[flag]=${text}`))
    expect([await found('true'), await found('false')]).toEqual([['on'], ['off']])
    if (word !== undefined) expect(await found('no')).toEqual([word])
    else expectWrong(await ask('GET', '/events?custom_fields[flag]=no'), 'custom_fields.flag')
  })
})

describe('a list has the events', () => {
  const rows: readonly (readonly [query: string, found: string])[] = [
    ['custom_fields[capacity]=10', 'b'],
    ['custom_fields[capacity]=1e1', 'b'],
    ['custom_fields[capacity]=11', ''],
    ['custom_fields[capacity][]=9&custom_fields[capacity][]=100', 'ac'],
    ['custom_fields[capacity][min]=10', 'bc'],
    ['custom_fields[capacity][max]=10', 'ab'],
    ['custom_fields[capacity][min]=9.5&custom_fields[capacity][max]=99', 'b'],
    ['custom_fields[capacity][min]=-5&custom_fields[capacity][max]=0', ''],
    ['custom_fields[capacity][min]=100&custom_fields[capacity][max]=9', ''],
    ['custom_fields[level]=easy', 'ac'],
    ['custom_fields[level]=easy&custom_fields[capacity][min]=10', 'c'],
    ['custom_fields[free]=true', 'a'],
    ['custom_fields[free]=false', 'b'],
    ['custom_fields[audience]=all', 'ab'],
    ['custom_fields[audience][]=kids&custom_fields[audience][]=nobody', 'a'],
    ['custom_fields[code]=%20A-2', 'b'],
    ['custom_fields[code][min]=a1&custom_fields[code][max]=b', 'a'],
    ['custom_fields[seats]=-1.50', 'c'],
    ['custom_fields[seats][max]=0', 'c'],
  ]
  test.each(rows)('of %s', async (query, expected) => {
    const { found } = await hikes()
    expect(await found(query)).toBe(expected)
  })
})

test('what cannot be a filter is 400, together with all other wrong parameters', async () => {
  const { ask } = await hikes()
  const refused: readonly (readonly [query: string, ...names: string[]])[] = [
    ['custom_fields=1', 'custom_fields'],
    ['custom_fields[]=1', 'custom_fields'],
    ['custom_fields[note]=x', 'custom_fields.note'],
    ['custom_fields[other]=x&venue=zero', 'custom_fields.other', 'venue'],
    ['custom_fields[level]=odd', 'custom_fields.level'],
    ['custom_fields[level][]=easy&custom_fields[level][]=odd', 'custom_fields.level'],
    ['custom_fields[level]=', 'custom_fields.level'],
    ['custom_fields[level][min]=f', 'custom_fields.level.min'],
    ['custom_fields[capacity]=many', 'custom_fields.capacity'],
    ['custom_fields[capacity][min]=1&custom_fields[capacity][max]=x', 'custom_fields.capacity.max'],
    ['custom_fields[capacity][min]=1&custom_fields[capacity][max]=true', 'custom_fields.capacity.max'],
    ['custom_fields[capacity][above]=1', 'custom_fields.capacity.above'],
    ['custom_fields[capacity][min][]=1', 'custom_fields.capacity'],
    [`custom_fields[code]=${'x'.repeat(181)}`, 'custom_fields.code'],
    [
      Array.from({ length: 101 }, (_, n) => `custom_fields[capacity][]=${n}`).join('&'),
      'custom_fields.capacity',
    ],
  ]
  for (const [query, ...names] of refused) expectWrong(await ask('GET', `/events?${query}`), ...names)
  expectWrong(await ask('GET', '/events.ics?custom_fields[note]=x'), 'custom_fields.note')
})

test('a calendar without custom fields ignores the parameter', async () => {
  const { ask, make } = openCalendar()
  await make('events', eventOf())
  expect(titles(await ask('GET', '/events?custom_fields[capacity]=1'))).toEqual(['Open day'])
})

test('a value that no filter could find is refused; of other fields it is not', async () => {
  const text = schemaOf((value) => value)
  const { ask, make } = openCalendar({ customFields: { event: { tight: filtered(text), wide: text } } })
  const wide = [
    { a: 1 },
    [[1]],
    'x'.repeat(181),
    ' '.repeat(91),
    'ж'.repeat(37),
    Array.from({ length: 21 }, (_, n) => n),
  ]
  for (const value of wide) {
    const answer = await ask('POST', '/events', eventOf({ custom_fields: { tight: value } }))
    expectWrong(answer, 'custom_fields.tight')
    await make('events', eventOf({ custom_fields: { wide: value } }))
  }
  const tight = ['x'.repeat(180), ' '.repeat(90), 'ж'.repeat(36), '', [], 0, false, [1, '1', true]]
  for (const value of tight) await make('events', eventOf({ custom_fields: { tight: value } }))
})

test('a field that becomes a filter later finds what was stored before', async () => {
  const storage = memoryStorage()
  const before = openCalendar({ customFields: { event: { level: anyLine } } }, storage)
  await before.make('events', named('old', { level: 'easy' }))
  expectWrong(await before.ask('GET', '/events?custom_fields[level]=easy'), 'custom_fields.level')
  const after = openCalendar({ customFields: { event: { level: filtered(anyLine) } } }, storage)
  expect(titles(await after.ask('GET', '/events?custom_fields[level]=easy'))).toEqual(['old'])
})

test('a filter follows changes, and forgets what is deleted for good', async () => {
  const { ask, make, found } = await hikes()
  const id = await make('events', named('e', { level: 'hard' }))
  expect(await found('custom_fields[level]=hard')).toBe('be')
  await ask('PATCH', `/events/${id}`, { custom_fields: { level: 'easy' } })
  expect(await found('custom_fields[level]=hard')).toBe('b')
  expect(await found('custom_fields[level]=easy')).toBe('ace')
  await ask('PATCH', `/events/${id}`, { custom_fields: { level: null } })
  expect(await found('custom_fields[level]=easy')).toBe('ac')
  await ask('PATCH', `/events/${id}`, { custom_fields: { level: 'easy' } })
  await ask('DELETE', `/events/${id}?force=true`)
  expect(await found('custom_fields[level]=easy')).toBe('ac')
})

test('a filter does not tell what a password hides', async () => {
  const { ask, make } = openCalendar({ customFields })
  await make('events', named('open', { level: 'easy' }))
  await make('events', named('closed', { level: 'easy' }, { password: 'secret' }))
  const seen = async (as: 'visitor' | 'editor') =>
    titles(await ask('GET', '/events?custom_fields[level]=easy', undefined, as))
  expect(await seen('visitor')).toEqual(['open'])
  expect(await seen('editor')).toEqual(['open', 'closed'])
})

test('occurrences of a series are found, each by its own values', async () => {
  const { ask, make } = openCalendar({ customFields })
  await make('events', named('walk', { level: 'easy' }, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } }))
  const found = async (level: string) => {
    const { body } = await ask('GET', `/events?custom_fields[level]=${level}`)
    return listOf(body.events).map((event) => textAt(event, 'start_date').slice(5, 10))
  }
  expect(await found('easy')).toEqual(['05-10', '05-17', '05-24'])
  const second = at((await ask('GET', '/events')).body, 'events', 1, 'id')
  await ask('PATCH', `/events/${second}`, { custom_fields: { level: 'hard' } })
  expect(await found('easy')).toEqual(['05-10', '05-24'])
  expect(await found('hard')).toEqual(['05-17'])
})

test('links and feeds carry the filter', async () => {
  const { ask, make } = await hikes()
  await make('events', named('e', { level: 'easy', capacity: 50 }))
  const query = 'per_page=1&custom_fields[level][]=easy&custom_fields[capacity][min]=10'
  const first = await ask('GET', `/events?${query}`)
  const second = await ask('GET', textAt(first.body, 'next_rest_url'))
  expect([first, second].map((answer) => titles(answer).join())).toEqual(['c', 'e'])
  expect(first.body.total).toBe(2)
  const feed = await ask('GET', `/events.ics?${query.replace('per_page=1&', '')}`)
  expect(feed.text.match(/^SUMMARY:.*/gm)).toEqual(['SUMMARY:c', 'SUMMARY:e'])
})

test('the documentation names the parameters of lists and feeds', async () => {
  const { ask } = openCalendar({ customFields })
  const { body } = await ask('GET', '/doc')
  for (const path of ['/events', '/events.ics']) {
    const parameters = listOf(at(body, 'paths', path, 'get', 'parameters'))
    const own = parameters.filter((one) => textAt(one, 'name').startsWith('custom_fields'))
    expect(own.map((one) => textAt(one, 'name')).slice(0, 4)).toEqual(
      ['', '[]', '[min]', '[max]'].map((ending) => `custom_fields[capacity]${ending}`),
    )
    expect(own.length).toBe(4 * 7)
    expect(at(own[4], 'schema')).toEqual({ type: 'string', enum: ['easy', 'hard'] })
  }
})

test('the client sends values, lists and ranges; nothing in a list is refused', async () => {
  const { api } = await hikes()
  const client = createClient<typeof typed>({ baseUrl: `http://localhost${api.basePath}`, fetch: api.fetch })
  const found = async (filter: Parameters<typeof client.events.list>[0]) =>
    (await client.events.list(filter)).items.map(({ title }) => title).join('')
  expect(await found({ custom_fields: { level: 'easy' } })).toBe('ac')
  expect(await found({ custom_fields: { capacity: [9, 10], free: false } })).toBe('b')
  expect(await found({ custom_fields: { capacity: { min: 10 }, level: ['easy', 'hard'] } })).toBe('bc')
  expect(await found({ custom_fields: { audience: 'kids' } })).toBe('a')
  expect(await found({ custom_fields: { loose: 'x' } })).toBe('')
  expect(await found({ custom_fields: {} })).toBe('abcd')
  expect(await found({ custom_fields: { level: undefined } })).toBe('abcd')
  for (const custom_fields of [{ level: [] }, { capacity: {} }, { capacity: { min: undefined } }])
    await expect(client.events.list({ custom_fields })).rejects.toMatchObject({ code: 'rest_invalid_param' })
  // @ts-expect-error it is not declared as a filter
  await expect(client.events.list({ custom_fields: { note: 'x' } })).rejects.toThrow()
})

// —— Beside a plain scan ————————————————————————————————————————————————————————————————————————————————————————

const TEXTS = [
  '',
  ' ',
  'a',
  'a b',
  'A',
  'ab',
  '~',
  '}',
  '!',
  '\t',
  'é',
  'ж',
  '音楽',
  '\ue000',
  '😀',
  '-1',
  '10',
  '9',
  'true',
]
const NUMBERS = [0, -0, 1, -1, 0.1, -0.1, 9, 10, 1e300, -1e300, 5e-324, 2 ** 53]

/** Compares texts by code point. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [x, y] = [a, b].map((text) => Array.from(String(text), (one) => one.codePointAt(0) ?? 0))
  const at = x?.findIndex((code, index) => code !== y?.[index]) ?? -1
  return at < 0 ? (x?.length ?? 0) - (y?.length ?? 0) : (x?.[at] ?? 0) - (y?.[at] ?? -1)
}

describe.each([
  ['memory', async () => ({ storage: memoryStorage() })],
  ['a key-value store', calendarsWithin(await memoryStore())],
  ['SQLite', calendarsIn(libsqlMemory())],
])('on %s', (_name, open) => {
  test('filters find what a plain scan does', async () => {
    const dice = new Dice(7)
    const { storage } = await open()
    await storage.migrate()
    const fields = {
      text: filtered(v.string()),
      number: filtered(v.number()),
      list: filtered(v.array(v.string())),
    }
    const { make, ask } = openCalendar({ customFields: { event: fields } }, storage)
    type Value = string | number | readonly string[]
    const stored: Readonly<Record<string, Value>>[] = []
    const values: Readonly<Record<string, () => Value>> = {
      text: () => dice.oneOf(TEXTS),
      number: () => dice.oneOf(NUMBERS),
      list: () => dice.some(3, () => dice.oneOf(TEXTS)),
    }
    for (let made = 0; made < 150; made++) {
      const own = Object.entries(values).filter(() => !dice.chance(4))
      stored.push(Object.fromEntries(own.map(([name, make]) => [name, make()])))
      await make('events', named(String(made), stored.at(-1) ?? {}))
    }
    const entries = (value: Value | undefined): readonly (string | number)[] =>
      value === undefined ? [] : typeof value === 'object' ? value : [value]
    for (let round = 0; round < 150; round++) {
      const name = dice.oneOf(['text', 'number', 'list'])
      const pick = () => (name === 'number' ? dice.oneOf(NUMBERS) : dice.oneOf(TEXTS.slice(1)))
      const [one, other] = [pick(), pick()]
      const [query, matches] = dice.oneOf<
        readonly [Record<string, unknown>, (value: string | number) => boolean]
      >([
        [{ '': one }, (value) => value === one],
        [{ '[0]': one, '[1]': other }, (value) => value === one || value === other],
        [{ '[min]': one }, (value) => compare(value, one) >= 0],
        [{ '[max]': one }, (value) => compare(value, one) <= 0],
        [{ '[min]': one, '[max]': other }, (value) => compare(value, one) >= 0 && compare(value, other) <= 0],
      ])
      const pairs = Object.entries(query).map(([ending, value]) => [
        `custom_fields[${name}]${ending}`,
        String(value),
      ])
      const found = titles(await ask('GET', `/events?per_page=50&${new URLSearchParams(pairs)}`))
      const expected = stored.flatMap((own, at) => (entries(own[name]).some(matches) ? [String(at)] : []))
      expect(found, JSON.stringify(pairs)).toEqual(expected.slice(0, 50))
    }
  })
})
