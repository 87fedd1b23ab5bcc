import { DurableObject, env } from 'cloudflare:workers'
import { createEventsApi } from 'kalends'
import { durableObject } from 'kalends/adapters/key-value/durable-object'
import { keyValueStorage } from 'kalends/storage/key-value'
import { authenticate } from './authenticate.ts'

/** One object is one calendar: all requests of a calendar meet in it. */
export class Calendar extends DurableObject {
  readonly #api = createEventsApi(keyValueStorage(durableObject(this.ctx.storage)), {
    timezone: 'America/Denver',
    authenticate,
    onError: console.error,
  })

  /** Once for each start of the object; if it fails, the next request tries again. */
  #ready: Promise<void> | undefined

  override async fetch(request: Request): Promise<Response> {
    this.#ready ??= this.#api.migrate()
    try {
      await this.#ready
    } catch (error) {
      this.#ready = undefined
      console.error(error)
      return new Response('The calendar is not ready.', { status: 503 })
    }
    return this.#api.fetch(request)
  }
}

export default {
  fetch: (request) => env.CALENDAR.getByName('main').fetch(request),
} satisfies ExportedHandler
