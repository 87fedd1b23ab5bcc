import { createEventsApi } from 'kalends'
import { createClient } from 'kalends/client'
import { createSite } from 'kalends/site'
import { afterAll, expect, test } from 'vitest'
import { wordsOf } from './calendar.ts'
import type { OpenStorage } from './rights.ts'

/* Filters of what is free and online find all of it, wherever it stands in the list. */

const ORIGIN = 'https://town.example'

export function filtersOn(openStorage: OpenStorage): void {
  const closers: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closers) await close()
  })

  test('what is free or online is found behind any number of other events, and counted', async () => {
    const { storage, close } = await openStorage()
    closers.push(close)
    await storage.migrate()
    const api = createEventsApi(storage, {
      now: () => new Date('2026-12-03T11:00:00Z'),
      site: (api) => createSite(api),
    })
    const admin = { id: 1, role: 'administrator' } as const
    const client = createClient({ baseUrl: `${ORIGIN}${api.basePath}`, fetch: api.as(admin) })
    const others = Array.from({ length: 520 }, (_, at) => ({
      title: `Other ${at}`,
      start_date: '2026-12-05 10:00',
      end_date: '2026-12-05 11:00',
      cost: at % 2 === 0 ? '$5' : '',
    }))
    const made = await api.createEvents(
      admin,
      others.map((event) => ({ event })),
    )
    expect(made.filter((one) => 'error' in one)).toEqual([])
    const late = { start_date: '2026-12-20 10:00', end_date: '2026-12-20 11:00' }
    const free = await client.events.create({ title: 'Gift', ...late, cost: 'Free' })
    await client.events.create({ title: 'Nothing', ...late, cost: 0 })
    await client.events.create({ title: 'Kostenfrei', ...late, cost: 'kostenlos' })
    await client.events.create({ title: 'Secret gift', ...late, cost: 'Free', password: 'open' })
    await client.events.create({ title: 'Stream', ...late, is_virtual: true, cost: '$3' })
    const text = async (path: string) =>
      wordsOf(await (await api.fetch(new Request(`${ORIGIN}${path}`))).text())
    expect(await text('/events/?free=1')).toMatch(/3 events/)
    expect(await text('/events/?free=1')).toMatch(/Gift.*Nothing.*Kostenfrei/s)
    expect(await text('/events/?free=1')).not.toMatch(/Secret|Other/)
    expect(await text('/events/?online=1')).toMatch(/1 event\b.*Stream/s)
    expect(await text('/events/month/2026-12/?free=1')).toMatch(/Gift/)
    expect(await text('/events/mail/?days=30&online=1')).toMatch(/Stream/)
    await client.events.update(free.id, { cost: '$7' })
    expect(await text('/events/?free=1')).toMatch(/2 events/)
    const { total } = await client.events.list({ free: false, starts_after: '2026-12-01', is_virtual: false })
    expect(total).toBe(520 + 2)
  })
}
