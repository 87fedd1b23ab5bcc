import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { openEndpoint, URL_OF_MCP } from './endpoint.ts'

const SERVER = {
  'io.modelcontextprotocol/serverInfo': {
    name: 'kalends',
    title: expect.any(String),
    version: manifest.version,
  },
}
const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18']

/** Headers of a client before 2026-07-28. `undefined` for the header: one that has not agreed on a revision yet. */
const older = (version: string | undefined = '2025-11-25') => ({
  headers: { 'mcp-protocol-version': version, 'mcp-method': undefined, 'mcp-name': undefined },
})

const errorOf = async (response: Response) => {
  const { error, id, result } = await response.json()
  return {
    status: response.status,
    code: error?.code,
    data: error?.data,
    message: error?.message,
    id,
    result,
  }
}

describe('revision 2026-07-28', () => {
  test('server/discover says what there is, for everybody', async () => {
    const { post } = openEndpoint({ instructions: 'The calendar of the town.' })
    const { result } = await (await post('server/discover')).json()
    expect(result).toEqual({
      ...{ resultType: 'complete', supportedVersions: REVISIONS, ttlMs: 3_600_000, cacheScope: 'public' },
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: expect.stringContaining('The calendar of the town.'),
      _meta: SERVER,
    })
  })

  test('lists depend on rights, so they are private', async () => {
    const { post } = openEndpoint()
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
      const { result } = await (await post(method)).json()
      expect(result).toMatchObject({
        resultType: 'complete',
        cacheScope: 'private',
        ttlMs: 60_000,
        _meta: SERVER,
      })
    }
  })

  test.each([
    ['no MCP-Protocol-Version', { 'mcp-protocol-version': undefined }],
    ['another MCP-Protocol-Version', { 'mcp-protocol-version': '2025-11-25' }],
    ['no Mcp-Method', { 'mcp-method': undefined }],
    ['another Mcp-Method', { 'mcp-method': 'TOOLS/CALL' }],
    ['no Mcp-Name', { 'mcp-name': undefined }],
    ['another Mcp-Name', { 'mcp-name': 'get_event' }],
    ['an Mcp-Name with a wrong padding', { 'mcp-name': '=?base64?ZmluZF9ldmVudHM==?=' }],
    ['an Mcp-Name that is no UTF-8', { 'mcp-name': '=?base64?gA==?=' }],
  ])('%s is 400 -32020, and nothing is done', async (_, headers) => {
    const { post } = openEndpoint()
    const response = await post('tools/call', { name: 'find_events', arguments: {} }, { headers })
    expect(await errorOf(response)).toMatchObject({ status: 400, code: -32020, id: 1, result: undefined })
  })

  test.each(['  find_events ', '=?base64?ZmluZF9ldmVudHM=?='])('Mcp-Name may be "%s"', async (name) => {
    const { post } = openEndpoint()
    const response = await post('tools/call', { name: 'find_events' }, { headers: { 'mcp-name': name } })
    expect(response.status).toBe(200)
  })

  test('an unknown revision is 400 -32022 with those that are known', async () => {
    const { post } = openEndpoint()
    const version = '2031-01-01'
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const response = await post('tools/list', { _meta }, { headers: { 'mcp-protocol-version': version } })
    expect(await errorOf(response)).toMatchObject({
      ...{ status: 400, code: -32022, data: { supported: REVISIONS, requested: version } },
    })
  })

  test('a request says its revision and what its client can, or is 400 -32602', async () => {
    const { post } = openEndpoint()
    for (const _meta of [undefined, {}, { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }]) {
      expect(await errorOf(await post('tools/list', { _meta }))).toMatchObject({ status: 400, code: -32602 })
    }
  })

  test.each(['initialize', 'ping', 'logging/setLevel', 'tools/lists', 'constructor', '__proto__'])(
    '%s is 404 -32601',
    async (method) => {
      const { post } = openEndpoint()
      expect(await errorOf(await post(method))).toMatchObject({ status: 404, code: -32601, id: 1 })
    },
  )
})

describe('revision 2025-11-25', () => {
  test('is answered without a session', async () => {
    const { post } = openEndpoint()
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
      _meta: {},
    }
    const response = await post('initialize', params, older(undefined))
    expect([response.status, response.headers.get('mcp-session-id')]).toEqual([200, null])
    expect((await response.json()).result).toMatchObject({
      ...{ protocolVersion: '2025-11-25', serverInfo: { name: 'kalends', version: manifest.version } },
      capabilities: { tools: {} },
    })
    const { result } = await (await post('tools/list', { _meta: {} }, older())).json()
    // What came later would confuse an older client.
    expect(Object.keys(result)).toEqual(['tools'])
    expect((await (await post('ping', { _meta: {} }, older())).json()).result).toEqual({})
    const called = await post('tools/call', { name: 'find_events', _meta: {} }, older('2025-06-18'))
    expect(Object.keys((await called.json()).result)).toEqual(['content', 'structuredContent'])
  })

  test('another revision gets the newest of its kind', async () => {
    const { post } = openEndpoint()
    const agreed = async (protocolVersion: unknown) =>
      (await (await post('initialize', { protocolVersion, _meta: {} }, older(undefined))).json()).result
        .protocolVersion
    expect([await agreed('2024-11-05'), await agreed(7), await agreed('2025-06-18')]).toEqual([
      ...['2025-11-25', '2025-11-25', '2025-06-18'],
    ])
  })
})

