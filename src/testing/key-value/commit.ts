import type { Mutation, OrderedKeyValue } from '../../storage/key-value/store.ts'
import { equal } from '../assert.ts'
import type { Calendar, KeyValueTest } from './calendar.ts'
import { NOTHING, wholeRange, write } from './steps.ts'

/** Checks that exactly these entries exist, with `range` and with `get`. */
async function holds(
  store: OrderedKeyValue,
  calendar: Calendar,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(expected).sort()
  const entries = names.map((name) => calendar.entry(name, expected[name] ?? ''))
  equal(await store.range(wholeRange(store, calendar)), entries, 'range')
  equal(await store.get(names.map(calendar.key)), Object.values(Object.fromEntries(entries)), 'get')
}

export function commitTests(test: KeyValueTest): void {
  test('commit: sets what is not there, and replaces what is', async (store, calendar) => {
    const { entry } = calendar
    await write(store, { sets: [entry('a', '1'), entry('b', '2')] })
    await holds(store, calendar, { a: '1', b: '2' })
    await write(store, { sets: [entry('b', 'a longer one'), entry('c', '3')] })
    await holds(store, calendar, { a: '1', b: 'a longer one', c: '3' })
    await write(store, { sets: [entry('b', '-'), entry('c', '3')] })
    await holds(store, calendar, { a: '1', b: '-', c: '3' })
  })

  test('commit: deletes what is there, and does not mind what is not', async (store, calendar) => {
    const { key, entry } = calendar
    await write(store, { sets: [entry('a', '1'), entry('aa', '2'), entry('b', '3')] })
    await write(store, { deletes: [key('a'), key('c')] })
    await holds(store, calendar, { aa: '2', b: '3' })
    await write(store, { deletes: [key('a')] })
    await write(store, { sets: [entry('a', 'again')] })
    await holds(store, calendar, { a: 'again', aa: '2', b: '3' })
    await write(store, { deletes: [key('b'), key('aa'), key('a')] })
    await holds(store, calendar, {})
  })

  test('commit: sets and deletes at once, in whatever order', async (store, calendar) => {
    const { key, entry } = calendar
    await write(store, { sets: [entry('b', '1'), entry('d', '2'), entry('e', '3')] })
    await write(store, {
      sets: [entry('f', '6'), entry('c', '5'), entry('a', '4'), entry('e', '7')],
      deletes: [key('d'), key('g'), key('b')],
    })
    await holds(store, calendar, { a: '4', c: '5', e: '7', f: '6' })
  })

  test('commit: of nothing takes effect', async (store) => {
    equal(await store.commit(NOTHING), true, 'result')
  })

  test('commit: takes effect where each checked key has its value', async (store, calendar) => {
    const { key, entry } = calendar
    await write(store, { sets: [entry('a', '1'), entry('b', '2')] })
    await write(store, {
      checks: [
        [key('b'), '2'],
        [key('c'), undefined],
        [key('a'), '1'],
      ],
      sets: [entry('d', '4')],
    })
    await holds(store, calendar, { a: '1', b: '2', d: '4' })
  })

  const failing: readonly (readonly [name: string, check: readonly [string, string | undefined]])[] = [
    ['has another value', ['a', '2']],
    ['has a value that begins so', ['long', 'a lon']],
    ['has the beginning of the value', ['a', '11']],
    ['is not there', ['c', '1']],
    ['is there and should not', ['a', undefined]],
  ]
  for (const [name, [checked, value]] of failing) {
    test(`commit: changes nothing where one checked key ${name}`, async (store, calendar) => {
      const { key, entry } = calendar
      await write(store, { sets: [entry('a', '1'), entry('b', '2'), entry('long', 'a longer one')] })
      const holding: Mutation['checks'] = [
        [key('b'), '2'],
        [key('d'), undefined],
      ]
      const wrong: Mutation['checks'][number] = [key(checked), value]
      for (const place of [0, 1, 2]) {
        const mutation = {
          checks: holding.toSpliced(place, 0, wrong),
          sets: [entry('a', 'changed'), entry('d', 'new'), entry(checked, 'changed')].slice(place % 2),
          deletes: [key('b')],
        }
        equal(await store.commit(mutation), false, `result, the wrong one at ${place}`)
        equal(await store.commit({ ...NOTHING, checks: mutation.checks }), false, 'result of checks only')
        await holds(store, calendar, { a: '1', b: '2', long: 'a longer one' })
      }
    })
  }

  test('commit: of checks only says whether they hold', async (store, calendar) => {
    const { key, entry } = calendar
    await write(store, { sets: [entry('a', '1')] })
    const checks = (value: string | undefined, other: string | undefined) =>
      store.commit({
        ...NOTHING,
        checks: [
          [key('a'), value],
          [key('b'), other],
        ],
      })
    equal(await checks('1', undefined), true, 'as it is')
    equal(await checks('1', '1'), false, 'the second is not there')
    equal(await checks(undefined, undefined), false, 'the first is there')
    await holds(store, calendar, { a: '1' })
  })

  test('commit: a key that is checked may be set or deleted, and is compared as it was before', async (store, calendar) => {
    const { key, entry } = calendar
    await write(store, { checks: [[key('a'), undefined]], sets: [entry('a', '1')] })
    await write(store, { checks: [[key('a'), '1']], sets: [entry('a', '2')] })
    equal(
      await store.commit({ ...NOTHING, checks: [[key('a'), '3']], sets: [entry('a', '3')] }),
      false,
      'its new value',
    )
    await write(store, { checks: [[key('a'), '2']], sets: [entry('a', '2')] })
    await holds(store, calendar, { a: '2' })
    equal(
      await store.commit({ ...NOTHING, checks: [[key('a'), undefined]], deletes: [key('a')] }),
      false,
      'its absence afterwards',
    )
    await write(store, { checks: [[key('a'), '2']], deletes: [key('a')] })
    await write(store, { checks: [[key('a'), undefined]], deletes: [key('a')] })
    await holds(store, calendar, {})
  })

  test('commit: a value that went away and came back is the same value', async (store, { key, entry }) => {
    await write(store, { sets: [entry('a', '1')] })
    await write(store, { sets: [entry('a', '2')] })
    await write(store, { deletes: [key('a')] })
    await write(store, { sets: [entry('a', '1')] })
    await write(store, { checks: [[key('a'), '1']], sets: [entry('b', '1')] })
  })

  test('commit: what is acknowledged, every later read sees', async (store, calendar) => {
    const { key, entry } = calendar
    const range = wholeRange(store, calendar)
    for (let round = 0; round < 50; round++) {
      await write(store, {
        sets: [entry('a', `${round}`), entry(`b${round}`, 'new')],
        deletes: [key(`b${round - 1}`)],
      })
      const [values, entries] = await Promise.all([
        store.get(['a', `b${round}`, `b${round - 1}`].map(key)),
        store.range(range),
      ])
      equal(values, [`${round}`, 'new', undefined], 'get')
      equal(entries, [entry('a', `${round}`), entry(`b${round}`, 'new')], 'range')
    }
  })
}
