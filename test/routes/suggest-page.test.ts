import { createHash } from 'node:crypto'
import { createEventsApi, type EventsApiOptions } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { SCRIPT } from '../../src/pages/suggest/script.ts'

const ask = async (options: EventsApiOptions, path: string, headers: Record<string, string> = {}) => {
  const api = createEventsApi(memoryStorage(), options)
  return api.fetch(new Request(`https://town.example${api.basePath}${path}`, { headers }))
}

const suggestions = { author: 900 }

describe('the form for suggestions', () => {
  test('is served as a script where the public may suggest events', async () => {
    const response = await ask({ suggestions }, '/suggest.js')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await response.text()).toBe(SCRIPT)
    for (const path of ['/suggest.js', '/suggestions/1/edit', '/suggestions'])
      expect((await ask({}, path)).status).toBe(404)
  })

  test('has a page for its sender, the same for every ID, in the language of the browser', async () => {
    const privacy = 'https://town.example/privacy?a=1&b="2"'
    const page = async (id: number, language: string) => {
      const response = await ask({ suggestions: { ...suggestions, privacy } }, `/suggestions/${id}/edit`, {
        'accept-language': language,
      })
      expect(response.status).toBe(200)
      expect(response.headers.get('vary')).toContain('Accept-Language')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      return response.text()
    }
    const text = await page(7, 'fr, de-AT;q=0.8')
    expect(text).toContain('<html lang="de">')
    expect(text).toContain(
      '<kalends-suggest api="../.." suggestion="7" privacy="https://town.example/privacy?a=1&#38;b=&#34;2&#34;" heading-level="1">',
    )
    expect((await page(8, 'fr, de-AT;q=0.8')).replace('suggestion="8"', 'suggestion="7"')).toBe(text)
    expect(await page(7, '')).toContain('<html lang="en">')
    expect(await page(7, '"><script>alert(1)</script>')).toContain('<html lang="en">')
  })

  test('the policy of the page allows its own style, and no other', async () => {
    const response = await ask({ suggestions }, '/suggestions/1/edit')
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(await response.text()) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}';`)
  })

  test('options that cannot be are refused at the start', () => {
    const open = (options: object) => () =>
      createEventsApi(memoryStorage(), { suggestions: { ...suggestions, ...options } })
    expect(open({ author: 0 })).toThrow(TypeError)
    expect(open({ page: 'suggest.html' })).toThrow(RangeError)
    expect(open({ privacy: 'javascript:alert(1)' })).toThrow(RangeError)
    expect(open({ fields: ['author'] })).toThrow(TypeError)
    expect(open({ nothing: 1 })).toThrow(TypeError)
    expect(open({ verify: true })).toThrow(TypeError)
  })
})