describe('over HTTP', () => {
  const send = (
    body: BodyInit | null,
    headers: Record<string, string> = {},
    method = 'POST',
    url = URL_OF_MCP,
  ) =>
    openEndpoint().api.fetch(
      new Request(url, { method, body, headers: { 'content-type': 'application/json', ...headers } }),
    )
  const message = (more: object) => JSON.stringify({ jsonrpc: '2.0', ...more })

  test('notifications and responses are 202, and have no body', async () => {
    for (const body of [message({ method: 'notifications/initialized' }), message({ id: 1, result: {} })]) {
      const response = await send(body)
      expect([response.status, await response.text()]).toEqual([202, ''])
    }
  })

  test.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('%s is 405', async (method) => {
    const response = await send(null, {}, method)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test.each([
    ['no JSON', '{"jsonrpc"', 400, -32700],
    ['nothing', '', 400, -32700],
    ['a batch', `[${message({ id: 1, method: 'ping' })}]`, 400, -32600],
    ['JSON-RPC 1', '{"id":1,"method":"ping"}', 400, -32600],
    ['a method that is a number', message({ id: 1, method: 7 }), 400, -32600],
    ['an ID that is null', message({ id: null, method: 'ping' }), 400, -32600],
    ['params that are a list', message({ id: 1, method: 'ping', params: [] }), 400, -32602],
  ])('%s is refused', async (_, body, status, code) => {
    expect(await errorOf(await send(body))).toMatchObject({ status, code })
  })

  test('another type than JSON is 415, and a body over the limit 413', async () => {
    expect((await send('{}', { 'content-type': 'text/plain' })).status).toBe(415)
    const { api } = openEndpoint({}, { limits: { body: 1000 } })
    const body = message({ id: 1, method: 'ping', params: { filler: 'x'.repeat(1000) } })
    const headers = { 'content-type': 'application/json' }
    expect((await api.fetch(new Request(URL_OF_MCP, { method: 'POST', body, headers }))).status).toBe(413)
  })

  test.each([
    ['http://localhost', URL_OF_MCP, 200],
    ['http://evil.example', URL_OF_MCP, 403],
    ['null', URL_OF_MCP, 403],
    // A name that leads to this machine.
    ['http://evil.example', 'http://evil.example/vendor/events/v1/mcp', 403],
    ['https://town.example', 'https://town.example/vendor/events/v1/mcp', 403],
    ['https://chat.example', 'https://town.example/vendor/events/v1/mcp', 200],
  ])('a page of %s that calls %s gets %d', async (origin, url, status) => {
    const { api } = openEndpoint({ origins: ['https://chat.example'] })
    const headers = { 'content-type': 'application/json', origin }
    const body = message({ id: 1, method: 'ping' })
    const response = await api.fetch(new Request(url, { method: 'POST', body, headers }))
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe(status === 200 ? origin : null)
    const asked = await api.fetch(new Request(url, { method: 'OPTIONS', headers: { origin } }))
    expect(asked.status).toBe(status === 200 ? 204 : 403)
  })

  test('the index of the calendar names it', async () => {
    const { api } = openEndpoint()
    const index = await (await api.fetch(new Request('http://localhost/vendor/events/v1/'))).json()
    expect(index._links.mcp).toEqual([{ href: URL_OF_MCP }])
    expect(Object.keys(index.routes).filter((path) => path.includes('mcp'))).toEqual([])
    const document = await (
      await api.fetch(new Request('http://localhost/vendor/events/v1/doc?format=json'))
    ).text()
    expect(document).not.toContain('/mcp')
  })

  test('paths below it are 404, and others are those of the calendar', async () => {
    expect((await send(null, {}, 'GET', `${URL_OF_MCP}/other`)).status).toBe(404)
    expect((await send(null, {}, 'GET', `${URL_OF_MCP}/oauth-protected-resource`)).status).toBe(404)
    expect((await send(null, {}, 'GET', `${URL_OF_MCP}x`)).status).toBe(404)
  })

  test('headers about a message to the endpoint do not reach the calendar', async () => {
    const { post, create } = openEndpoint()
    const id = await create({ title: 'Choir' })
    const headers = { 'x-http-method-override': 'DELETE', 'if-none-match': '*', 'idempotency-key': 'a' }
    const response = await post(
      'tools/call',
      { name: 'get_event', arguments: { id } },
      { as: 'editor', headers },
    )
    expect((await response.json()).result.structuredContent).toMatchObject({ id, title: 'Choir' })
  })
})
