import type { OrderedKeyValue } from '../../storage/key-value/store.ts'
import { check, equal } from '../assert.ts'
import type { KeyValueTest } from './calendar.ts'
import { NOTHING, wholeRange, write } from './steps.ts'

const RACERS = 20
const COUNTERS = 10
const ROUNDS = 20

const racers = <T>(count: number, run: (racer: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)))

/** Lets other tasks run, for stores that never wait. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/** The index of the only racer whose commit took effect. */
function winner(results: readonly boolean[]): number {
  equal(results.filter(Boolean).length, 1, 'commits that took effect')
  return results.indexOf(true)
}

/** Adds 1 to a counter: reads it, and writes it if it is unchanged. */
async function count(store: OrderedKeyValue, key: string, beside: string): Promise<void> {
  // A commit is only rejected if another one succeeded, so this many attempts are enough.
  for (let attempt = 0; attempt < COUNTERS * ROUNDS; attempt++) {
    const [value] = await store.get([key])
    const next = `${Number(value ?? 0) + 1}`
    const sets = [[key, next] as const, [beside, next] as const]
    if (await store.commit({ checks: [[key, value]], sets, deletes: [] })) return
  }
  check(false, 'a commit is refused only where another came between')
}

/** Repeats a read while a write runs, and reads at least once. */
async function readWhile(writing: Promise<unknown>, read: () => Promise<void>): Promise<void> {
  let isDone = false
  const done = writing.finally(() => {
    isDone = true
  })
  const reading = async () => {
    do {
      await read()
      await pause()
    } while (!isDone)
  }
  await Promise.all([done, reading(), reading()])
}

export function raceTests(test: KeyValueTest): void {
  test('races: of commits that expect the same value exactly one takes effect', async (store, {
    key,
    entry,
  }) => {
    await write(store, { sets: [entry('a', 'start')] })
    let value = 'start'
    for (let round = 0; round < 3; round++) {
      const results = await racers(RACERS, (racer) =>
        store.commit({
          checks: [[key('a'), value]],
          sets: [entry('a', `${round} ${racer}`), entry(`b${racer}`, `${round}`)],
          deletes: [],
        }),
      )
      const won = winner(results)
      value = `${round} ${won}`
      equal(await store.get([key('a'), key(`b${won}`)]), [value, `${round}`], 'values')
    }
  })

  test('races: of commits that expect a key to be absent exactly one takes effect', async (store, calendar) => {
    const { key, entry } = calendar
    const results = await racers(RACERS, (racer) =>
      store.commit({ checks: [[key('a'), undefined]], sets: [entry('a', `${racer}`)], deletes: [] }),
    )
    equal(await store.range(wholeRange(store, calendar)), [entry('a', `${winner(results)}`)], 'entries')
  })

  test('races: of commits that delete what they expect exactly one takes effect', async (store, calendar) => {
    const { key, entry } = calendar
    await write(store, { sets: [entry('a', '1')] })
    const results = await racers(RACERS, (racer) =>
      store.commit({ checks: [[key('a'), '1']], sets: [entry('b', `${racer}`)], deletes: [key('a')] }),
    )
    equal(await store.range(wholeRange(store, calendar)), [entry('b', `${winner(results)}`)], 'entries')
  })

  test('races: a check that held, held until its commit took effect', async (store, { key, entry }) => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [`a${round}`, `b${round}`]
      // Write skew: each commit sets one key on the condition that the other key is absent. Only one may succeed.
      const results = await Promise.all([
        store.commit({ checks: [[key(one), undefined]], sets: [entry(other, '1')], deletes: [] }),
        store.commit({ checks: [[key(other), undefined]], sets: [entry(one, '1')], deletes: [] }),
      ])
      winner(results)
    }
  })

  test('races: commits whose checks hold before and after each other all take effect', async (store, calendar) => {
    const { key, entry } = calendar
    await write(store, { sets: [entry('a', 'same')] })
    const results = await racers(RACERS, (racer) =>
      store.commit({
        checks: [[key('a'), 'same']],
        sets: [entry('a', 'same'), entry(`b${racer}`.padEnd(3, '-'), '1')],
        deletes: [],
      }),
    )
    equal(results.filter(Boolean).length, RACERS, 'commits that took effect')
    equal((await store.range(wholeRange(store, calendar))).length, RACERS + 1, 'entries')
  })

  test('races: commits of different keys, in opposite order and without checks, all end', async (store, calendar) => {
    const entries = Array.from({ length: 10 }, (_, index) => calendar.entry(`${index}`, '1'))
    const results = await racers(RACERS, (racer) => {
      const sets = entries.map(([key]) => [key, `${racer}`] as const)
      return store.commit({ ...NOTHING, sets: racer % 2 === 0 ? sets : sets.reverse() })
    })
    equal(results.filter(Boolean).length, RACERS, 'commits that took effect')
    const values = (await store.range(wholeRange(store, calendar))).map(([, value]) => value)
    equal([values.length, new Set(values).size], [entries.length, 1], 'all from the last one')
  })

  test('races: a counter loses nothing of what several add', async (store, { key }) => {
    await racers(COUNTERS, async () => {
      for (let round = 0; round < ROUNDS; round++) await count(store, key('a'), key('b'))
    })
    const total = `${COUNTERS * ROUNDS}`
    equal(await store.get([key('a'), key('b')]), [total, total], 'counters')
  })

  test('races: a reader sees a commit whole or not at all', async (store, calendar) => {
    const { key, entry } = calendar
    const names = ['a', 'b/1', 'b/2', 'c']
    const range = wholeRange(store, calendar)
    await write(store, { sets: names.map((name) => entry(name, '0')) })
    const writing = async () => {
      for (let round = 1; round <= 100; round++) {
        await write(store, { sets: names.map((name) => entry(name, `${round}`)) })
      }
    }
    let last = 0
    await readWhile(writing(), async () => {
      const before = last
      const got = await store.get(names.map(key))
      const found = (await store.range(range)).map(([, value]) => value)
      const backwards = (await store.range({ ...range, reverse: true })).map(([, value]) => value)
      let seen = before
      for (const values of [got, found, backwards]) {
        equal([values.length, new Set(values).size], [names.length, 1], `values of one commit: ${values}`)
        const round = Number(values[0])
        check(round >= seen, 'a reader does not go back in time')
        seen = round
      }
      last = Math.max(last, seen)
    })
  })

  test('races: a range sees what commits move from key to key exactly once', async (store, calendar) => {
    const { key, entry } = calendar
    const range = wholeRange(store, calendar)
    await write(store, { sets: [entry('0', 'moving'), entry('m', 'middle')] })
    const places = ['z', 'a', 'n', '0']
    const writing = async () => {
      let from = '0'
      for (let round = 0; round < 100; round++) {
        const to = places[round % places.length] ?? ''
        await write(store, { sets: [entry(to, 'moving')], deletes: [key(from)] })
        from = to
      }
    }
    await readWhile(writing(), async () => {
      for (const reverse of [false, true]) {
        const values = (await store.range({ ...range, reverse })).map(([, value]) => value)
        equal([...values].sort(), ['middle', 'moving'], 'values')
      }
    })
  })
}
