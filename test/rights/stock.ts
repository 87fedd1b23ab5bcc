import type { EventsApiOptions } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { expect } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { type Asker, type Calendar, eventOf, on, openCalendar, textAt, USERS } from '../routes/calendar.ts'
import type { Owner, State } from './table.ts'

/*
 * Two calendars of which everything that is public is the same, ID by ID and version by version: one holds an event,
 * a venue and an organizer in some state, the other does not. Who may not read these must not be able to tell which
 * of the two answers.
 */

/** No other text, and no number, of the calendars has one of these in it. */
export const SECRETS = {
  event: {
    title: 'Zqtitle',
    description: '<p>Zqdescription</p>',
    excerpt: 'Zqexcerpt',
    slug: 'zqevent',
    website: 'https://zqsite.example/',
    image: 'https://zqimage.example/a.png',
    cost: '$9371',
    start_date: '2027-06-17 13:37:11',
    end_date: '2027-06-18 14:41:13',
    timezone: 'Asia/Kathmandu',
  },
  venue: {
    venue: 'Zqvenue',
    description: 'Zqroom',
    slug: 'zqhouse',
    address: 'Zqstreet',
    city: 'Zqcity',
    province: 'Zqprovince',
    zip: 'Zqzip',
    phone: 'Zqphone',
    website: 'https://zqvenue.example/',
    geo_lat: 61.2857,
    geo_lng: 103.7159,
  },
  organizer: {
    organizer: 'Zqorganizer',
    description: 'Zqband',
    slug: 'zqpeople',
    phone: 'Zqcall',
    email: 'zq@mail.example',
    website: 'https://zqorganizer.example/',
  },
} as const

/** What of these a refusal could show, in lower case. */
export const TOKENS = ['zq', '9371', '13:37:11', '14:41:13', '2027-06-1', 'kathmandu', '61.2857', '103.7159']

/** What a password leaves to be seen. */
const { title, slug, start_date, end_date, timezone } = SECRETS.event
const SHOWN = { title, slug, start_date, end_date, timezone }

export const PASSWORD = 'ladle'

const KINDS = ['event', 'venue', 'organizer'] as const

export interface Ids {
  /** What may not be seen by everybody. */
  readonly event: number
  readonly venue: number
  readonly organizer: number
  /** At the hidden venue and at the hall, of the hidden organizer and of the choir, and part of the hidden event. */
  readonly open: number
  /** At the hidden venue alone; the hidden event is part of it. */
  readonly late: number
  readonly hall: number
  readonly choir: number
  /** Which only the hidden event has. */
  readonly lone: { readonly venue: number; readonly organizer: number }
  readonly rare: { readonly category: number; readonly tag: number }
  /** In the trash. */
  readonly gone: { readonly venue: number; readonly organizer: number }
}

export interface World extends Calendar {
  readonly storage: Storage
  readonly ids: Ids
  readonly slugs: { readonly event: string; readonly venue: string; readonly organizer: string }
}

/** The event under a password is seen by all, so that the other calendar has it, too, with other fields. */
export async function openWorld(
  state: State,
  owner: Owner,
  isThere = true,
  { storage = memoryStorage(), options = {} }: { storage?: Storage; options?: EventsApiOptions } = {},
): Promise<World> {
  const calendar = openCalendar(options, storage)
  const { ask, make } = calendar
  // IDs of four digits occur nowhere by chance.
  await storage.allocate('post', 7800)
  await storage.allocate('term', 5300)
  const category = await make('categories', { name: 'Food' })
  const rare = {
    category: await make('categories', { name: 'Rare', parent: category }),
    tag: await make('tags', { name: 'Seldom' }),
  }
  const old = { date: '2026-02-03' }
  const hall = await make('venues', { venue: 'Hall', geo_lat: 40, geo_lng: -74 })
  const choir = await make('organizers', { organizer: 'Choir' })
  const lone = {
    venue: await make('venues', { venue: 'Lone house', ...old }),
    organizer: await make('organizers', { organizer: 'Lone band', ...old }),
  }
  const gone = {
    venue: await make('venues', { venue: 'Ruin', status: 'trash', ...old }),
    organizer: await make('organizers', { organizer: 'Ghosts', status: 'trash', ...old }),
  }
  const open = await make('events', eventOf({ categories: [category] }))
  const late = await make('events', on('2027-09-10 20:00:00', '2027-09-10 22:00:00', { title: 'Late show' }))
  const ids = { open, late, hall, choir, lone, rare, gone }
  const hidden =
    isThere || state === 'password' ? await hide(calendar, state, owner, isThere, rare) : undefined
  if (hidden === undefined) {
    const [event = 0, venue = 0, organizer = 0] = await storage.allocate('post', 3)
    await link(calendar, ids, [], [], 0)
    return {
      ...calendar,
      storage,
      ids: { ...ids, event, venue, organizer },
      slugs: { event: '', venue: '', organizer: '' },
    }
  }
  if (isThere) await tie(calendar, { ...ids, ...hidden })
  const isShared = state !== 'password'
  await link(calendar, ids, isShared ? [hidden.venue] : [], isShared ? [hidden.organizer] : [], hidden.event)
  const slugs = { event: '', venue: '', organizer: '' }
  for (const kind of KINDS) {
    // Only now: what is in the trash cannot be linked.
    const status = { status: state, ...(state === 'future' ? { date: '2027-12-01' } : {}) }
    const settled = await ask('PATCH', `/${kind}s/${hidden[kind]}`, isShared ? status : {})
    expect(settled.body.status, settled.text).toBe(isShared ? state : 'publish')
    slugs[kind] = textAt(settled.body, 'slug')
  }
  return { ...calendar, storage, ids: { ...ids, ...hidden }, slugs }
}

