import { DurableObject, env } from 'cloudflare:workers'
import { durableObject } from 'kalends/adapters/key-value/durable-object'
import { d1 } from 'kalends/adapters/sql/d1'
import { keyValueStorage } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import { createProgram } from '../calendars.ts'
import { databaseSuites, objectSuites } from './suites.ts'

/** One object is one calendar. */
class Calendar extends DurableObject {
  readonly #program = createProgram(() => keyValueStorage(durableObject(this.ctx.storage)))
  readonly #suites = objectSuites(this.ctx.storage)

  override async fetch(request: Request): Promise<Response> {
    return (await this.#suites(request)) ?? this.#program.fetch(request)
  }
}

export class KeyValueCalendar extends Calendar {}
export class SqliteCalendar extends Calendar {}

const objects: Readonly<Record<string, DurableObjectNamespace>> = {
  'key-value Durable Objects': env.KEY_VALUE_OBJECTS,
  'SQLite Durable Objects': env.SQLITE_OBJECTS,
}

function worker() {
  const calendars = objects[env.STORAGE]
  if (calendars !== undefined) {
    return {
      fetch: (request: Request) =>
        calendars.getByName(request.headers.get('x-calendar') ?? 'main').fetch(request),
    }
  }
  if (env.STORAGE !== 'D1') return { fetch: createProgram(() => memoryStorage()).fetch }

  const client = d1(env.DB)
  const program = createProgram((calendar) => sqlStorage(client, { tablePrefix: `${calendar}_` }))
  const suites = databaseSuites(client)
  return {
    fetch: async (request: Request) => (await suites(request)) ?? program.fetch(request),
  }
}

export default worker()
