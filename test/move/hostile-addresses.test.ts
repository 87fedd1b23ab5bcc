import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { importSite, MoveError } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isSameSite } from '../../src/move/wordpress/web-address.ts'
import { event, json, SITE, type Special, smallSite } from './small-site.ts'

const sleep = async () => {}
const ADMIN = { user: 'admin', password: 'open sesame' }

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { location } })
const pageWithLink = (link: string) =>
  new Response('<html>', { headers: { link: `<${link}>; rel="https://api.w.org/"` } })

/** Origins that got the password. */
const trusted = ({ asked }: ReturnType<typeof smallSite>) => [
  ...new Set(asked.filter(({ authorization }) => authorization !== null).map(({ url }) => url.origin)),
]

describe('the password goes to the site that the caller named, and nowhere else', () => {
  test('if the page names the interface of another host', async () => {
    const site = smallSite({ events: [event(1)] }, (url) => {
      if (url.origin === SITE && url.pathname === '/') return pageWithLink('https://evil.example/wp-json/')
      return url.origin === SITE ? json({}, { status: 404 }) : undefined
    })
    const running = importSite(memoryStorage(), { url: SITE, ...ADMIN, fetch: site.fetch, sleep })
    await expect(running).rejects.toThrow(
      'its interface is at https://evil.example, and the password is only for',
    )
    expect(trusted(site)).toEqual([SITE])
    // A visitor has no password to lose.
    const { kinds } = await importSite(memoryStorage(), { url: SITE, fetch: site.fetch, sleep })
    expect(kinds.event.created).toBe(1)
  })

  test('and the usual place at that site is tried', async () => {
    const site = smallSite({ events: [event(1)] }, (url) =>
      url.pathname === '/' ? pageWithLink('https://evil.example/wp-json/') : undefined,
    )
    const { kinds } = await importSite(memoryStorage(), { url: SITE, ...ADMIN, fetch: site.fetch, sleep })
    expect(kinds.event.created).toBe(1)
    expect(trusted(site)).toEqual([SITE])
    expect(site.asked.filter(({ url }) => url.origin !== SITE)).toEqual([])
  })

  test.each(['/', '/wp-json/', '/wp-json/tribe/events/v1/venues', '/wp-json/wp/v2/tribe_events/1'])(
    'if %s redirects to another host',
    async (path) => {
      const site = smallSite({ events: [event(1)] }, (url) =>
        url.origin === SITE && url.pathname === path
          ? redirectTo(`https://evil.example${path}${url.search}`)
          : undefined,
      )
      const running = importSite(memoryStorage(), { url: SITE, ...ADMIN, fetch: site.fetch, sleep })
      if (path === '/') await running
      else
        await expect(running).rejects.toThrow('this leads to https://evil.example. The password is only for')
      expect(trusted(site)).toEqual([SITE])
    },
  )

  test('over real sockets', async () => {
    const seen: (string | undefined)[] = []
    const listen = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
      const server = createServer(answer)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void server.close())
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : 0
    }
    const other = await listen((request, response) => {
      seen.push(request.headers.authorization)
      response.end('{}')
    })
    const port = await listen((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${other}/wp-json/` }).end()
    })
    const running = importSite(memoryStorage(), { url: `http://127.0.0.1:${port}`, ...ADMIN, sleep })
    await expect(running).rejects.toThrow(MoveError)
    expect(seen).toEqual([undefined])
  })

  test('a site that moves to https and www keeps it', async () => {
    const site = smallSite({ events: [event(1)] }, (url) =>
      url.origin === 'https://www.town.example'
        ? undefined
        : redirectTo(`https://www.town.example${url.pathname}`),
    )
    const options = { url: 'http://town.example', ...ADMIN, fetch: site.fetch, sleep }
    const { kinds } = await importSite(memoryStorage(), options)
    expect(kinds.event.created).toBe(1)
    expect(trusted(site)).toEqual(['https://www.town.example'])
  })

  test('a site behind a proxy that names itself with http is asked by https', async () => {
    const site = smallSite({ events: [event(1)] }, (url) =>
      url.pathname === '/' ? pageWithLink('http://town.example/wp-json/') : undefined,
    )
    await importSite(memoryStorage(), { url: SITE, ...ADMIN, fetch: site.fetch, sleep })
    expect(trusted(site)).toEqual([SITE])
  })

  test.each([
    ['https://town.example', 'https://www.town.example', true],
    ['http://www.town.example', 'https://town.example', true],
    ['https://town.example', 'http://town.example', false],
    ['https://town.example', 'https://town.example:8443', false],
    ['https://town.example', 'https://town.example.evil.example', false],
    ['https://town.example', 'https://eviltown.example', false],
    ['https://town.example', 'https://www.www.town.example', false],
  ])('%s and %s are one site: %s', (given, other, expected) => {
    expect(isSameSite(new URL(given), new URL(other))).toBe(expected)
  })
})

