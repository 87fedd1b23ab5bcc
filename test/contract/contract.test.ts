import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EventsApi } from 'events-api'
import { toNodeListener } from 'events-api/adapters/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE_PATH, headersFor, NAMESPACE, recordedSite } from '../setup/recorded-site.ts'
import { storages } from '../setup/storages.ts'
import { deviations } from './deviations.ts'
import { loadCases, play } from './play.mjs'

const cases = loadCases(new URL('cases', import.meta.url).pathname)
const settings = { basePath: BASE_PATH, namespace: NAMESPACE, headersFor }

describe.each(storages)('recorded conversations over $name', ({ open }) => {
  const fresh = async () => {
    const api = recordedSite(await open())
    await api.migrate()
    return api
  }

  describe('in process', () => {
    test.each(cases)('$name: $about', async (one) => {
      const report = await play([one], { ...settings, deviations, open: fresh })
      expect(report.failures).toEqual([])
    })
  })

  describe('over a socket', () => {
    let api: EventsApi
    const server = createServer((request, response) => toNodeListener(api)(request, response))
    let origin = ''

    beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = addressOf(server.address())
      origin = `http://127.0.0.1:${port}`
    })
    afterAll(() => server.close())

    test.each(cases)('$name', async (one) => {
      const openHere = async () => {
        api = await fresh()
        return { fetch: (request: Request) => fetch(request), close: () => api.close() }
      }
      const report = await play([one], { ...settings, origin, deviations, open: openHere })
      expect(report.failures).toEqual([])
    })
  })
})

test.each(deviations)('the deviation of $case is still needed: $why', async (deviation) => {
  const named = cases.filter((one) => one.name === deviation.case)
  const [storage] = storages
  const open = async () => recordedSite((await storage?.open()) ?? expect.unreachable('no storage'))
  const report = await play(named, { ...settings, open })
  expect(report.failures.length).toBeGreaterThan(0)
})

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new TypeError('the server listens on no port')
  return address
}
