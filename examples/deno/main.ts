import { ApiError, createEventsApi } from 'kalends'
import { type DenoHost, toDenoHandler } from 'kalends/adapters/deno'
import { denoKv } from 'kalends/adapters/key-value/deno'
import { createClient } from 'kalends/client'
import { keyValueStorage } from 'kalends/storage/key-value'

/** Who sends this may write. */
const token = Deno.env.get('KALENDS_TOKEN') ?? crypto.randomUUID()

// Without a path: where Deno keeps what belongs to this program; on Deno Deploy, the app's own.
const kv = await Deno.openKv(Deno.env.get('DATABASE'))

const api = createEventsApi<DenoHost>(keyValueStorage(denoKv(kv)), {
  timezone: 'America/Denver',
  authenticate: async (request, host) => {
    const authorization = request.headers.get('authorization')
    if (authorization === null) return null // a visitor, who reads what is published
    if (await isSame(authorization, `Bearer ${token}`)) return { id: 1, role: 'editor' }
    console.warn(`wrong credentials from ${host?.ip}`)
    throw new ApiError('rest_invalid_credentials')
  },
  onError: console.error,
})
await api.migrate()
await seed()

Deno.serve(
  {
    port: Number(Deno.env.get('PORT') ?? 3000),
    onListen: ({ port }) => {
      console.log(`http://localhost:${port}${api.basePath}/events, token for writing: ${token}`)
    },
  },
  toDenoHandler(api),
)

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

/** How long this takes tells nothing of the token: what is compared are hashes, which nobody can steer. */
async function isSame(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([a, b].map(hashOf))
  return left === right
}

async function hashOf(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString()
}
