import type { Document, KeysOf, Kind, OrderOf } from '../contract.ts'
import { leadOf } from '../wall-clock.ts'
import { OWN_KEYS } from './own.ts'
import type { Order } from './sorted-list.ts'
import { bucketOf } from './window.ts'

/** How the documents of a kind are indexed. */
export interface Layout<K extends Kind> {
  readonly own: (keys: KeysOf<K>) => KeysOf<K>
  /** The declared orders, spelt out: a comparison runs millions of times, and a fixed shape makes it fast. */
  readonly orders: Readonly<Record<OrderOf<K>, Order<Document<K>>>>
  readonly orderNames: readonly OrderOf<K>[]
  /** The order in which most lists are asked for: postings are sorted so, and the clock's buckets serve it. */
  readonly mainOrder: OrderOf<K>
  /** Keys of few values, by which documents are put in separate drawers. */
  readonly drawerKeys: readonly (keyof KeysOf<K> & string)[]
  /** Keys that are 0 for nearly all documents; those for which they are not lie in drawers of their own. */
  readonly zeroKeys: readonly (keyof KeysOf<K> & string)[]
  /** The key that is 0 for what everyone may see, else an author. */
  readonly readerOf?: (keys: KeysOf<K>) => number
  /** Keys whose values are carried by few documents each, found by hash. */
  readonly lookups: readonly (keyof KeysOf<K> & string)[]
  /** Keys whose values are carried by any number of documents each. */
  readonly postings: readonly (keyof KeysOf<K> & string)[]
  /** Many-valued keys whose carriers are counted by status. */
  readonly counted: readonly (keyof KeysOf<K> & string)[]
  readonly clock?: {
    readonly startOf: (document: Document<K>) => string
    readonly bucketOf: (keys: KeysOf<K>) => number
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

const linked = {
  orders: { newest, id: byId },
  orderNames: ['newest', 'id'],
  mainOrder: 'newest',
  drawerKeys: ['status'],
  zeroKeys: [],
  readerOf: (keys: { readonly reader: number }) => keys.reader,
  lookups: ['slug', 'unique_slug', 'name'],
  postings: [],
  counted: [],
} as const

const plain = {
  orders: { id: byId },
  orderNames: ['id'],
  mainOrder: 'id',
  drawerKeys: [],
  zeroKeys: [],
  lookups: [],
  postings: [],
  counted: [],
} as const

const term = { ...plain, lookups: ['slug', 'unique_slug', 'name', 'parent'] } as const

export const LAYOUTS: { readonly [K in Kind]: Layout<K> } = {
  event: {
    own: OWN_KEYS.event,
    orders: { start: byStart, published: byDate, id: byId },
    orderNames: ['start', 'published', 'id'],
    mainOrder: 'start',
    drawerKeys: ['status', 'hidden', 'featured', 'ticketed'],
    zeroKeys: ['full_reader'],
    readerOf: (keys) => keys.reader,
    lookups: ['slug', 'unique_slug', 'parent'],
    postings: ['category', 'tag', 'venue', 'organizer'],
    counted: ['category', 'tag', 'venue', 'organizer'],
    clock: { startOf: (document) => document.keys.start, bucketOf },
  },
  venue: { ...linked, own: OWN_KEYS.venue },
  organizer: { ...linked, own: OWN_KEYS.organizer },
  category: { ...term, own: OWN_KEYS.category },
  tag: { ...term, own: OWN_KEYS.tag },
  receipt: { ...plain, own: OWN_KEYS.receipt },
}
