import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createEventsApi, type EventsApi } from 'kalends'
import { Dice } from '../../src/testing/dice.ts'
import { type Calendar, openCalendar } from './calendars.ts'
import { bodyOf, type Found, foundIn, nameOf } from './peer-events.ts'

/*
 * A process that writes events of its own until it is killed, and reads any event when it is asked to. Each line that
 * it reads is an order, each line that it writes is `Said`.
 */

export type Order =
  | { readonly do: 'open'; readonly calendar: Calendar; readonly life: number; readonly seed: number }
  | { readonly do: 'read'; readonly n: number; readonly way: Way; readonly event: Place }
  /** Begins no further write, until it is told to go on. */
  | { readonly do: 'pause' }
  | { readonly do: 'go' }

/** By what an event is asked for, and whether as a visitor, whose answers are cached. */
export type Way = `${'id' | 'slug' | 'list'} ${'visitor' | 'editor'}`
export interface Place {
  readonly id: number
  readonly slug: string
}

export type Said =
  | { readonly say: 'opened' }
  /** A write is about to be sent. */
  | { readonly say: 'intent'; readonly name: string; readonly version: number }
  | { readonly say: 'ack'; readonly name: string; readonly version: number; readonly event: Place }
  | { readonly say: 'read'; readonly n: number; readonly status: number; readonly found: Found }
  | { readonly say: 'paused' }
  | { readonly say: 'failed'; readonly error: string }

const ROOT = 'http://calendar.example/vendor/events/v1'
const STDOUT = 1
/** In milliseconds. */
const PATIENCE = 600_000

/** Not by `process.stdout`: what is written so is with the system before this returns. */
const say = (said: Said): void => {
  writeSync(STDOUT, `${JSON.stringify(said)}\n`)
}

/** Writes one event after the other, new ones and its own again. */
class Writing {
  readonly #api: EventsApi
  readonly #life: number
  readonly #dice: Dice
  readonly #own: { readonly name: string; version: number; event: Place }[] = []
  #isGoing = false
  #ended = Promise.resolve()

  constructor(api: EventsApi, { life, seed }: { readonly life: number; readonly seed: number }) {
    this.#api = api
    this.#life = life
    this.#dice = new Dice(seed)
  }

  go(): void {
    this.#isGoing = true
    this.#ended = this.#write().catch(failed)
  }

  async pause(): Promise<void> {
    this.#isGoing = false
    await this.#ended
  }

  async #write(): Promise<void> {
    const own = this.#own
    while (this.#isGoing) {
      const updated = own.length > 0 && this.#dice.chance(2) ? this.#dice.oneOf(own) : undefined
      const name = updated?.name ?? nameOf(this.#life, own.length)
      const version = (updated?.version ?? 0) + 1
      const path = updated === undefined ? '/events' : `/events/${updated.event.id}`
      say({ say: 'intent', name, version })
      const method = updated === undefined ? 'POST' : 'PATCH'
      const response = await send(this.#api, path, method, bodyOf(name, version))
      const { id, slug }: Place = await response.json()
      if (response.status !== 200 && response.status !== 201) {
        throw new Error(`${name} version ${version} was answered ${response.status}`)
      }
      const event = { id, slug }
      say({ say: 'ack', name, version, event })
      if (updated === undefined) own.push({ name, version, event })
      else updated.version = version
      // Without it a storage that answers at once would leave no turn for orders.
      await nextTurn()
    }
  }
}

async function read(api: EventsApi, { n, way, event }: Extract<Order, { do: 'read' }>): Promise<void> {
  const by = way.split(' ')[0]
  const path = {
    id: `/events/${event.id}`,
    slug: `/events/by-slug/${event.slug}`,
    list: `/events?include=${event.id}&start_date=2031-01-01`,
  }[by === 'id' || by === 'slug' ? by : 'list']
  const response = await send(api, path, 'GET', undefined, way.endsWith('editor'))
  say({ say: 'read', n, status: response.status, found: foundIn(await response.json(), event.id) })
}

async function send(api: EventsApi, path: string, method: string, body?: unknown, isEditor = true) {
  return api.fetch(
    new Request(ROOT + path, {
      method,
      headers: { 'content-type': 'application/json', ...(isEditor ? { 'x-user': 'editor' } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}

const failed = (error: unknown) =>
  say({ say: 'failed', error: error instanceof Error ? `${error.stack}` : String(error) })

let opened: { readonly api: EventsApi; readonly writing: Writing } | undefined
for await (const line of createInterface({ input: process.stdin })) {
  const order: Order = JSON.parse(line)
  if (order.do === 'open') {
    const { storage } = await openCalendar(order.calendar, `peer${order.life % 10}`)
    const api = createEventsApi(storage, {
      authenticate: (request) =>
        request.headers.get('x-user') === null ? null : { id: 1, role: 'administrator' },
      onError: failed,
      // A machine that is busy with other work is no fault.
      limits: { timeout: PATIENCE },
    })
    await api.migrate()
    opened = { api, writing: new Writing(api, order) }
    say({ say: 'opened' })
  }
  if (order.do === 'go') opened?.writing.go()
  if (order.do === 'pause') void opened?.writing.pause().then(() => say({ say: 'paused' }))
  if (order.do === 'read' && opened !== undefined) void read(opened.api, order).catch(failed)
}
process.exit()