describe('an address that no request may go to is refused at once', () => {
  test.each([
    ...['file:///etc/passwd', 'http://', 'http:///', 'http://[', 'https://exa mple', 'ftp://town.example'],
    ...['javascript:alert(1)', 'data:text/html,', '//town.example', ''],
  ])('from the caller: %s', async (url) => {
    const site = smallSite({})
    const running = importSite(memoryStorage(), { url, fetch: site.fetch, sleep })
    await expect(running).rejects.toThrow(MoveError)
    expect(site.asked).toEqual([])
  })

  test('a password in the address is not repeated', async () => {
    const running = importSite(memoryStorage(), { url: 'https://admin:sesame@town.example' })
    await expect(running).rejects.toThrow(
      'https://…@town.example/: give the user and the password by themselves, not in the address',
    )
  })

  const bad = ['file:///etc/passwd', 'http://[', 'javascript:alert(1)', 'https://u:p@evil.example/']

  test.each(bad)('from the page of the site: %s', async (link) => {
    const site = smallSite({}, (url) => (url.pathname === '/' ? pageWithLink(link) : undefined))
    const running = importSite(memoryStorage(), { url: SITE, fetch: site.fetch, sleep })
    await expect(running).rejects.toThrow(/the site names .* which is not a web address/)
    expect(site.asked.length).toBe(1)
  })

  test.each(bad)('from a redirect: %s', async (location) => {
    const site = smallSite({}, (url) => (url.pathname === '/wp-json/' ? redirectTo(location) : undefined))
    const running = importSite(memoryStorage(), { url: SITE, fetch: site.fetch, sleep })
    await expect(running).rejects.toThrow(/the site names .* which is not a web address/)
    expect(site.asked.length).toBe(2)
  })

  test.each(['file:///', 'javascript:alert(1)', 'https://u:p@town.example', 7])(
    'as its home: %s, in whose place the given one stands',
    async (home) => {
      const index: Special = (url) =>
        url.pathname === '/wp-json/' ? json({ home, namespaces: ['tribe/events/v1'] }) : undefined
      const { site } = await importSite(memoryStorage(), {
        url: SITE,
        fetch: smallSite({}, index).fetch,
        sleep,
      })
      expect(site.url).toBe(SITE)
    },
  )

  test('a chain of redirects ends', async () => {
    const site = smallSite({}, (url) => redirectTo(`${SITE}/${Number(url.pathname.slice(1)) + 1}`))
    const running = importSite(memoryStorage(), { url: SITE, fetch: site.fetch, sleep })
    await expect(running).rejects.toThrow(`${SITE}/: more than 10 redirects`)
    // The interface may be there nevertheless, at two places.
    expect(site.asked.length).toBe(33)
  })

  test.each([
    ['leads to itself', () => redirectTo(`${SITE}/`)],
    ['leads in a circle', (url: URL) => redirectTo(url.search === '' ? `${SITE}/?a` : `${SITE}/`)],
    ['has a fault', () => new Response('There has been a critical error', { status: 500 })],
  ])('a home page that %s is no matter while the interface answers', async (_, home) => {
    const site = smallSite({ events: [event(7)] }, (url) => (url.pathname === '/' ? home(url) : undefined))
    for (const as of [{}, { user: 'admin', password: 'secret' }]) {
      const report = await importSite(memoryStorage(), { url: SITE, fetch: site.fetch, sleep, ...as })
      expect(report.kinds.event).toMatchObject({ created: 1, complete: true })
    }
  })
})

