import { createEventsApi } from 'kalends'
import { createClient } from 'kalends/client'
import { createSite } from 'kalends/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenStorage } from './rights.ts'

/* Addresses with anything in them: the right status, never a fault, and bounded work. */

const ORIGIN = 'https://town.example'
/** Calls of the storage for one page. */
const MOST_CALLS = 200

const CASES: readonly (readonly [path: string, status: number])[] = [
  ['/events/2027-02-30/', 404],
  ['/events/0000-00/', 404],
  ['/events/0000-01-01/', 404],
  ['/events/99999-01/', 404],
  ['/events/month/2027-13/', 404],
  ['/events/month/2027-00/', 404],
  ['/events/month/0000-12/', 404],
  ['/events/month/99999-01/', 404],
  ['/events/month/2027-3/', 404],
  ['/events/month/0001-01/', 200],
  ['/events/month/9999-12/', 200],
  ['/events/0001-01-01/', 200],
  ['/events/9999-12-31/', 200],
  ['/event/fair/2027-02-30/', 404],
  ['/event/fair/2027-02-28/99999/', 404],
  ['/event/fair/2026-12-05/', 404],
  ['/events/page/1000000000/', 404],
  ['/events/?page=1000000000', 404],
  ['/events/?page=999999999999999', 404],
  ['/events/?page=99999999999999999999', 400],
  ['/events/?page=0', 400],
  ['/events/?page=-1', 400],
  ['/events/?page=1.5', 400],
  ['/events/?page=1e9', 400],
  ['/events/?page=abc&from=2027-02-30', 400],
  ['/events/?when=past&page=1000000000', 404],
  ['/venue/mill/?page=1000000000', 404],
  ['/events/category/none/', 404],
  ['/events/category/a/b/c/d/e/f/g/', 404],
  ['/events/tag/none/month/2027-03/', 404],
  ['/events/?free=1&page=1000000000', 404],
  ['/events/?search=a&search=b&search=fair', 200],
  ['/events/?venue=1&venue=2&venue[]=mill&venue=mill,mill', 200],
  ['/events/?free=0&free=1&free=0', 200],
  ['/events/?from=2027-01-01&from=x', 400],
  ['/events/?category=0,-1,99999999999999999999,%00', 200],
  ['/events/?__proto__=1&constructor=2&toString=3', 200],
  [`/events/?search=${'x'.repeat(8192)}`, 414],
  [`/events/?${'a=1&'.repeat(2100)}`, 414],
  [`/events/?search=${'x'.repeat(8000)}`, 400],
  [`/events/?${'a=1&'.repeat(2000)}`, 200],
  [`/event/${'x'.repeat(1500)}/`, 404],
  ['/event/%00/', 404],
  ['/event/..%2f..%2fetc%2fpasswd/', 404],
  ['/event/%0d%0aset-cookie:a=b/', 404],
  ['/event/%F0%9F%8E%84/', 404],
  ['/event/%ed%a0%80/', 404],
  ['/event/%/', 404],
  ['/event/__proto__/', 404],
  ['/event/fair__trashed/', 404],
  ['/event/1/', 404],
  ['/event/', 404],
  ['/event//fair//', 301],
  ['/venue/%20/', 404],
  ['/organizer/../', 404],
  ['/events/sitemap-0.xml', 404],
  ['/events/sitemap-1.xml', 404],
  ['/events/sitemap-99999.xml', 404],
  ['/events/mail/?days=0', 400],
  ['/events/mail/?days=999', 200],
  ['/events/mail/?days=1000', 400],
  ['/events/mail/?from=9999-12-31&days=100', 200],
  ['/events/mail.txt?from=2027-02-30', 400],
  ['/events/qr.svg?of=https://evil.example/', 404],
  ['/events/qr.svg?of=evil.example', 404],
  [`/events/qr.svg?of=/${'x'.repeat(3000)}`, 404],
  ['/event/none/qr.svg', 404],
  ['/?p=99999999999999999999', 404],
  ['/?p=-1', 404],
  ['/events/?tribe-bar-date=2027-02-30', 301],
]

export function badInputOn(openStorage: OpenStorage): void {
  let close: () => unknown = () => undefined
  let calls = 0
  const faults: unknown[] = []
  let visit: (path: string, init?: RequestInit) => Promise<Response>
  beforeAll(async () => {
    const opened = await openStorage()
    close = opened.close
    await opened.storage.migrate()
    const { storage } = opened
    const counted = new Proxy(storage, {
      get(of, name) {
        const member: unknown = Reflect.get(of, name)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          calls++
          return Reflect.apply(member, of, given)
        }
      },
    })
    const api = createEventsApi(counted, {
      now: () => new Date('2026-12-03T11:00:00Z'),
      site: (api) => createSite(api),
      onError: (error) => faults.push(error),
    })
    const client = createClient({
      baseUrl: `${ORIGIN}${api.basePath}`,
      fetch: api.as({ id: 1, role: 'editor' }),
    })
    await client.events.create({
      ...{ title: 'Fair', start_date: '2026-12-05 10:00', end_date: '2026-12-05 12:00' },
      venue: { venue: 'Mill' },
    })
    visit = (path, init) => api.fetch(new Request(`${ORIGIN}${path}`, init))
  })
  afterAll(() => close())

  const named = CASES.map(([path, status]) => [`${path.slice(0, 60)} is ${status}`, path, status] as const)

  test.each(named)('%s', async (_name, path, status) => {
    calls = 0
    const response = await visit(path)
    const text = await response.text()
    expect(response.status, text.slice(0, 300)).toBe(status)
    expect(faults).toEqual([])
    expect(calls).toBeLessThan(MOST_CALLS)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test('other methods are 405, and bodies that are no form are as an empty one', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      for (const path of ['/events/', '/event/fair/', '/events/suggest/', '/venue/mill/'])
        expect((await visit(path, { method })).status, `${method} ${path}`).toBe(405)
    const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
      visit(path, { method: 'POST', body, headers: { 'content-type': type } })
    expect((await post('/events/', 'a=b')).status).toBe(405)
    for (const body of ['', 'password', `password=${'x'.repeat(70_000)}`, 'password=%', '{"password":1}'])
      for (const type of ['application/x-www-form-urlencoded', 'application/json', 'x'])
        expect((await post('/event/none/', body, type)).status).toBe(404)
    expect(faults).toEqual([])
  })
}
