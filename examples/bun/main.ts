import { Database } from 'bun:sqlite'
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { ApiError, createEventsApi } from 'kalends'
import { type BunHost, toBunHandler } from 'kalends/adapters/bun'
import { bunSqlite } from 'kalends/adapters/sql/bun-sqlite'
import { createClient } from 'kalends/client'
import { sqlStorage } from 'kalends/storage/sql'

/** Who sends this may write. */
const token = process.env.KALENDS_TOKEN ?? randomUUID()

const db = new Database(process.env.DATABASE ?? ':memory:', { create: true })
db.run('pragma journal_mode = wal')
db.run('pragma busy_timeout = 5000')

const api = createEventsApi<BunHost>(sqlStorage(bunSqlite(db)), {
  timezone: 'America/Denver',
  authenticate: (request, host) => {
    const authorization = request.headers.get('authorization')
    if (authorization === null) return null // a visitor, who reads what is published
    if (isSame(authorization, `Bearer ${token}`)) return { id: 1, role: 'editor' }
    console.warn(`wrong credentials from ${host?.ip}`)
    throw new ApiError('rest_invalid_credentials')
  },
  onError: console.error,
})
await api.migrate()
await seed()

const server = Bun.serve({ port: process.env.PORT ?? 3000, fetch: toBunHandler(api) })
console.log(`http://localhost:${server.port}${api.basePath}/events, token for writing: ${token}`)

/** One event, in an empty calendar: written through the API in process, as its editor. */
async function seed(): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const client = createClient({ baseUrl: `http://localhost${api.basePath}`, fetch: api.fetch, headers })
  if ((await client.events.list({ starts_after: '1970-01-01' })).total > 0) return
  await client.events.create({
    title: 'Lantern walk',
    start_date: 'next friday 17:00',
    end_date: 'next friday 18:30',
    venue: { venue: 'North bridge', city: 'Boulder' },
  })
}

/** Takes equally long for every wrong text; hashes, because `timingSafeEqual` wants equal lengths. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