describe('a site that is not there', () => {
  const failing = (code: string) =>
    new TypeError('fetch failed', {
      cause: new AggregateError([Object.assign(new Error(`connect ${code}`), { code })]),
    })

  test.each([
    ['ECONNREFUSED', 'the connection was refused'],
    ['ENOTFOUND', 'the host is unknown'],
    ['EAI_AGAIN', 'the host is unknown'],
    ['CERT_HAS_EXPIRED', 'connect CERT_HAS_EXPIRED'],
  ])('is named at the first attempt: %s', async (code, message) => {
    const pauses: number[] = []
    let storages = 0
    const running = importSite(
      async () => {
        storages++
        return memoryStorage()
      },
      {
        url: SITE,
        fetch: () => Promise.reject(failing(code)),
        sleep: async (time) => void pauses.push(time),
      },
    )
    await expect(running).rejects.toThrow(`${SITE}/: ${message}`)
    expect({ pauses, storages }).toEqual({ pauses: [], storages: 0 })
  })

  test('over a real socket', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await new Promise((resolve) => server.close(resolve))
    const sleepNever = () => expect.unreachable('it waits')
    const running = importSite(memoryStorage(), { url: `http://localhost:${port}`, sleep: sleepNever })
    await expect(running).rejects.toThrow(
      `http://localhost:${port}/: the connection was refused: nothing answers at this host and port (ECONNREFUSED)`,
    )
  })

  test('a host that has answered may come back', async () => {
    const site = smallSite({ events: [event(1)] })
    let requests = 0
    const restarting: typeof fetch = (...args) => {
      requests++
      return requests > 3 && requests < 9 ? Promise.reject(failing('ECONNREFUSED')) : site.fetch(...args)
    }
    const { kinds } = await importSite(memoryStorage(), { url: SITE, fetch: restarting, sleep })
    expect(kinds.event.created).toBe(1)
  })

  test('after other failures it gets three attempts, and the reason is the innermost one', async () => {
    let requests = 0
    const reset: typeof fetch = () => {
      requests++
      return Promise.reject(new TypeError('fetch failed', { cause: new Error('socket hang up') }))
    }
    const running = importSite(memoryStorage(), { url: SITE, fetch: reset, sleep })
    await expect(running).rejects.toThrow(`${SITE}/: socket hang up, 3 times`)
    expect(requests).toBe(3)
  })
})

test('an answer without an end is cut off, once', async () => {
  let sent = 0
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          sent++
          controller.enqueue(new Uint8Array(1024 * 1024))
        },
      }),
    )
  const site = smallSite({}, (url) => (url.pathname === '/wp-json/' ? endless() : undefined))
  const running = importSite(memoryStorage(), { url: SITE, fetch: site.fetch, sleep })
  await expect(running).rejects.toThrow(`${SITE}/wp-json/: an answer of more than 67108864 bytes`)
  expect(sent).toBeLessThan(70)
})

test('an error does not show the password of an event', async () => {
  const site = smallSite({ events: [{ ...event(1), all_day: null }] }, (url) => {
    if (url.searchParams.has('password')) return new Response('', { status: 500 })
    return url.pathname.startsWith('/wp-json/wp/v2/') ? json({ id: 1, password: 'sesame' }) : undefined
  })
  const running = importSite(memoryStorage(), { url: SITE, ...ADMIN, fetch: site.fetch, sleep })
  const error: unknown = await running.catch((reason: unknown) => reason)
  expect(String(error)).toContain('/wp-json/tribe/events/v1/events/1: status 500, 8 times')
  expect(String(error)).not.toContain('sesame')
})
