import { existsSync } from 'node:fs'
import { createEventsApi } from 'kalends'
import { compareSite, importSite } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { fromDocument } from '../../src/core/domain/records/stored-record.ts'
import { ADMIN, serve } from './old-site.ts'
import { readSite } from './serve.mjs'

/*
 * A recording of a whole site. It is not a part of this repository: RECORDED_SITE is the path of its `site.json.gz`.
 */

const file = process.env.RECORDED_SITE ?? ''
const reason = existsSync(file) ? '' : ' (skipped: RECORDED_SITE names no recording)'

describe.skipIf(reason !== '')(`a recorded site${reason}`, () => {
  test.each([
    ['a visitor', {}],
    ['an administrator', ADMIN],
  ])('99.9 % of the values that %s sees are equal or explained', async (_, as) => {
    const { url } = await serve(readSite(file))
    const storage = memoryStorage()
    const { site, kinds } = await importSite(storage, { url, ...as })
    expect(kinds.event).toMatchObject({ unchanged: 0, complete: true })
    const again = await importSite(storage, { url, ...as })
    expect(again.kinds.event).toMatchObject({ created: 0, updated: 0, gone: [] })
    const mount = { baseUrl: url, basePath: '/wp-json', namespace: 'tribe/events/v1' }
    const api = createEventsApi(storage, { ...mount, timezone: site.timezone })
    const report = await compareSite(api, { url, ...as })
    expect(report.values).toBeGreaterThan(10_000)
    expect(report.unexplained / report.values).toBeLessThan(0.001)

    // Events have the UIDs of the old feeds.
    for (const path of ['/events/?ical=1', '/events/list/?eventDisplay=past&ical=1']) {
      const text = await (await fetch(`${url}${path}`)).text()
      const uids = [...text.matchAll(/^UID:((\d+)-.*)\r$/gm)]
      expect(uids.length).toBeGreaterThan(5)
      for (const [, uid, id] of uids) {
        const [document] = await storage.get('event', [Number(id)])
        // A visitor cannot bring an event with a password.
        if (document !== undefined) expect(fromDocument('event', document).uid).toBe(uid)
      }
    }
  })
})
