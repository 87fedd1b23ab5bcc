import { gunzipSync } from 'node:zlib'
import { createEventsApi } from 'kalends'
import { createEditor, type EditorOptions } from 'kalends/editor'
import { databaseImages } from 'kalends/images/database'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

const ORIGIN = 'https://town.example'
const API = { basePath: '/vendor/events/v1' }

const ask = (options: EditorOptions, path: string, init?: RequestInit) =>
  createEditor(API, options).fetch(new Request(`${ORIGIN}${path}`, init))

/** The assets that a page loads, as a browser resolves them. */
async function assetsOf(address: string): Promise<string[]> {
  const { pathname } = new URL(address)
  const html = await (await ask({ path: '/admin/calendar' }, pathname)).text()
  return [...html.matchAll(/(?:src|href)="(\.[^"]*\/assets\/[^"]+)"/g)].map(
    ([, url = '']) => new URL(url, address).pathname,
  )
}

describe('the page for editors', () => {
  test.each(['', '/', '/events', '/events/', '/events/12', '/events/new'])(
    'is at its path, and at %j below it',
    async (rest) => {
      const response = await ask({ path: '/admin/calendar' }, `/admin/calendar${rest}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const [, me = ''] =
        /<link rel="preload" as="fetch" crossorigin href="([^"]+)">/.exec(await response.text()) ?? []
      expect(new URL(me, `${ORIGIN}/shop/admin/calendar${rest}`).pathname).toBe('/shop/vendor/events/v1/me')
      const assets = await assetsOf(`${ORIGIN}/admin/calendar${rest}`)
      // A style and a script.
      expect(assets.length).toBe(2)
      for (const path of assets) {
        expect(path).toMatch(/^\/admin\/calendar\/assets\/[\w-]+\.(js|css)$/)
        const asset = await ask({ path: '/admin/calendar' }, path)
        expect([path, asset.status]).toEqual([path, 200])
        expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      }
    },
  )

  test('answers nothing else', async () => {
    const editor = createEditor(API, { path: '/admin/calendar' })
    expect(await editor.handle(new Request(`${ORIGIN}/admin`))).toBeUndefined()
    expect(await editor.handle(new Request(`${ORIGIN}/admin/calendars`))).toBeUndefined()
    for (const rest of [
      '/assets/none.js',
      '/assets/__proto__',
      '/assets/constructor.js',
      '/a/b/c/d',
      '/..%2f',
      '/x.php',
    ]) {
      expect((await ask({ path: '/admin/calendar' }, `/admin/calendar${rest}`)).status).toBe(404)
    }
    const refused = await ask({}, '/vendor/events/v1/editor', { method: 'POST' })
    expect([refused.status, refused.headers.get('allow'), await refused.text()]).toEqual([
      405,
      'GET, HEAD',
      '',
    ])
    const asJson = await ask({}, '/vendor/events/v1/editor', {
      method: 'POST',
      headers: { accept: 'application/json' },
    })
    expect([asJson.status, asJson.headers.get('content-type')]).toEqual([
      405,
      'application/json; charset=UTF-8',
    ])
    expect(await asJson.json()).toMatchObject({ code: 'rest_method_not_allowed', data: { status: 405 } })
    const head = await ask({}, '/vendor/events/v1/editor', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('may run its own scripts and nothing else', async () => {
    const policy = (await ask({}, '/vendor/events/v1/editor')).headers.get('content-security-policy')
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' blob: data:",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types kalends-html ProseMirrorClipboard',
    ])
    const html = await (await ask({}, '/vendor/events/v1/editor')).text()
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style|\sstyle=/)
  })

  test('shows images from where the store of the API has them', async () => {
    const storage = memoryStorage()
    const policyOf = async (origins: string[]) => {
      const images = { store: databaseImages(storage), origins }
      const api = createEventsApi(storage, { images, editor: (mounted) => createEditor(mounted) })
      const response = await api.fetch(new Request(`${ORIGIN}/vendor/events/v1/editor`))
      return response.headers.get('content-security-policy')?.split('; ')
    }
    expect(await policyOf(['https://cdn.example'])).toContain(
      "img-src 'self' blob: data: https://cdn.example",
    )
    await expect(policyOf(["https://cdn.example; script-src 'unsafe-inline'"])).rejects.toThrow(
      'images.origins',
    )
  })

  test('takes logo, colour, links and frames from the host, and no code', async () => {
    const options: EditorOptions = {
      path: '/admin',
      logo: 'https://cdn.example/logo.svg',
      accent: '#AA0055',
      links: [{ label: 'Back "to" <us>', url: '/home' }],
      frameAncestors: ['https://intranet.example'],
    }
    const response = await ask(options, '/admin')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain('https://cdn.example;')
    expect(policy).toContain('frame-ancestors https://intranet.example;')
    const html = await response.text()
    expect(html).not.toContain('<us>')
    const [style = '', hash] = /style-(\w+)-aa0055\.css/.exec(html) ?? []
    expect(await (await ask(options, `/admin/assets/${style}`)).text()).toMatch(
      /body\{.*:root\{--accent:#aa0055\}\n$/s,
    )
    expect((await ask(options, `/admin/assets/style-${hash}-000000.css`)).status).toBe(404)
  })

  test.each([
    [{ accent: 'red;}*{' }, "accent: 'red;}*{' is not a colour"],
    [{ logo: 'javascript:alert(1)' }, 'logo'],
    [{ logo: '//evil.example/x' }, 'logo'],
    [{ links: [{ label: 'x', url: 'javascript:alert(1)' }] }, 'links'],
    [{ frameAncestors: ['https://a.example; script-src *'] }, 'frameAncestors'],
    [{ path: '/' }, 'path'],
    [{ path: '/a b' }, 'path'],
  ])('refuses %j', (options, says) => {
    expect(() => createEditor(API, options)).toThrow(RangeError)
    expect(() => createEditor(API, options)).toThrow(says)
  })

  test('refuses options that it does not have', () => {
    expect(() => createEditor(API, JSON.parse('{"color":"red"}'))).toThrow(
      new TypeError('color: there is no such option; there are path, logo, accent, links, frameAncestors'),
    )
  })
})

describe('given to the API', () => {
  const api = createEventsApi(memoryStorage(), { editor: (own) => createEditor(own) })

  test('it is at {api}/editor, and the API is where it was', async () => {
    const get = (path: string) => api.fetch(new Request(`${ORIGIN}${api.basePath}${path}`))
    expect((await get('/editor')).headers.get('content-type')).toContain('text/html')
    expect((await get('/editor/events/3')).status).toBe(200)
    expect((await get('/editors')).status).toBe(404)
    expect((await get('/events')).headers.get('content-type')).toContain('application/json')
    expect(await api.handle(new Request(`${ORIGIN}/elsewhere`))).toBeUndefined()
    expect((await api.handle(new Request(`${ORIGIN}${api.basePath}/editor`)))?.status).toBe(200)
  })

  test('without it there is no such page', async () => {
    const plain = createEventsApi(memoryStorage())
    expect((await plain.fetch(new Request(`${ORIGIN}${plain.basePath}/editor`))).status).toBe(404)
  })

  describe('compresses its files', () => {
    /** As the adapter of Node asks for it. */
    const scriptAs = async (encoding: string | undefined, method = 'GET') => {
      const [path = ''] = (await assetsOf(`${ORIGIN}/admin/calendar`)).filter((one) => one.endsWith('.js'))
      const headers = new Headers(encoding === undefined ? {} : { 'accept-encoding': encoding })
      const request = new Request(`${ORIGIN}${path}`, { method, headers })
      const { signal, url } = request
      const answer = await createEditor(API, { path: '/admin/calendar' }).fetch.plain({
        ...{ method, url, headers, signal, body: null, toRequest: () => request },
      })
      return new Response(answer.body, answer)
    }

    test('not for hosts that give a Request: Next.js drops Content-Encoding', async () => {
      const [path = ''] = (await assetsOf(`${ORIGIN}/admin/calendar`)).filter((one) => one.endsWith('.js'))
      const response = await ask({ path: '/admin/calendar' }, path, {
        headers: { 'accept-encoding': 'gzip' },
      })
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(await response.text()).toContain('import')
    })

    test.each([
      'gzip',
      'gzip, deflate, br, zstd',
      'br;q=1.0, GZIP ; q=0.8, *;q=0.1',
      '*',
      'gzip;q=0.001',
      'identity;q=0.5, gzip;q=0.5',
    ])('for %j', async (encoding) => {
      const [plain, response] = [await scriptAs(undefined), await scriptAs(encoding)]
      expect(response.headers.get('content-encoding')).toBe('gzip')
      expect(response.headers.get('vary')).toBe('accept-encoding')
      const bytes = new Uint8Array(await response.arrayBuffer())
      expect(response.headers.get('content-length')).toBe(String(bytes.length))
      expect(gunzipSync(bytes).toString()).toBe(await plain.text())
    })

    test.each([
      undefined,
      '',
      'identity',
      'br',
      'gzip;q=0',
      'gzip;q=0, *',
      '*;q=0',
      'gzip;q=high',
      'gzip;q=0.5, identity',
      'gzipped',
    ])('not for %j', async (encoding) => {
      const response = await scriptAs(encoding)
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(response.headers.get('vary')).toBe('accept-encoding')
      const text = await response.text()
      expect(response.headers.get('content-length')).toBe(String(new TextEncoder().encode(text).length))
    })

    test('HEAD says the length of what GET answers', async () => {
      const [head, get] = [await scriptAs('gzip', 'HEAD'), await scriptAs('gzip')]
      expect(await head.text()).toBe('')
      expect([...head.headers]).toEqual([...get.headers])
    })

    test('does without where the runtime cannot compress', async () => {
      vi.stubGlobal('CompressionStream', undefined)
      onTestFinished(() => {
        vi.unstubAllGlobals()
      })
      const response = await scriptAs('gzip')
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(await response.text()).toContain('import')
    })
  })
})
