import { createEventsApi, type EventsApiOptions } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { SCRIPT } from '../../src/pages/embed/script.ts'

const ask = async (options: EventsApiOptions, path: string, init: RequestInit = {}) => {
  const api = createEventsApi(memoryStorage(), options)
  return api.fetch(new Request(`https://town.example${api.basePath}${path}`, init))
}

describe('the script for pages', () => {
  test('is served if the option says so', async () => {
    const response = await ask({ embed: true }, '/embed.js')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await response.text()).toBe(SCRIPT)
  })

  test.each([{}, { embed: false }, { embed: undefined }])('is not there otherwise: %o', async (options) => {
    expect((await ask(options, '/embed.js')).status).toBe(404)
  })

  test('has an ETag, which a browser sends to get 304', async () => {
    const etag = (await ask({ embed: true }, '/embed.js')).headers.get('etag') ?? ''
    expect((await ask({ embed: true }, '/embed.js', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('may be loaded by pages of the origins that cors allows', async () => {
    const headers = { origin: 'https://club.example' }
    const cors = { origin: ['https://club.example'] }
    const response = await ask({ embed: true, cors }, '/embed.js', { headers })
    expect(response.headers.get('access-control-allow-origin')).toBe('https://club.example')
  })

  test('is in the documentation where it is served; the index is the same with it', async () => {
    const paths = async (options: EventsApiOptions) => {
      const document: { paths: object } = await (await ask(options, '/doc')).json()
      return Object.keys(document.paths)
    }
    expect((await paths({ embed: true })).filter((path) => path === '/embed.js')).toEqual(['/embed.js'])
    expect(await paths({})).not.toContain('/embed.js')
    const index = async (options: EventsApiOptions) => (await ask(options, '/')).text()
    expect(await index({ embed: true })).toBe(await index({}))
  })

  test('the option is a boolean', () => {
    expect(() => createEventsApi(memoryStorage(), JSON.parse('{"embed":"yes"}'))).toThrow(
      new TypeError("embed: must be of type boolean, not 'yes'"),
    )
  })
})
