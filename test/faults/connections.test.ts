import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { type Answer, type Calendar, eventOf, expectRefusal, openCalendar } from '../routes/calendar.ts'
import { CLIENTS } from './behind-proxy.ts'
import type { Plan } from './proxy.ts'

/*
 * Connections to databases that end at the worst moments. Rejections that nobody handles fail the test run.
 */

const WAYS = ['cut', 'push', 'lose'] as const satisfies readonly Plan['do'][]

/** Their libraries have no way to end the connection of one call: it is the operating system, here the proxy, that does. */
const KEEPS_THE_CONNECTION = ['postgres.js', 'ioredis', 'node-redis']

const figures = { cuts: 0, taken: 0 }
afterAll(() =>
  console.log(`${figures.cuts} connections cut; ${figures.taken} of these writes had taken effect`),
)

/** Names of what one create makes; no other has them. */
const bodyOf = (n: number) =>
  eventOf({
    title: `Event ${n}`,
    venue: { venue: `Venue ${n}` },
    organizer: { organizer: `Organizer ${n}` },
    tags: `tag ${n}`,
  })

/** How many of the four records of a create are there. */
async function recordsOf(direct: Storage, n: number): Promise<number> {
  const counts = await Promise.all([
    direct.count('event', { where: [{ key: 'slug', in: [`event-${n}`] }] }),
    direct.count('venue', { where: [{ key: 'slug', in: [`venue-${n}`] }] }),
    direct.count('organizer', { where: [{ key: 'slug', in: [`organizer-${n}`] }] }),
    direct.count('tag', { where: [{ key: 'slug', in: [`tag-${n}`] }] }),
  ])
  return counts.reduce((a, b) => a + b, 0)
}

const create = ({ ask }: Calendar, n: number) => ask('POST', '/events', bodyOf(n))

function expectOutage(answer: Answer, what: string): void {
  expectRefusal(answer, 503, 'rest_unavailable')
  expect(Number(answer.headers.get('retry-after')), what).toBeGreaterThan(0)
  expect(answer.text, what).not.toMatch(/127\.0\.0\.1|ECONN|socket|connection/i)
}

/** Until the client has noticed, and has connected again. */
async function serves({ ask }: Calendar): Promise<void> {
  await vi.waitFor(async () => expect((await ask('GET', '/events?per_page=1')).status).toBe(200))
}

describe.each(CLIENTS.map((client) => [client.name, client] as const))('%s', (name, { open, missing }) => {
  const suite = missing === undefined ? 'behind a proxy' : `behind a proxy (skipped: ${missing})`
  describe.skipIf(missing !== undefined)(suite, () => {
    test.each(WAYS)('%s at each step of a create: whole or not at all, 503 or success', async (way) => {
      const { proxy, storage, direct, isIdle } = await open()
      const calendar = openCalendar({ limits: { timeout: 100_000 } }, storage)
      await serves(calendar)
      proxy.plan()
      expect((await create(calendar, 0)).status).toBe(201)
      const steps = proxy.chunks()
      expect(steps).toBeGreaterThan(3)

      for (let at = 1; at <= steps; at++) {
        const what = `${way} at ${at} of ${steps}`
        proxy.plan({ do: way, at })
        const answer = await create(calendar, at)
        const wasCut = proxy.isDone()
        proxy.plan()
        // A server may still be at what it was sent; a half record would stay one.
        const records = await vi.waitFor(async () => {
          const found = await recordsOf(direct, at)
          expect([0, 4], what).toContain(found)
          return found
        })
        if (answer.status !== 201) expectOutage(answer, what)
        else expect(records, what).toBe(4)
        if (wasCut) figures.cuts++
        if (wasCut && records === 4) figures.taken++
        await serves(calendar)
      }
      await vi.waitFor(async () => expect(await isIdle()).toBe(true))
      for (let at = 1; at <= steps; at++) expect([0, 4]).toContain(await recordsOf(direct, at))
      expect((await create(calendar, steps + 1)).status).toBe(201)
    })

    test('50 cuts in a row leave it able to serve, and no connection lent', async () => {
      const { proxy, storage, isIdle } = await open()
      // What is kept would need the server for one step only, which is seldom the one that is cut.
      const calendar = openCalendar({ limits: { timeout: 100_000, cache: 0 } }, storage)
      await serves(calendar)
      let cuts = 0
      for (let round = 0; cuts < 50; round++) {
        expect(round).toBeLessThan(500)
        proxy.plan({ do: WAYS[round % 3] ?? 'cut', at: 1 + (round % 4) })
        const answer = await (round % 2 === 0 ? calendar.ask('GET', '/events') : create(calendar, round))
        if (proxy.isDone()) cuts++
        if (answer.status >= 400) expectOutage(answer, `round ${round}`)
      }
      figures.cuts += cuts
      proxy.plan()
      await serves(calendar)
      const answers = await Promise.all(Array.from({ length: 20 }, () => calendar.ask('GET', '/events')))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      await vi.waitFor(async () => expect(await isIdle()).toBe(true))
    })

    test('a server that falls silent while it is asked: the request ends, the next is served', async () => {
      const { proxy, storage, isIdle } = await open()
      const calendar = openCalendar({ limits: { timeout: 100_000 } }, storage)
      await serves(calendar)
      for (let round = 0; round < 5; round++) {
        proxy.plan({ do: 'stall', at: 1 })
        const client = new AbortController()
        const asked = calendar.send('/events?per_page=5', { signal: client.signal })
        await vi.waitFor(() => expect(proxy.isDone()).toBe(true))
        client.abort()
        expect((await asked).status).toBe(503)
        proxy.plan()
        if (KEEPS_THE_CONNECTION.includes(name)) proxy.unblock()
        await serves(calendar)
      }
      await vi.waitFor(async () => expect(await isIdle()).toBe(true))
      proxy.unblock()
      await serves(calendar)
    })
  })
})
