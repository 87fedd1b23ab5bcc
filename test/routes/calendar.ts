import { ApiError, createEventsApi, type EventsApi, type EventsApiOptions } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { expect } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { isUser, USERS, type User } from '../setup/users.ts'

export { USERS, type User }

/*
 * A fresh calendar per test, asked as a Fetch handler is: 2027-03-01T12:00:00Z in New York, users by a header.
 */

export const ORIGIN = 'https://calendar.example'
export const API = `${ORIGIN}/vendor/events/v1`

export type Asker = User | 'visitor'

export const ASKERS: readonly Asker[] = [
  'visitor',
  'subscriber',
  'contributor',
  'contributor2',
  'author',
  'author2',
  'editor',
  'administrator',
]

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The parsed body; `{}` when there is none. */
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
}

export interface Calendar {
  readonly api: EventsApi
  /** Sends JSON when there is something to send; as the editor unless somebody else is named. */
  readonly ask: (method: string, path: string, body?: unknown, as?: Asker) => Promise<Answer>
  /** Sends anything. */
  readonly send: (path: string, init: RequestInit, as?: Asker) => Promise<Answer>
  /** Creates something that must succeed, and answers its ID. */
  readonly make: (collection: string, fields: object, as?: Asker) => Promise<number>
  /** Moves the clock. */
  readonly setTime: (iso: string) => void
  /** What `onError` was told. */
  readonly errors: unknown[]
}

/** Who may write records of their own, and who those of everybody. */
export const WRITERS: readonly Asker[] = [
  'contributor',
  'contributor2',
  'author',
  'author2',
  'editor',
  'administrator',
]
export const MASTERS: readonly Asker[] = ['editor', 'administrator']

export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type Status = (typeof STATUSES)[number]

/** The fields that give a record a status, with the date to come that `future` needs. */
export const inStatus = (status: Status) => ({
  status,
  ...(status === 'future' ? { date: '2027-12-01' } : {}),
})

export function openCalendar(options: EventsApiOptions = {}, storage: Storage = memoryStorage()): Calendar {
  let time = '2027-03-01T12:00:00Z'
  const errors: unknown[] = []
  const api = createEventsApi(storage, {
    timezone: 'America/New_York',
    now: () => new Date(time),
    authenticate: (request) => {
      const name = request.headers.get('x-user')
      if (name === null) return null
      if (!isUser(name)) throw new ApiError('rest_invalid_credentials')
      return USERS[name]
    },
    isAuthor: (id) => typeof id === 'number' && id <= 7,
    onError: (error) => errors.push(error),
    ...options,
  })

  const send: Calendar['send'] = async (path, init, as = 'editor') => {
    const headers = new Headers(init.headers)
    if (as !== 'visitor') headers.set('x-user', as)
    const url = path.startsWith('http') ? path : `${ORIGIN}${api.basePath}${path}`
    const response = await api.fetch(new Request(url, { ...init, headers }))
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : {}
    if (!isObject(parsed)) throw new TypeError(`not an object: ${text.slice(0, 80)}`)
    return { status: response.status, headers: response.headers, body: parsed, text }
  }
  const ask: Calendar['ask'] = (method, path, body, as) =>
    send(
      path,
      body === undefined
        ? { method }
        : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      as,
    )
  return {
    api,
    ask,
    send,
    errors,
    make: async (collection, fields, as) => {
      const answer = await ask('POST', `/${collection}`, fields, as)
      expect(answer.status, answer.text).toBe(201)
      return idOf(answer.body)
    },
    setTime: (iso) => {
      time = iso
    },
  }
}

/** The least that makes an event, on a day of the default window. */
export const eventOf = (fields: object = {}) => ({
  title: 'Open day',
  start_date: '2027-05-10 10:00:00',
  end_date: '2027-05-10 12:00:00',
  ...fields,
})

/** The same with times of its own. */
export const on = (start: string, end = start, fields: object = {}) =>
  eventOf({ ...fields, start_date: start, end_date: end })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an answer holds at a path of names and positions; undefined where there is nothing. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let here = value
  for (const step of path) {
    if (typeof here !== 'object' || here === null) return undefined
    here = Reflect.get(here, step)
  }
  return here
}

export function idOf(record: unknown): number {
  const id = at(record, 'id')
  if (typeof id !== 'number') throw new TypeError(`no ID in ${JSON.stringify(record)?.slice(0, 200)}`)
  return id
}

export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`no list: ${JSON.stringify(value)?.slice(0, 200)}`)
  return value
}

/** The IDs of the records that a list answer holds, in its order. */
export const idsIn = (body: unknown, collection: string): number[] => listOf(at(body, collection)).map(idOf)

/** The titles of a list of events, in its order. */
export const titles = ({ body }: Answer) => listOf(body.events).map((event) => at(event, 'title'))

export function textAt(value: unknown, ...path: (string | number)[]): string {
  const text = at(value, ...path)
  if (typeof text !== 'string') throw new TypeError(`no text at ${path.join('.')}`)
  return text
}

/** Asserts a refusal: its status, its code, the body's shape. */
export function expectRefusal(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body.code }, answer.text).toEqual({ status, code })
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'data', 'message'])
  expect(at(answer.body, 'data', 'status')).toBe(status)
  expect(typeof answer.body.message).toBe('string')
}

/** Asserts a 400 that names exactly these parameters as wrong or missing. */
export function expectWrong(answer: Answer, ...names: string[]): void {
  expectRefusal(answer, 400, 'rest_invalid_param')
  expect(Object.keys(at(answer.body, 'data', 'params') ?? {}).sort()).toEqual([...names].sort())
}

/** How many records of each kind there are, in any status: what a refused write must not change. */
export async function census({ ask }: Calendar): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {}
  const all = 'status=publish,future,draft,pending,private,trash'
  for (const [collection, query] of [
    ['events', `${all}&starts_after=0001-01-01`],
    ['venues', all],
    ['organizers', all],
    ['categories', 'hide_empty=0'],
    ['tags', 'hide_empty=0'],
  ] as const) {
    counts[collection] = (await ask('GET', `/${collection}?${query}`)).body.total
  }
  return counts
}
