import { invalidParam } from '../../../errors.ts'
import { findAfter, placeIn } from '../../../storage/after.ts'
import {
  type Document,
  KEYS,
  type KeySpec,
  type Kind,
  type OrderOf,
  orderParts,
  type Place,
  type Query,
  type Storage,
} from '../../../storage/contract.ts'
import { parse } from '../../domain/json.ts'
import type { Page } from '../../domain/records/views.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import { unsafeText } from '../../domain/text/unsafe-text.ts'
import { inRange, isWallClock } from '../../domain/time/calendar.ts'
import { clockAt } from '../../domain/time/request-clock.ts'
import { atWall, startOfDay, unixSeconds } from '../../domain/time/zones.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import { readPage } from './pages.ts'

/*
 * Lists that are read by cursor: each page begins after the last record of the one before, by its place in the order.
 * So what is written meanwhile moves no other record over a border of pages. Loaded with the first cursor.
 */

type Filters = readonly (readonly [name: string, value: string])[]

/** What a cursor holds. */
interface Cursor {
  /** Of the list, its filters and its order. */
  readonly list: number
  /** When the walk began, in seconds: default windows and words such as `tomorrow` mean the same on all pages. */
  readonly began: number
  readonly place: Place
}

const VERSION = 1
/** More than any cursor of ours has. */
const MOST_CHARACTERS = 4096

const textOf = ({ list, began, place }: Cursor): string => {
  const bytes = new TextEncoder().encode(JSON.stringify([VERSION, list, began, ...place]))
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** `undefined`: this is no cursor. */
function cursorOf(text: string): Cursor | undefined {
  const values = text.length > MOST_CHARACTERS ? undefined : valuesIn(text)
  if (!Array.isArray(values)) return undefined
  const [version, list, began, ...place]: unknown[] = values
  if (version !== VERSION || !isWhole(list) || !isWhole(began) || !place.every(isPart)) return undefined
  const cursor = { list, began, place }
  return isTime(began) && textOf(cursor) === text ? cursor : undefined
}

function valuesIn(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
      byte.charCodeAt(0),
    )
    return parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
const isPart = (value: unknown): value is string | number => isWhole(value) || typeof value === 'string'

const DECADE = 10 * 366 * 86_400

/** Default windows and words reach this far from the beginning. */
const isTime = (seconds: number): boolean => inRange(seconds - DECADE) && inRange(seconds + DECADE)

// —— A walk ———————————————————————————————————————————————————————————————————————————————————————————————————

export interface Walk {
  /** The context with the time when the walk began. */
  readonly context: RequestContext
  readonly perPage: number
  /** Where the page begins; `undefined` for the first one. 400 if the cursor is of another list. */
  readonly after: (name: string, filters: Filters, isPlace: (place: Place) => boolean) => Place | undefined
  /** The answer. `next`: the place of its last record, if another page follows. */
  readonly answer: <T>(page: Part<T>) => Answer<Page<T>>
}

interface Part<T> {
  readonly records: readonly T[]
  readonly total: number
  readonly next: Place | undefined
}

interface WalkFields {
  readonly cursor?: string | undefined
  readonly page?: number | undefined
  readonly per_page?: number | undefined
}

/**
 * `isTimed`: the list depends on more than the day. Otherwise the walk begins with the day, so that its first page is
 * cached until the day ends.
 */
export function beginWalk(context: RequestContext, fields: WalkFields, isTimed: boolean): Walk {
  const { site, problems } = context
  const { perPage } = readPage(fields, site)
  const given = fields.cursor ?? ''
  const cursor = given === '' ? undefined : cursorOf(given)
  if (given !== '' && cursor === undefined) problems.invalid('cursor', 'is not a cursor of a list')
  if (context.params.page !== undefined) problems.invalid('page', 'must not stand beside cursor')
  const began = cursor?.began ?? (isTimed ? unixSeconds(context.clock.now()) : startOf(context))
  let list = 0
  let filters: Filters = []
  return {
    context: contextAt(context, began),
    perPage,
    after(name, given, isPlace) {
      filters = given
      const ofList = given.filter(([key]) => key !== '_fields')
      list = textHash(JSON.stringify([name, site.zone.name, ...ofList]))
      if (cursor === undefined) return undefined
      if (cursor.list !== list || !isPlace(cursor.place)) {
        throw invalidParam('cursor', 'is of another list: the filters and the order must stay the same')
      }
      return cursor.place
    },
    answer({ records, total, next }) {
      const query = new URLSearchParams({ cursor: given, per_page: String(perPage) })
      for (const [name, value] of filters) query.append(name, value)
      const links = (collection: string) => {
        const rest_url = `${collection}/?${query}`
        if (next === undefined) return { rest_url }
        query.set('cursor', textOf({ list, began, place: next }))
        return { rest_url, next_rest_url: `${collection}/?${query}` }
      }
      const total_pages = Math.ceil(total / perPage)
      const content = { records, total, page: 1, total_pages, query: { filters }, links }
      return { status: 200, content, totals: content }
    },
  }
}

const startOf = ({ clock, site }: RequestContext): number =>
  atWall(startOfDay(clock.today()), site.zone).epoch

/** The same request at another time, which says nothing about how long the answer is cached. */
const contextAt = (context: RequestContext, began: number): RequestContext => ({
  ...context,
  clock: clockAt(new Date(began * 1000), context.site.zone),
})

// —— Places in the orders of storages ——————————————————————————————————————————————————————————————————————————

const SPECS: Readonly<Record<Kind, Readonly<Record<string, KeySpec>>>> = KEYS

/** Whether a place, which comes from a client, is one of the order. */
export const isPlaceIn =
  <K extends Kind>(kind: K, order: OrderOf<K>) =>
  (place: Place): boolean => {
    const parts = orderParts(kind, order)
    return (
      place.length === parts.length &&
      parts.every(({ key }, index) => {
        const value = place[index]
        if (key === 'id') return isWhole(value)
        const { date, longest = 0 } = SPECS[kind][key] ?? {}
        if (typeof value !== 'string') return false
        return date === true ? isWallClock(value) : value.length <= longest && unsafeText(value) === undefined
      })
    )
  }

export interface PageAfter<T> {
  readonly found: readonly T[]
  /** The place of the last one, if another page follows. */
  readonly next: Place | undefined
  /** On all pages. */
  readonly total: number
}

/** A page of documents. */
export async function readAfter<K extends Kind>(
  storage: Storage,
  kind: K,
  query: Omit<Query<K>, 'offset' | 'after' | 'limit'>,
  { perPage, after }: { readonly perPage: number; readonly after: Place | undefined },
): Promise<PageAfter<Document<K>>> {
  const one = { ...query, limit: perPage + 1 }
  const finding = after === undefined ? storage.find(kind, one) : findAfter(storage, kind, { ...one, after })
  // As in `readListed`: a page of a search that is not full tells the total.
  const isWhole = query.text !== undefined && after === undefined && (await finding).length <= perPage
  const [all, total] = await Promise.all([finding, isWhole ? undefined : storage.count(kind, query)])
  const found = all.slice(0, perPage)
  const last = found.at(-1)
  const isLast = last === undefined || all.length <= perPage
  return { found, next: isLast ? undefined : placeIn(kind, query.order, last), total: total ?? all.length }
}
