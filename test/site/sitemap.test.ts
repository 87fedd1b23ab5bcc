import { createSite, type SiteApi } from 'kalends/site'
import { expect, test } from 'vitest'
import { ORIGIN, visited } from './calendar.ts'

/* The sitemap, and the hosts that addresses may have. */

const evening = { start_date: '2026-12-05 19:30', end_date: '2026-12-05 22:00' }
const locations = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)

test('the sitemap has what is to come and the last year, with the time of the last change', async () => {
  const { client, text } = visited()
  await client.events.create({ title: 'Fair', ...evening, venue: { venue: 'Mill' }, categories: ['Music'] })
  await client.events.create({ title: 'Old', start_date: '2025-11-01 10:00', end_date: '2025-11-01 11:00' })
  await client.events.create({ title: 'Hidden', ...evening, hide_from_listings: true })
  await client.events.create({ title: 'Members', ...evening, password: 'open' })
  const sitemap = await text('/events/sitemap.xml')
  expect(locations(sitemap)).toEqual([
    `${ORIGIN}/events/`,
    `${ORIGIN}/venue/mill/`,
    `${ORIGIN}/events/category/music/`,
    `${ORIGIN}/event/fair/`,
  ])
  expect(sitemap).toContain('/event/fair/</loc><lastmod>2026-12-03T11:00:00Z</lastmod>')
})

test('beyond 50,000 addresses it is an index, whose parts have each page once', async () => {
  const { api } = visited()
  const EVENTS = 60_010
  // A calendar of that size, as the pages see it: by its answers.
  const many: SiteApi['as'] = (principal) => async (request, host) => {
    const url = new URL(request.url)
    if (!url.pathname.endsWith('/events') || !url.searchParams.has('_fields'))
      return api.as(principal)(request, host)
    const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('per_page'))]
    const first = (page - 1) * size
    const events = Array.from({ length: Math.max(0, Math.min(size, EVENTS - first)) }, (_, at) => ({
      url: `${ORIGIN}/event/e${first + at}/`,
      modified_utc: '2026-12-01 10:00:00',
      featured: false,
    }))
    return Response.json({ events, total: EVENTS, total_pages: Math.ceil(EVENTS / size) })
  }
  const pages = createSite({ ...api, as: many })
  const text = async (path: string) => (await pages.fetch(new Request(`${ORIGIN}${path}`))).text()
  const parts = locations(await text('/events/sitemap.xml'))
  expect(parts).toEqual(Array.from({ length: 8 }, (_, at) => `${ORIGIN}/events/sitemap-${at + 1}.xml`))
  const all: (string | undefined)[] = []
  for (const part of parts) {
    const found = locations(await text(new URL(part ?? '').pathname))
    expect(found.length).toBeLessThanOrEqual(10_000)
    all.push(...found)
  }
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBe(EVENTS + 1)
  expect(all).toContain(`${ORIGIN}/event/e${EVENTS - 1}/`)
  expect((await pages.fetch(new Request(`${ORIGIN}/events/sitemap-9.xml`))).status).toBe(404)
})

test('with baseUrl, no address of a page comes from the Host of a request, made or kept', async () => {
  const { client, api } = visited({ path: '/calendar' }, { baseUrl: 'https://real.example/town' })
  await client.events.create({ title: 'Fair', ...evening })
  const paths = [
    ...['/calendar', '/calendar/', '/calendar/events/', '/calendar/events', '/calendar/event/fair/'],
    ...['/calendar/events/month/2026-12/', '/calendar/events/mail/?days=7', '/calendar/events/sitemap.xml'],
    ...[
      '/calendar/events/qr.svg',
      '/calendar/event/none/',
      '/calendar/events/list/',
      '/calendar/event/Fair/',
    ],
  ]
  for (const path of [...paths, ...paths]) {
    const at = (origin: string) => api.fetch(new Request(`${origin}${path}`, { redirect: 'manual' }))
    const [evil, real] = [await at('https://evil.example'), await at('https://real.example')]
    expect([path, evil.status < 400 || path.includes('none')]).toEqual([path, true])
    expect(evil.status, path).toBeLessThan(500)
    const location = evil.headers.get('location')
    if (location !== null) expect(location, path).toMatch(/^(https:\/\/real\.example)?\/town\/calendar\//)
    const text = await evil.text()
    expect(`${text} ${JSON.stringify([...evil.headers])}`, path).not.toContain('evil.example')
    expect(text, path).toBe(await real.text())
  }
})

test('layout gets escaped values only', async () => {
  const evil = '</title><script>alert(1)</script>'
  const seen: string[] = []
  const { client, visit } = visited({
    name: evil,
    layout: ({ title, lang, dir, head, body, path, kind }) => {
      const page = `<title>${title}</title>${head}${body}<p id="${path}" class="${kind}" lang="${lang}" dir="${dir}">`
      seen.push(page.replace(/<script type="application\/ld\+json">[^<]*<\/script>/, ''))
      return page
    },
  })
  await client.events.create({ title: 'A &lt;script&gt;b', slug: 'evil', ...evening })
  const typed = encodeURIComponent(`"><script>alert(1)</script>`)
  for (const path of [
    '/events/',
    '/event/evil/',
    `/events/?search=${typed}`,
    `/event/${typed}/`,
    `/events/?page=${typed}`,
  ])
    await visit(path)
  expect(seen.length).toBe(5)
  for (const page of seen) expect(page).not.toMatch(/<script/)
})
