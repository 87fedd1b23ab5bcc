import { createEventsApi, type EventsApi } from 'kalends'
import { expect } from 'vitest'
import { type Storage, StorageUnavailable } from '../../../src/storage/contract.ts'
import { at, idOf, listOf } from '../../routes/calendar.ts'
import { type Known, Model, rowOf, type SourceOfModel } from './model.ts'
import type { Publisher } from './publisher.ts'

/*
 * A calendar with its sources, and the model of what must be in it.
 */

const ORIGIN = 'https://town.example'

export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export interface Subscription extends SourceOfModel {
  readonly publisher: Publisher
}

/** The calendar's interface over a storage, at the time of the clock. */
export function openTown(
  storage: Storage,
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  now: () => Date,
): EventsApi {
  return createEventsApi(storage, {
    timezone: 'Europe/Berlin',
    now,
    authenticate: () => ({ id: 3, role: 'editor' }),
    sources: { fetch },
    // Storages that are gone are part of histories.
    onError: (error) => {
      if (!(error instanceof StorageUnavailable)) console.error(error)
    },
  })
}

export async function askTown(api: EventsApi, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) }
  const response = await api.fetch(new Request(`${ORIGIN}${api.basePath}${path}`, init))
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null) throw new TypeError('no object')
  return { status: response.status, body: { ...answer } }
}

export class Town {
  readonly api: EventsApi
  readonly model = new Model()
  readonly subscriptions: Subscription[] = []
  readonly #publishers = new Map<string, Publisher>()
  #time: number

  constructor(storage: Storage, start: string) {
    this.#time = Date.parse(start)
    this.api = openTown(storage, this.fetch, () => this.now)
  }

  get now(): Date {
    return new Date(this.#time)
  }

  pass(minutes: number): void {
    this.#time += minutes * 60_000
  }

  /** What publishers answer to whoever asks. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const address = new URL(url)
    const publisher = this.#publishers.get(address.hostname)
    if (publisher === undefined) return new Response('none', { status: 404 })
    return publisher.answer(address, new Headers(init.headers), this.now)
  }

  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    return askTown(this.api, method, path, body)
  }

  async write(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.ask(method, path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }

  async subscribe(publisher: Publisher, status: string): Promise<Subscription> {
    this.#publishers.set(new URL(publisher.url).hostname, publisher)
    const format = publisher.shape === 'site' ? 'site' : 'ics'
    const id = idOf(await this.write('POST', '/sources', { url: publisher.url, format, status }))
    const subscription = { id, status, keepGone: false, publisher }
    this.subscriptions.push(subscription)
    return subscription
  }

  /** Tells the model what publishers have said since the last time. */
  hear(isConfirmed = false): void {
    for (const subscription of this.subscriptions) {
      const { publisher } = subscription
      if (publisher.said !== undefined) this.model.read(subscription, publisher.said, this.#time, isConfirmed)
      publisher.said = undefined
    }
  }

  /** Compares the calendar with the model. */
  async check(): Promise<void> {
    const shown = await this.#shown()
    const wrong: string[] = []
    const fresh: Known[] = []
    for (const known of this.model.known) {
      if (known.id === undefined) fresh.push(known)
      else {
        wrong.push(...differences(known.rows(), shown.get(known.id) ?? [], `event ${known.id}`))
        shown.delete(known.id)
      }
    }
    for (const known of fresh) {
      const rows = known.rows()
      if (rows.length === 0) continue
      const [id] = [...shown].find(([, own]) => differences(rows, own, '').length === 0) ?? []
      if (id === undefined) wrong.push(...differences(rows, [], 'a new event'))
      else {
        known.id = id
        shown.delete(id)
      }
    }
    for (const [id, rows] of shown) wrong.push(...differences([], rows, `event ${id}, of which nobody knows`))
    expect(wrong, wrong.join('\n')).toEqual([])
  }

  /** Rows by the ID of the event or the series. */
  async #shown(): Promise<Map<number, string[]>> {
    const shown = new Map<number, string[]>()
    for (let page = 1; ; page++) {
      const query = `start_date=2000-01-01&end_date=2040-01-01&per_page=50&page=${page}&status=publish,pending,draft`
      const { body } = await this.ask('GET', `/events?${query}`)
      const events = body.events === undefined ? [] : listOf(body.events)
      for (const event of events) {
        const id = Number(at(event, 'post_parent')) || idOf(event)
        shown.set(id, [...(shown.get(id) ?? []), shownRow(event)])
      }
      if (events.length < 50) return shown
    }
  }
}

const textIn = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/<[^>]*>/g, '').trim() : ''

function shownRow(event: unknown): string {
  const isDay = at(event, 'all_day') === true
  const start = isDay ? textIn(at(event, 'start_date')).slice(0, 10) : textIn(at(event, 'utc_start_date'))
  const standing = textIn(at(event, 'event_status')) || 'scheduled'
  const [title, text] = [textIn(at(event, 'title')), textIn(at(event, 'description'))]
  return rowOf(start, title, textIn(at(event, 'venue', 'venue')), text, textIn(at(event, 'status')), standing)
}

/** What is wrong with rows of an event. */
function differences(expected: readonly string[], shown: readonly string[], name: string): string[] {
  const left = [...shown]
  const missing = expected.filter((row) => {
    const place = left.indexOf(row)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
  return [
    ...missing.map((row) => `${name} is not here as: ${row}`),
    ...left.map((row) => `${name} is here as: ${row}`),
  ]
}
