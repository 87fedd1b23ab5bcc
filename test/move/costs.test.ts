import { createEventsApi } from 'kalends'
import { importSite } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { event, json, type Row, SITE, smallSite } from './small-site.ts'

/* What events of an old site cost: the site cuts prices at their separators, and shows to editors what was written. */

const sleep = async () => {}
const apiOf = (storage: ReturnType<typeof memoryStorage>) =>
  createEventsApi(storage, {
    ...{ baseUrl: SITE, basePath: '/wp-json', namespace: 'tribe/events/v1', timezone: 'Europe/Berlin' },
    currency: { symbol: '£', position: 'prefix', code: 'GBP' },
  })

const priced = (cost: string, values: readonly string[], symbol = '$', position = 'prefix'): Row =>
  event(7, {
    cost,
    cost_details: { currency_symbol: symbol, currency_code: '', currency_position: position, values },
  })

/** The event of a site, after its import and after another import of the same. */
async function brought(row: Row, written?: unknown): Promise<Row> {
  const edit = { id: 7, meta: { _EventCost: written }, password: '' }
  const site = smallSite({ events: [row] }, ({ pathname }) =>
    written !== undefined && pathname === '/wp-json/wp/v2/tribe_events/7' ? json(edit) : undefined,
  )
  const storage = memoryStorage()
  const options = { url: SITE, fetch: site.fetch, sleep, user: 'admin', password: 'secret' }
  await importSite(storage, options)
  const again = await importSite(storage, options)
  expect(again.kinds.event).toMatchObject({ created: 0, updated: 0 })
  const list = `${SITE}/wp-json/tribe/events/v1/events?start_date=2000-01-01&end_date=2040-01-01`
  const body: unknown = await (await apiOf(storage).fetch(new Request(list))).json()
  const events: readonly Row[] = Object(body).events
  return events[0] ?? expect.unreachable('no event')
}

describe('what the editor wrote counts, where the site shows it', () => {
  test.each([
    ['1,000.50', '$.50 – $1000', ['.50', '1000'], '$1,000.50', ['1000.50']],
    ['12.345,67 €', '$.67 – $12.345', ['.67', '12.345'], '12.345,67€', ['12345.67']],
    ['1,250', '$1 – $250', ['1', '250'], '$1,250', ['1250']],
    ['10 - 25.50', '$10 – $25', ['10', '25'], '$10 – $25.50', ['10', '25.50']],
    [['20', '5'], '$5 – $20', ['5', '20'], '$5 – $20', ['5', '20']],
    ['0', 'Free', ['0'], 'Free', ['0']],
  ])('%j', async (written, shown, values, cost, numbers) => {
    expect(await brought(priced(shown, values), written)).toMatchObject({
      cost,
      cost_details: { values: numbers },
    })
  })

  test.each([
    ['Pay what you can', 'Pay what you can', ['pay-what-you-can']],
    [7, '$7', ['7']],
    [null, '$7', ['7']],
    [{ price: 7 }, '$7', ['7']],
    ['', '$7', ['7']],
  ])('%j is no price, or none is written: as the site shows it', async (written, shown, values) => {
    expect((await brought(priced(shown, values), written)).cost).toBe(shown)
  })
})

describe('without it, the site’s own text stays where its numbers are broken or not all', () => {
  test.each([
    ['$1,000.50', ['.50', '1000']],
    ['$.50 – $1000', ['.50', '1000']],
    ['12.345,67 €', ['.67', '12.345']],
    ['$1,250', ['1', '250']],
    ['$1 000', ['1', '000']],
    ['$1,000.50 – $2,000.50', ['1000', '50', '2000']],
    ['$10 a head', ['10']],
    ['$10, children Free', ['0', '10']],
  ])('%s with %j', async (shown, values) => {
    const { cost, cost_details } = await brought(priced(shown, values))
    expect(cost).toBe(shown)
    expect(cost_details).toMatchObject({ currency_symbol: '' })
  })

  test.each([
    ['$10 &#8211; $25', ['10', '25'], '$10 – $25'],
    ['$10 – $25', ['10', '15', '25'], '$10 – $25'],
    ['Free – $25', ['0', '25'], 'Free – $25'],
    ['$1,250', ['1250'], '$1,250'],
    ['$10.50', ['10.50'], '$10.50'],
  ])('prices that are read right are prices: %s with %j', async (shown, values, cost) => {
    expect(await brought(priced(shown, values))).toMatchObject({
      cost,
      cost_details: { currency_symbol: '$', values },
    })
  })
})
