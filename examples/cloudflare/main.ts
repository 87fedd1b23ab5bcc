import { env } from 'cloudflare:workers'
import { createEventsApi } from 'kalends'
import { d1 } from 'kalends/adapters/sql/d1'
import { sqlStorage } from 'kalends/storage/sql'
import { authenticate } from './authenticate.ts'

const api = createEventsApi(sqlStorage(d1(env.DB)), {
  timezone: 'America/Denver',
  authenticate,
  onError: console.error,
})

/** Once for each isolate; if it fails, the next request tries again. */
let ready: Promise<void> | undefined

export default {
  async fetch(request): Promise<Response> {
    ready ??= api.migrate()
    try {
      await ready
    } catch (error) {
      ready = undefined
      console.error(error)
      return new Response('The calendar is not ready.', { status: 503 })
    }
    return api.fetch(request)
  },
} satisfies ExportedHandler
