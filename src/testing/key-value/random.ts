import type { Entry, KeyRange, Mutation, OrderedKeyValue } from '../../storage/key-value/store.ts'
import { equal } from '../assert.ts'
import { Dice } from '../dice.ts'
import type { Calendar, KeyValueTest } from './calendar.ts'

/* Random calls with a fixed seed, compared with a model. */

const OPERATIONS = 300
const CHARACTERS = ['!', '-', '/', '0', 'A', '_', 'a', '~'] as const
const PIECES = ['a', 'B', ' ', '\n', '"', 'ż', '€', '😀', '{}', '\0'] as const

class Model {
  readonly #values = new Map<string, string>()

  get(key: string): string | undefined {
    return this.#values.get(key)
  }

  keys(): readonly string[] {
    return [...this.#values.keys()]
  }

  range({ start, end, limit, reverse = false }: KeyRange): readonly Entry[] {
    const entries = [...this.#values].filter(([key]) => key >= start && key < end)
    entries.sort(([a], [b]) => (a < b === reverse ? 1 : -1))
    return entries.slice(0, limit)
  }

  commit({ checks, sets, deletes }: Mutation): boolean {
    if (checks.some(([key, value]) => this.#values.get(key) !== value)) return false
    for (const [key, value] of sets) this.#values.set(key, value)
    for (const key of deletes) this.#values.delete(key)
    return true
  }
}

/** Makes one call and compares the results of the store and the model. */
async function compare(
  store: OrderedKeyValue,
  model: Model,
  { dice, keyOf }: { readonly dice: Dice; readonly keyOf: () => string },
): Promise<void> {
  const value = () =>
    `${dice.upTo(3)}${dice.some(dice.oneOf([1, 5, 300]), () => dice.oneOf(PIECES)).join('')}`
  switch (dice.upTo(4)) {
    case 0: {
      const keys = dice.some(10, keyOf)
      equal(
        await store.get(keys),
        keys.map((key) => model.get(key)),
        `get ${keys}`,
      )
      return
    }
    case 1: {
      const [a, b] = [keyOf(), keyOf()]
      const [start, end] = a < b || dice.chance(10) ? [a, b] : [b, a]
      const range = { start, end, limit: dice.oneOf([1, 2, 10, 100]), reverse: dice.chance(2) }
      equal(await store.range(range), model.range(range), `range ${JSON.stringify(range)}`)
      return
    }
    default: {
      const changed = new Set(dice.some(12, keyOf))
      const checked = new Set([...dice.some(2, keyOf), ...[...changed].filter(() => dice.chance(4))])
      const isSet = new Map([...changed].map((key) => [key, !dice.chance(3)]))
      const mutation = {
        checks: [...checked].map((key) => [key, dice.chance(10) ? value() : model.get(key)] as const),
        sets: [...changed].filter((key) => isSet.get(key)).map((key) => [key, value()] as const),
        deletes: [...changed].filter((key) => !isSet.get(key)),
      }
      equal(await store.commit(mutation), model.commit(mutation), `commit ${JSON.stringify(mutation)}`)
    }
  }
}

export function randomTests(test: KeyValueTest): void {
  for (const seed of [1, 2, 3]) {
    test(`random: ${OPERATIONS} calls mean what the port says (seed ${seed})`, (store, { key }: Calendar) => {
      const dice = new Dice(seed)
      const model = new Model()
      const keyOf = () => {
        const keys = model.keys()
        if (keys.length > 0 && dice.chance(3)) return dice.oneOf(keys)
        return key(dice.some(3, () => dice.oneOf(CHARACTERS)).join(''))
      }
      const run = async () => {
        for (let call = 0; call < OPERATIONS; call++) await compare(store, model, { dice, keyOf })
      }
      return run()
    })
  }
}
