import type { Entry, OrderedKeyValue } from '../../storage/key-value/store.ts'
import { equal } from '../assert.ts'
import type { Calendar, KeyValueTest } from './calendar.ts'
import { AMPLE, entriesPerRange, fill, wholeRange, write } from './steps.ts'

const LONGEST_KEY = 150
/** The maximum number of checks that the port allows. */
const CHECKS = 10
/** Used if a store has no limit or a very high one. */
const AMPLE_VALUE = 64 * 1024
const AMPLE_COMMIT = 2 * 1024 * 1024

const encoder = new TextEncoder()

const bytesPerValue = ({ limits }: OrderedKeyValue) =>
  Math.min(limits?.bytesPerValue ?? AMPLE_VALUE, 16 * AMPLE_VALUE)
const bytesPerCommit = ({ limits }: OrderedKeyValue) =>
  Math.min(limits?.bytesPerCommit ?? AMPLE_COMMIT, AMPLE_COMMIT)
const mutationsPerCommit = ({ limits }: OrderedKeyValue) =>
  Math.min(limits?.mutationsPerCommit ?? 3 * AMPLE, 3 * AMPLE)

/** The number of mutations with the longest keys that one commit may contain together with `checks` checks. */
const longKeysPerCommit = (store: OrderedKeyValue, checks = 0) => {
  const keys = Math.floor((store.limits?.keyBytesPerCommit ?? Number.POSITIVE_INFINITY) / LONGEST_KEY)
  return Math.min(mutationsPerCommit(store), keys - checks)
}

/** A text of exactly this many UTF-8 bytes: `repeated` as often as it fits, then `x`. */
function textOf(bytes: number, repeated: string): string {
  const text = repeated.repeat(bytes / encoder.encode(repeated).length)
  return text + 'x'.repeat(bytes - encoder.encode(text).length)
}

const longKey = ({ key }: Calendar, name: string) => key(`${name}/`.padEnd(LONGEST_KEY - key('').length, 'k'))

/** Entries with the longest keys and this total size in bytes, or less if a value would exceed its limit. */
function entriesOf(
  store: OrderedKeyValue,
  calendar: Calendar,
  { name, count, bytes }: { readonly name: string; readonly count: number; readonly bytes: number },
): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const share = Math.floor((bytes * (index + 1)) / count) - Math.floor((bytes * index) / count)
    const value = textOf(Math.min(share - LONGEST_KEY, bytesPerValue(store)), index % 2 === 0 ? 'v' : '€')
    return [longKey(calendar, `${name}${index}`.padEnd(8, '-')), value]
  })
}

const keysOf = (entries: readonly Entry[]) => entries.map(([key]) => key)

/** Checks any number of entries, page by page. */
async function holds(store: OrderedKeyValue, calendar: Calendar, entries: readonly Entry[]): Promise<void> {
  const expected = [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
  const whole = wholeRange(store, calendar)
  for (let from = 0; from <= expected.length; from += whole.limit) {
    const [start] = expected[from] ?? [whole.end]
    const page = expected.slice(from, from + whole.limit)
    equal(
      await store.range({ ...whole, start: from === 0 ? whole.start : start }),
      page,
      `entries from ${from} on`,
    )
  }
}

export function limitTests(test: KeyValueTest): void {
  for (const [name, repeated] of [
    ['ASCII', 'a'],
    ['control characters', '\0\u001f'],
    ['two bytes each', 'ż'],
    ['two bytes each, in Latin-1', 'é'],
    ['three bytes each', '€'],
    ['four bytes each', '😀'],
    ['ASCII and a few others', `${'{"a":'.repeat(50)}😀`],
  ] as const) {
    test(`limits: a value as long as allowed, of ${name}`, async (store, calendar) => {
      const key = longKey(calendar, 'a')
      const value = textOf(bytesPerValue(store), repeated)
      await write(store, { sets: [[key, value]] })
      equal(await store.get([key]), [value], 'get')
      equal(await store.range(wholeRange(store, calendar)), [[key, value]], 'range')
      const other = value.slice(0, -1)
      equal(
        await store.commit({ checks: [[key, other]], sets: [[key, 'a']], deletes: [] }),
        false,
        'compared',
      )
      await write(store, { checks: [[key, value]], sets: [[key, 'a']] })
    })
  }

  test('limits: as many sets and deletes in one commit as allowed', async (store, calendar) => {
    const count = mutationsPerCommit(store)
    const short = Array.from({ length: count }, (_, index) => calendar.entry(`${index}`, `${index}`))
    await write(store, { sets: short })
    await holds(store, calendar, short)
    const half = count >> 1
    const sets = short.slice(half).map(([key]): Entry => [key, 'changed'])
    await write(store, { sets, deletes: keysOf(short.slice(0, half)) })
    await holds(store, calendar, sets)
    await write(store, { deletes: keysOf(short) })
    await holds(store, calendar, [])
  })

  test('limits: as many bytes in one commit as allowed, in few entries', async (store, calendar) => {
    const bytes = bytesPerCommit(store)
    const count = Math.ceil(bytes / (LONGEST_KEY + bytesPerValue(store)))
    const entries = entriesOf(store, calendar, { name: 'a', count, bytes })
    await write(store, { sets: entries })
    await holds(store, calendar, entries)
  })

  test('limits: as many bytes in one commit as allowed, in many entries', async (store, calendar) => {
    const bytes = bytesPerCommit(store)
    const count = Math.min(longKeysPerCommit(store), Math.floor(bytes / (LONGEST_KEY + 10)))
    const entries = entriesOf(store, calendar, { name: 'a', count, bytes })
    await write(store, { sets: entries })
    await holds(store, calendar, entries)
    await write(store, { deletes: keysOf(entries) })
    await holds(store, calendar, [])
  })

  test('limits: as many bytes in one commit as allowed, half of them compared', async (store, calendar) => {
    const bytes = Math.floor(bytesPerCommit(store) / 2)
    const least = Math.floor(bytes / (LONGEST_KEY + 10))
    const count = Math.min(CHECKS, least)
    const checks = entriesOf(store, calendar, { name: 'a', count, bytes })
    await fill(store, checks)
    const more = Math.min(longKeysPerCommit(store, CHECKS), least)
    const sets = entriesOf(store, calendar, { name: 'b', count: more, bytes })
    const [key = '', value = ''] = checks.at(-1) ?? []
    const wrong = checks.with(-1, [key, `${value.slice(0, -1)}!`])
    equal(await store.commit({ checks: wrong, sets, deletes: [] }), false, 'result where the last is not so')
    await holds(store, calendar, checks)
    await write(store, { checks, sets })
    await holds(store, calendar, [...checks, ...sets])
  })

  test('limits: checks of absent keys, as many as of keys that are there', async (store, calendar) => {
    const checks = Array.from(
      { length: CHECKS },
      (_, index) => [longKey(calendar, `a${index}`), undefined] as const,
    )
    const [first = '', ...others] = checks.map(([key]) => key)
    await write(store, { checks, sets: [[first, '1']] })
    equal(await store.commit({ checks, sets: [], deletes: others.slice(0, 9) }), false, 'result')
  })

  test('limits: long values, as many as one range gives of them', async (store, calendar) => {
    const size = bytesPerValue(store)
    const count = Math.min(entriesPerRange(store), Math.ceil((2 * AMPLE_COMMIT) / size))
    const entries = entriesOf(store, calendar, { name: 'a', count, bytes: count * (LONGEST_KEY + size) })
    for (const entry of entries) await write(store, { sets: [entry] })
    await holds(store, calendar, entries)
  })
}
