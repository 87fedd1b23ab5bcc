import { DurableObject, env } from 'cloudflare:workers'
import { createEventsApi } from 'events-api'
import { durableObject } from 'events-api/adapters/key-value/durable-object'
import { keyValueStorage } from 'events-api/storage/key-value'
import { authenticate } from './authenticate.ts'

/** One object is one calendar: all requests of a calendar meet in it. */
export class Calendar extends DurableObject {
  readonly #api = createEventsApi(keyValueStorage(durableObject(this.ctx.storage)), {
    timezone: 'America/Denver',
    authenticate,
    onError: console.error,
  })

  override fetch(request: Request): Promise<Response> {
    return this.#api.fetch(request)
  }
}

export default {
  fetch: (request) => env.CALENDAR.getByName('main').fetch(request),
} satisfies ExportedHandler