/** Makes what is to be hidden, as private records at first. */
async function hide({ make }: Calendar, state: State, owner: Owner, isWhole: boolean, rare: Ids['rare']) {
  const author = { author: USERS[owner].id }
  const isLocked = state === 'password'
  const common = { ...author, status: isLocked ? 'publish' : 'private', date: '2026-06-07' }
  const terms = { categories: [rare.category], tags: [rare.tag] }
  const password = isLocked ? { password: PASSWORD } : {}
  const fields = isWhole ? { ...SECRETS.event, ...terms, featured: true, ticketed: true } : SHOWN
  const event = await make('events', { ...fields, ...common, ...password })
  const venue = await make('venues', { ...SECRETS.venue, ...common })
  const organizer = await make('organizers', { ...SECRETS.organizer, ...common })
  return { event, venue, organizer }
}

/** Ties the public events to what is hidden, or to nothing, by as many writes. */
async function link(
  { ask }: Calendar,
  { open, late, hall, choir }: Pick<Ids, 'open' | 'late' | 'hall' | 'choir'>,
  venues: readonly number[],
  organizers: readonly number[],
  parent: number,
): Promise<void> {
  const first = { venue: [hall, ...venues], organizer: [choir, ...organizers], post_parent: parent }
  for (const [id, fields] of [
    [open, first],
    [late, { venue: venues, organizer: organizers }],
  ] as const) {
    const linked = await ask('PATCH', `/events/${id}`, fields)
    expect(linked.status, linked.text).toBe(200)
  }
}

/** Ties what is hidden to public records that nothing else is tied to. */
async function tie({ ask }: Calendar, ids: Omit<Ids, 'gone'>): Promise<void> {
  const venue = [ids.lone.venue, ids.venue]
  const organizer = [ids.lone.organizer, ids.organizer]
  const tied = await ask('PATCH', `/events/${ids.event}`, { venue, organizer, post_parent: ids.late })
  expect(tied.status, tied.text).toBe(200)
}

export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface Question {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** An answer as it comes, HTML included. */
export async function knock(
  { api }: World,
  as: Asker,
  { method, path, headers, body }: Question,
): Promise<Seen> {
  const init: RequestInit = { method: method ?? 'GET', headers: { ...headers } }
  const sent = new Headers(init.headers)
  if (as !== 'visitor') sent.set('x-user', as)
  if (body !== undefined) {
    sent.set('content-type', 'application/json')
    init.body = JSON.stringify(body)
  }
  const url = `https://calendar.example${api.basePath}${path}`
  const response = await api.fetch(new Request(url, { ...init, headers: sent }))
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}

/** Every document with its version: what a refused write leaves as it is. */
export async function dump(storage: Storage): Promise<string> {
  const all = { order: 'id', limit: Number.MAX_SAFE_INTEGER } as const
  const kinds = ['event', 'venue', 'organizer', 'category', 'tag'] as const
  return JSON.stringify(await Promise.all(kinds.map((kind) => storage.find(kind, all))))
}
