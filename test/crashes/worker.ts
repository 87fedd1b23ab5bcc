import { setTimeout as pause } from 'node:timers/promises'
import { createEventsApi, type EventsApi } from 'kalends'
import { isUnavailable, type Kind, type Storage } from '../../src/storage/contract.ts'
import { Dice } from '../../src/testing/dice.ts'
import { receiver } from './outbox.ts'
import { ALONE, clockOf, Requests } from './requests.ts'
import type { Collection, Sent, Tell } from './told.ts'
import { watched } from './watched.ts'

/** How long it comes back for the same, in milliseconds: a server that was killed recovers within it. */
const PATIENCE = 300_000
const BETWEEN = 10
/** Requests. */
const BETWEEN_DELIVERIES = 5
const MOST_DELIVERIES = 15

const KIND_OF: Readonly<Record<Collection, Kind>> = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  tags: 'tag',
  categories: 'category',
}

const ROOT = 'http://calendar.example/vendor/events/v1'

/** What the interface may answer to what other writers were faster at; nothing was written then. */
const REFUSALS = new Set([400, 403, 404, 409, 410])

/** Sends one request after the other to a calendar in this process, and tells of each. */
export class Worker {
  readonly #api: EventsApi
  readonly #requests: Requests
  readonly #tell: Tell
  readonly #versions = new Map<string, number>()
  #steps = 0

  constructor(
    storage: Storage,
    { life, seed }: { readonly life: number; readonly seed: number },
    tell: Tell,
  ) {
    this.#tell = tell
    this.#requests = new Requests(new Dice(seed), life)
    const note = (kind: Kind, id: number, version: number) => this.#versions.set(`${kind} ${id}`, version)
    this.#api = createEventsApi(watched(storage, tell, note), {
      now: () => clockOf(life),
      changes: true,
      deliver: receiver(tell),
      authenticate: () => ({ id: 1, role: 'administrator' }),
      onError: (error) => {
        if (!(error instanceof Error) || error.name !== 'StorageUnavailable') this.#fail(error)
      },
    })
  }

  /** Makes the storage ready and looks at what is there. */
  async open(): Promise<void> {
    this.#tell({ say: 'opening' })
    await this.#api.migrate()
    await this.#look('events', '?start_date=2031-01-01&per_page=50')
    await this.#look('venues', '?per_page=50')
    await this.#look('tags', `?hide_empty=0&search=${ALONE}&per_page=50`)
    await this.#look('categories', '?hide_empty=0&per_page=50')
    this.#tell({ say: 'opened' })
  }

  async #look(collection: Collection, query: string): Promise<void> {
    const response = await this.#api.fetch(new Request(`${ROOT}/${collection}${query}`))
    if (response.status !== 200) throw new Error(`${collection} answered ${response.status}`)
    const page: Partial<Record<Collection, { id: number }[]>> = await response.json()
    for (const { id } of page[collection] ?? []) this.#requests.learn(collection, id)
  }

  /** One request, as often as it takes; now and then, deliveries. */
  async step(): Promise<void> {
    if (++this.#steps % BETWEEN_DELIVERIES === 0) await this.#deliver()
    const request = this.#requests.next()
    const end = Date.now() + PATIENCE
    while ((await this.#send(request)) === 503) {
      if (Date.now() > end) throw new Error('unavailable for too long')
      await pause(BETWEEN)
    }
  }

  async #deliver(): Promise<void> {
    try {
      await this.#api.deliver({ limit: MOST_DELIVERIES })
    } catch (error) {
      if (!isUnavailable(error)) this.#fail(error)
    }
  }

  async #send(request: Sent): Promise<number> {
    const { method, collection, id: named, body } = request
    this.#tell({ say: 'intent', request })
    const response = await this.#api.fetch(
      new Request(`${ROOT}/${collection}${named === undefined ? '' : `/${named}`}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    const { status } = response
    const json: { id?: number; slug?: string } = await response.json()
    const isWritten = status === 200 || status === 201
    if (!isWritten && status !== 503 && !REFUSALS.has(status)) {
      this.#fail(`${method} ${collection} answered ${status}: ${JSON.stringify(json)}`)
    }
    const id = isWritten ? (json.id ?? 0) : 0
    const version = this.#versions.get(`${KIND_OF[collection]} ${id}`) ?? 0
    const acknowledged = { request, status, id, slug: json.slug ?? '', version }
    this.#tell({ say: 'ack', ...acknowledged })
    this.#requests.learnFrom(acknowledged)
    return status
  }

  #fail(error: unknown): void {
    this.#tell({ say: 'failed', error: error instanceof Error ? `${error.stack}` : String(error) })
  }
}
