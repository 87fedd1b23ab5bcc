import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EventsApi } from 'kalends'
import { toNodeListener } from 'kalends/adapters/node'
import type { OpenedStorage } from 'kalends/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE_PATH, headersFor, NAMESPACE, recordedSite } from '../setup/recorded-site.ts'
import { deviations } from './deviations.ts'
import { loadCases, play } from './play.mjs'

export const cases = loadCases(new URL('cases', import.meta.url).pathname)
export const settings = { basePath: BASE_PATH, namespace: NAMESPACE, headersFor }

type Open = () => Promise<OpenedStorage>

const siteOn = (open: Open) => async () => {
  const { storage, close = () => storage.close() } = await open()
  const api = recordedSite(storage)
  await api.migrate()
  return { ...api, close }
}

/** Plays every recorded conversation, in process and over a socket, each on a storage without documents. */
export function playConversations(open: Open): void {
  playInProcess(open)
  playOverSocket(open)
}

export function playInProcess(open: Open): void {
  describe('in process', () => {
    test.each(cases)('$name: $about', async (one) => {
      const report = await play([one], { ...settings, deviations, open: siteOn(open) })
      expect(report.failures).toEqual([])
    })
  })
}

function playOverSocket(open: Open): void {
  describe('over a socket', () => {
    const fresh = siteOn(open)
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
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new TypeError('the server listens on no port')
  return address
}
