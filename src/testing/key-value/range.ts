import type { KeyRange, OrderedKeyValue } from '../../storage/key-value/store.ts'
import { equal } from '../assert.ts'
import { type Calendar, calendarOf, type KeyValueTest } from './calendar.ts'
import { entriesPerRange, fill, HIGHEST, LOWEST, namesIn, wholeRange } from './steps.ts'

const PRINTABLE = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index))

const fillNames = (store: OrderedKeyValue, { entry }: Calendar, names: readonly string[]) =>
  fill(
    store,
    names.map((name) => entry(name, `value of ${name}`)),
  )

export function rangeTests(test: KeyValueTest): void {
  test('range: entries with their keys and values, in the order of keys', async (store, calendar) => {
    await fillNames(store, calendar, ['c', 'a', 'd', 'b'])
    equal(
      await store.range(wholeRange(store, calendar)),
      ['a', 'b', 'c', 'd'].map((name) => calendar.entry(name, `value of ${name}`)),
      'entries',
    )
  })

  test('range: from start on, which is in it, and before end, which is not', async (store, calendar) => {
    await fillNames(store, calendar, ['b', 'd', 'f', 'h'])
    const cases = [
      ['b', 'h', 'b d f'],
      ['d', 'f', 'd'],
      ['c', 'g', 'd f'],
      ['d', 'e', 'd'],
      ['c', 'd', ''],
      ['a', 'z', 'b d f h'],
      ['h', 'i', 'h'],
      ['h!', 'i', ''],
      ['a', 'b', ''],
      ['i', 'z', ''],
    ]
    for (const [start = '', end = '', expected = ''] of cases) {
      const names = expected.split(' ').filter((name) => name !== '')
      const range = { start: calendar.key(start), end: calendar.key(end), limit: 10 }
      equal(await namesIn(store, calendar, range), names, `from ${start} to ${end}`)
      const backwards = await namesIn(store, calendar, { ...range, reverse: true })
      equal(backwards, names.toReversed(), `from ${start} to ${end}, backwards`)
    }
  })

  test('range: nothing where start is end, or comes after it', async (store, calendar) => {
    await fillNames(store, calendar, ['a', 'b', 'c'])
    for (const reverse of [false, true]) {
      for (const [start = '', end = ''] of [
        ['b', 'b'],
        ['c', 'a'],
        ['b', 'a'],
        ['z', 'a'],
        ['bb', 'bb'],
      ]) {
        const range = { start: calendar.key(start), end: calendar.key(end), limit: 10, reverse }
        equal(await store.range(range), [], `from ${start} to ${end}`)
      }
    }
  })

  test('range: nothing in a calendar without entries', async (store, calendar) => {
    const range = wholeRange(store, calendar)
    equal(await store.range(range), [], 'forwards')
    equal(await store.range({ ...range, reverse: true }), [], 'backwards')
  })

  test('range: at most limit entries, from where it begins', async (store, calendar) => {
    const names = ['a', 'b', 'c', 'd', 'e']
    await fillNames(store, calendar, names)
    for (const limit of [1, 2, 4, 5, 6, entriesPerRange(store)]) {
      const range = { ...wholeRange(store, calendar), limit }
      equal(await namesIn(store, calendar, range), names.slice(0, limit), `the first ${limit}`)
      const backwards = await namesIn(store, calendar, { ...range, reverse: true })
      equal(backwards, names.toReversed().slice(0, limit), `the last ${limit}`)
    }
    const inner = { start: calendar.key('b'), end: calendar.key('e'), limit: 2 }
    equal(await namesIn(store, calendar, inner), ['b', 'c'], 'the first 2 of an inner range')
    equal(await namesIn(store, calendar, { ...inner, reverse: true }), ['d', 'c'], 'the last 2 of it')
  })

  test('range: keys that begin like others come after them', async (store, calendar) => {
    const ordered = ['a', 'a!', 'a-', 'a/', 'a/b', 'a/b/c', 'a/b0', 'a0', 'a00', 'aa', 'a~', 'b']
    await fillNames(store, calendar, ordered.toReversed())
    equal(await namesIn(store, calendar, wholeRange(store, calendar)), ordered, 'all')
    const below = { start: calendar.key('a/'), end: calendar.key('a0'), limit: 10 }
    equal(await namesIn(store, calendar, below), ['a/', 'a/b', 'a/b/c', 'a/b0'], 'what begins with a/')
    const after = { start: calendar.key('a!'), end: calendar.key('b'), limit: 1 }
    equal(await namesIn(store, calendar, after), ['a!'], 'the next after a')
    const before = { start: calendar.key('a'), end: calendar.key('b'), limit: 1, reverse: true }
    equal(await namesIn(store, calendar, before), ['a~'], 'the last before b')
  })

  test('range: characters are ordered by their codes', async (store, calendar) => {
    const names = PRINTABLE.flatMap((character) => [character, `${character}${LOWEST}`])
    await fillNames(store, calendar, names.toReversed())
    equal(await namesIn(store, calendar, wholeRange(store, calendar)), names, 'forwards')
    const range = { ...wholeRange(store, calendar), reverse: true }
    equal(await namesIn(store, calendar, range), names.toReversed(), 'backwards')
    for (const [index, character] of PRINTABLE.entries()) {
      const before = { ...range, end: calendar.key(character), limit: 1 }
      equal(await namesIn(store, calendar, before), names.slice(0, 2 * index).slice(-1), `below ${character}`)
      const from = { ...range, start: calendar.key(`${character}"`), limit: 1, reverse: false }
      equal(
        await namesIn(store, calendar, from),
        names.slice(2 * index + 2).slice(0, 1),
        `above ${character}`,
      )
    }
  })

  test('range: calendars with names alike do not see each other', async (store, { name }) => {
    const calendars = ['', '1', '-', '!', '0', '~', 'Z'].map((end) => calendarOf(`${name}${end}`))
    const entriesOf = ({ name, entry }: Calendar) =>
      [LOWEST, 'a', 'b', HIGHEST].map((rest) => entry(rest, `${rest} of ${name}`))
    for (const calendar of calendars) await fill(store, entriesOf(calendar))
    for (const calendar of calendars) {
      const entries = entriesOf(calendar)
      equal(
        await store.get(entries.map(([key]) => key)),
        entries.map(([, value]) => value),
        'values',
      )
      const range = wholeRange(store, calendar)
      equal(await store.range(range), entries, 'forwards')
      equal(await store.range({ ...range, reverse: true }), entries.toReversed(), 'backwards')
    }
  })

  test('range: page after page, each from behind the last key', async (store, calendar) => {
    const most = entriesPerRange(store)
    const names = Array.from({ length: 2 * most + 3 }, (_, index) => `${index}`.padStart(5, '0'))
    await fillNames(store, calendar, names)
    const keys = names.map(calendar.key)
    const whole = wholeRange(store, calendar)
    const read = async (rangeAfter: (last: string) => KeyRange, first: KeyRange) => {
      const pages: (readonly string[])[] = []
      let range = first
      // One page more than expected, in case the pages do not end.
      while (pages.length < 4) {
        const page = (await store.range(range)).map(([key]) => key)
        const last = page.at(-1)
        if (last === undefined) break
        pages.push(page)
        range = rangeAfter(last)
      }
      return pages
    }
    const forwards = await read((last) => ({ ...whole, start: `${last}${LOWEST}` }), whole)
    equal(forwards, [keys.slice(0, most), keys.slice(most, 2 * most), keys.slice(2 * most)], 'forwards')
    const back = { ...whole, reverse: true }
    const backwards = await read((last) => ({ ...back, end: last }), back)
    equal(
      backwards,
      [keys.slice(most + 3), keys.slice(3, most + 3), keys.slice(0, 3)].map((page) => page.reverse()),
      'backwards',
    )
  })
}
