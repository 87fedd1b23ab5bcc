import { KEYS, type Kind, ORDERS, type OrderOf, orderParts } from '../contract.ts'
import type { Value } from './keys.ts'

/** The names of a kind's orders. Most lists use the first. */
export function ordersOf<K extends Kind>(kind: K): readonly [OrderOf<K>, ...OrderOf<K>[]] {
  const isOrder = (name: string): name is OrderOf<K> => name in ORDERS[kind]
  const [main, ...others] = Object.keys(ORDERS[kind]).filter(isOrder)
  if (main === undefined) throw new TypeError(`${kind} has no order`)
  return [main, ...others]
}

/** The dates in a kind's main order. */
export function mainDatesOf(kind: Kind): string[] {
  const parts = orderParts(kind, ordersOf(kind)[0])
  return parts.map(({ key }) => key).filter((key) => key in KEYS[kind])
}

/** Compares any objects by a declared order; `valueAt` reads a key. */
export function comparing<K extends Kind, T>(
  kind: K,
  order: OrderOf<K>,
  valueAt: (one: T, key: string) => Value | undefined,
  reverse = false,
): (a: T, b: T) => number {
  const parts = orderParts(kind, order, reverse)
  return (a, b) => {
    for (const { key, isDescending } of parts) {
      const [x, y] = [valueAt(a, key), valueAt(b, key)]
      if (x === y || x == null || y == null) continue
      return x < y === isDescending ? 1 : -1
    }
    return 0
  }
}
