import type { EventsApiOptions } from 'kalends'
import { type Client, type ClientOptions, createClient } from 'kalends/client'
import { API, type Asker, type Calendar, openCalendar } from '../routes/calendar.ts'

export interface Clients extends Calendar {
  /** The editor's. */
  readonly client: Client
  readonly clientOf: (as: Asker, options?: Partial<ClientOptions>) => Client
  /** What all of them sent, in order. */
  readonly requests: Request[]
  /** The same as `GET /events?page=1`. */
  readonly sent: () => string[]
}

/** A fresh calendar and clients of it, without a network. */
export function openClients(options: EventsApiOptions = {}): Clients {
  const calendar = openCalendar(options)
  const requests: Request[] = []
  const fetch = (request: Request) => {
    requests.push(request.clone())
    return calendar.api.fetch(request)
  }
  const clientOf: Clients['clientOf'] = (as, more) =>
    createClient({ baseUrl: API, fetch, headers: as === 'visitor' ? {} : { 'x-user': as }, ...more })
  return {
    ...calendar,
    clientOf,
    client: clientOf('editor'),
    requests,
    sent: () => requests.map(({ method, url }) => `${method} ${decodeURIComponent(url.slice(API.length))}`),
  }
}

/** What a promise rejects with; fails when it does not. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('it did not reject')
}

/** Everything that a loop gives. */
export async function all<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of iterable) found.push(one)
  return found
}
