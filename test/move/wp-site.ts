import { ApiError, createEventsApi, type EventsApiOptions } from 'kalends'
import { databaseImages } from 'kalends/images/database'
import { type OldAddressOptions, oldAddresses } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { expect } from 'vitest'
import { at } from '../routes/calendar.ts'
import { isUser, USERS, type User } from '../setup/users.ts'

/* A calendar that is asked at the addresses of WordPress. */

export const SITE = 'https://town.example'
export const WP = '/wp-json/wp/v2'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export type Init = RequestInit & { readonly as?: User | 'visitor'; readonly json?: unknown }

const authenticate: EventsApiOptions['authenticate'] = (request) => {
  const name = request.headers.get('x-user')
  if (name === null) return null
  if (!isUser(name)) throw new ApiError('rest_invalid_credentials')
  return USERS[name]
}

export function open(options: EventsApiOptions = {}, old: OldAddressOptions = { wordpress: {} }) {
  const storage = memoryStorage()
  const api = createEventsApi(storage, {
    ...{ basePath: '/wp-json', namespace: 'tribe/events/v1', timezone: 'Europe/Berlin', authenticate },
    images: { store: databaseImages(storage) },
    now: () => new Date('2031-05-01T12:00:00Z'),
    ...options,
  })
  const answerOld = oldAddresses(api, old)
  const ask = async (path: string, { as = 'editor', json, ...init }: Init = {}): Promise<Answer> => {
    const headers = new Headers(init.headers)
    if (as !== 'visitor') headers.set('x-user', as)
    if (json !== undefined) headers.set('content-type', 'application/json')
    const body = json === undefined ? init.body : JSON.stringify(json)
    const method = init.method ?? (body === undefined ? 'GET' : 'POST')
    const make = () => new Request(`${SITE}${path}`, { ...init, method, headers, ...(body ? { body } : {}) })
    const response = (await answerOld(make())) ?? (await api.handle(make()))
    if (response === undefined) return { status: 0, headers: new Headers(), body: undefined }
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) }
  }
  const make = async (path: string, json: unknown): Promise<number> => {
    const { status, body } = await ask(`${api.basePath}/${path}`, { json })
    expect(status, JSON.stringify(body)).toBe(201)
    return Number(at(body, 'id'))
  }
  return { api, answerOld, ask, make }
}
