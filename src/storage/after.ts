import {
  type Condition,
  type Document,
  KEYS,
  type KeyValue,
  type Kind,
  type OrderOf,
  orderParts,
  type Place,
  type Query,
  type Storage,
} from './contract.ts'

/* Places in orders: how lists go on after one. A file of its own, because few requests need it. */

type Value = KeyValue | readonly KeyValue[]

interface Sorted<K extends Kind> {
  readonly order: OrderOf<K>
  readonly reverse?: boolean
}

export function keyOf<K extends Kind>(document: Document<K>, name: string): Value | undefined {
  const keys: Readonly<Record<string, Value>> = document.keys
  return name === 'id' ? document.id : keys[name]
}

/** The place of a document in an order. */
export function placeIn<K extends Kind>(kind: K, order: OrderOf<K>, document: Document<K>): Place {
  return orderParts(kind, order).map(({ key }) => {
    const value = keyOf(document, key)
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError(`${kind}: no order by ${key}`)
    return value
  })
}

/** Tests whether something comes after a place. `read` gives a key of it. */
export function comesAfter<K extends Kind, T>(
  kind: K,
  { order, reverse }: Sorted<K>,
  place: Place,
  read: (one: T, key: string) => Value | undefined,
): (one: T) => boolean {
  const parts = orderParts(kind, order, reverse)
  return (one) => {
    for (const [index, { key, isDescending }] of parts.entries()) {
      const value = read(one, key)
      const bound = place[index]
      if (value === bound || value == null || bound === undefined) continue
      return value > bound !== isDescending
    }
    return false
  }
}

/** The documents after a place, on every storage: by several finds where it does not know `after`. */
export async function findAfter<K extends Kind>(
  storage: Storage,
  kind: K,
  query: Omit<Query<K>, 'offset'> & { readonly after: Place },
): Promise<readonly Document<K>[]> {
  const found = await storage.find(kind, query)
  const [first] = found
  // If the first one comes after the place, all do. Then nothing came before, or the storage knows `after`.
  const isAfter = comesAfter(kind, query, query.after, keyOf<K>)
  return first === undefined || isAfter(first) ? found : findInSteps(storage, kind, query)
}

/** First the documents that share all parts of the place but the ID, then all but the last date, and so on. */
async function findInSteps<K extends Kind>(
  storage: Storage,
  kind: K,
  { after, where = [], limit, ...query }: Omit<Query<K>, 'offset'> & { readonly after: Place },
): Promise<readonly Document<K>[]> {
  const parts = orderParts(kind, query.order, query.reverse)
  const found: Document<K>[] = []
  for (let shared = parts.length - 1; shared >= 0 && found.length < limit; shared--) {
    const step = parts.slice(0, shared + 1).flatMap(({ key, isDescending }, index): Condition<K>[] => {
      const bound = after[index]
      if (bound === undefined || !isKey(kind, key)) return []
      if (index < shared) return [{ key, gte: bound, lte: bound }]
      return [{ key, ...(isDescending ? { lt: bound } : { gt: bound }) }]
    })
    const conditions = [...where, ...step]
    const rest = { ...query, where: conditions, limit: limit - found.length }
    found.push(...(await storage.find(kind, rest)))
  }
  return found
}

const isKey = <K extends Kind>(kind: K, name: string): name is Condition<K>['key'] =>
  name === 'id' || name in KEYS[kind]
