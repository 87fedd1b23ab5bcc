import { type Document, type KeysOf, type Kind, type OrderOf, orderConditions } from '../contract.ts'
import { leadOf } from '../shared/dates.ts'
import { LOOKUPS, namesWhere, PARTITIONS, UNIQUE } from '../shared/keys.ts'
import { ordersOf } from '../shared/orders.ts'
import type { Order } from './sorted-list.ts'
import { bucketOf, type FirstDate } from './time-window.ts'

/** The indexes of a kind. */
export interface Layout<K extends Kind> extends Special<K> {
  readonly kind: K
  readonly orderNames: readonly OrderOf<K>[]
  /** The order of most lists. Inverted indexes use it, and the buckets of the time window apply to it. */
  readonly mainOrder: OrderOf<K>
  /** The orders in which only some documents are, with the key that all of those have. */
  readonly partialOrders: ReadonlyMap<string, string>
  /** Keys with few values. Documents are partitioned by them. */
  readonly partitionKeys: readonly string[]
  /** Keys that are 0 for nearly all documents. The other documents have separate partitions. */
  readonly zeroKeys: readonly string[]
  /** Keys with a hash index: few documents share a value. */
  readonly lookups: readonly string[]
  /** Multi-valued keys with an inverted index: any number of documents share a value. */
  readonly postings: readonly string[]
}

/** Facts that cannot be derived from `KEYS`. */
interface Special<K extends Kind> {
  /** The declared orders as code. A comparison runs millions of times, and a fixed object shape makes it fast. */
  readonly orders: Readonly<Record<OrderOf<K>, Order<Document<K>>>>
  /** The author who may see the document, or 0 for everyone. */
  readonly readerOf?: (keys: KeysOf<K>) => number
  /** The bucket of a document in the main order. Absent: all are in one. */
  readonly bucketOf?: (keys: KeysOf<K>) => number
  /** The date with which an order begins, so that bounds on it are stretches of its lists. */
  readonly firstDates: Readonly<Partial<Record<OrderOf<K>, FirstDate<K>>>>
}

const ZEROS = namesWhere(({ index }) => index === 'zero')
const MANY = namesWhere(({ many }) => many)

function layoutOf<K extends Kind>(kind: K, special: Special<K>): Layout<K> {
  const orderNames = ordersOf(kind)
  const unique = UNIQUE[kind]
  return {
    ...special,
    kind,
    orderNames,
    mainOrder: orderNames[0],
    partialOrders: new Map(
      orderNames.flatMap((order) => orderConditions(kind, order).map(({ key }) => [order, key] as const)),
    ),
    partitionKeys: PARTITIONS[kind],
    zeroKeys: ZEROS[kind],
    lookups: [...LOOKUPS[kind], ...(unique === undefined ? [] : [unique])],
    postings: MANY[kind],
  }
}

const byId = {
  lead: ({ id }: { readonly id: number }) => id,
  compare: (a: { readonly id: number }, b: { readonly id: number }) => a.id - b.id,
}

type Dated = Document<'event' | 'venue' | 'organizer'>

const compareDates = (a: Dated, b: Dated): number => {
  const x = a.keys.date
  const y = b.keys.date
  return x === y ? a.id - b.id : x < y ? -1 : 1
}

const byDate = { lead: (document: Dated) => leadOf(document.keys.date), compare: compareDates }

const newest = {
  lead: (document: Dated) => -leadOf(document.keys.date),
  compare: (a: Dated, b: Dated) => compareDates(b, a),
}

const byStart: Order<Document<'event'>> = {
  lead: (document) => leadOf(document.keys.start),
  compare: (a, b) => {
    const x = a.keys.start
    const y = b.keys.start
    return x === y ? compareDates(a, b) : x < y ? -1 : 1
  },
}

const byModified: Order<Dated> = {
  lead: (document) => leadOf(document.keys.modified),
  compare: (a, b) => {
    const x = a.keys.modified
    const y = b.keys.modified
    return x === y ? a.id - b.id : x < y ? -1 : 1
  },
}

const modified = { key: 'modified', valueOf: (document: Dated) => document.keys.modified }

const UNITS = 2 ** 16

/** The first three characters as one number. A missing one is less than any other. */
const leadOfText = (text: string): number =>
  ((text.charCodeAt(0) || 0) * UNITS + (text.charCodeAt(1) || 0)) * UNITS + (text.charCodeAt(2) || 0)

const byTitle: Order<Dated> = {
  lead: ({ keys }) => leadOfText(keys.title),
  compare: (a, b) => {
    const x = a.keys.title
    const y = b.keys.title
    return x === y ? a.id - b.id : x < y ? -1 : 1
  },
}

const linked = {
  orders: { newest, modified: byModified, title: byTitle, id: byId },
  readerOf: (keys: { readonly reader: number }) => keys.reader,
  firstDates: { modified },
}

/** Only documents that have the key are in the order. */
const byText = (key: 'name' | 'due', leadOf: (text: string) => number): Order<Document<'extra'>> => ({
  lead: ({ keys }) => leadOf(keys[key] ?? ''),
  compare: (a, b) => {
    const x = a.keys[key] ?? ''
    const y = b.keys[key] ?? ''
    return x === y ? a.id - b.id : x < y ? -1 : 1
  },
})

const plain = { orders: { id: byId }, firstDates: {} }

export const LAYOUTS: { readonly [K in Kind]: Layout<K> } = {
  event: layoutOf('event', {
    orders: { start: byStart, published: byDate, modified: byModified, title: byTitle, id: byId },
    readerOf: (keys) => keys.reader,
    bucketOf,
    firstDates: { start: { key: 'start', valueOf: (document) => document.keys.start }, modified },
  }),
  venue: layoutOf('venue', linked),
  organizer: layoutOf('organizer', linked),
  category: layoutOf('category', plain),
  tag: layoutOf('tag', plain),
  receipt: layoutOf('receipt', plain),
  entry: layoutOf('entry', plain),
  extra: layoutOf('extra', {
    orders: { id: byId, name: byText('name', leadOfText), due: byText('due', leadOf) },
    firstDates: { due: { key: 'due', valueOf: (document) => document.keys.due ?? '' } },
  }),
}
