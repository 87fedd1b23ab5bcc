import { describe, expect, test } from 'vitest'
import { API, openEndpoint, URL_OF_MCP } from './endpoint.ts'

const READING = [
  ...['find_events', 'get_event', 'find_places', 'find_organizers', 'list_categories', 'describe_calendar'],
]
const WRITING = ['create_event', 'update_event', 'delete_event', 'save_place', 'save_organizer']
const ALL = [...READING, ...WRITING]

/** Each role beside each tool. */
const ROLES = [
  [undefined, READING],
  ['subscriber', READING],
  ['contributor', ALL],
  ['author', ALL],
  ['editor', ALL],
  ['administrator', ALL],
] as const

/** Arguments that are right, for an event with the ID. */
const argumentsOf = (tool: string, id: number): Record<string, unknown> => {
  if (tool === 'create_event')
    return { title: 'Band', start_date: '2026-05-09 19:00', end_date: '2026-05-09 21:00' }
  if (tool === 'update_event') return { id, title: 'Band' }
  if (tool === 'save_place' || tool === 'save_organizer') return { name: 'Hall' }
  return tool === 'get_event' || tool === 'delete_event' ? { id } : {}
}

describe.each(ROLES)('%s', (role, allowed) => {
  test('sees the tools that it may use, in a fixed order', async () => {
    const { names } = openEndpoint()
    expect(await names(role)).toEqual(allowed)
  })

  test.each(ALL)('%s works if it is listed, and changes nothing otherwise', async (tool) => {
    const { call, create, post } = openEndpoint()
    // A draft of the user with the ID 7, who is the caller.
    const id = await create({ title: 'Choir', status: tool === 'get_event' ? 'publish' : 'draft' }, 'editor')
    const args = argumentsOf(tool, id)
    if (allowed.includes(tool)) {
      expect(await call(tool, args, role)).toMatchObject({ isError: false })
      return
    }
    const response = await post(
      'tools/call',
      { name: tool, arguments: args },
      role === undefined ? {} : { as: role },
    )
    const { error, result } = await response.json()
    expect([response.status, result]).toEqual([role === undefined ? 401 : 200, undefined])
    expect(error.code).toBe(role === undefined ? -32600 : -32602)
    expect((await call('get_event', { id }, 'editor')).data).toMatchObject({
      title: 'Choir',
      status: 'draft',
    })
    expect((await call('find_events', {}, 'editor')).data.total).toBe(1)
  })
})

test.each(['update_event', 'delete_event'])('%s leaves the events of others alone', async (tool) => {
  const { call, create } = openEndpoint()
  const id = await create({ title: 'Choir' }, 'editor')
  const { isError, text } = await call(tool, argumentsOf(tool, id), 'author 9')
  expect([isError, text]).toEqual([true, 'These credentials do not allow it.'])
})

test('drafts of others are not found, by any tool', async () => {
  const { call, create } = openEndpoint()
  const id = await create({ title: 'Secret', status: 'draft' }, 'editor')
  for (const role of [undefined, 'subscriber 9', 'author 9']) {
    expect(await call('get_event', { id }, role)).toMatchObject({ isError: true })
    expect((await call('find_events', { search: 'Secret' }, role)).data.total).toBe(0)
  }
})

describe('who asks', () => {
  test('wrong credentials are 401, with what authenticate says', async () => {
    const { ApiError } = await import('kalends')
    const authenticate = Object.assign(
      () => {
        throw new ApiError('rest_invalid_credentials')
      },
      { challenges: ['Bearer realm="Town"'] },
    )
    const { post } = openEndpoint({}, { authenticate })
    const response = await post('tools/list')
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Town"'])
  })

  test('with authorization servers, a 401 leads to them, and a 403 says that the scope is too little', async () => {
    const { ApiError } = await import('kalends')
    const resource = 'https://town.example/vendor/events/v1/mcp'
    const authorization = { resource, servers: ['https://login.example'], scopes: ['calendar', 'write'] }
    const authenticate = (request: Request) => {
      const token = request.headers.get('authorization')
      if (token === 'Bearer other-resource') throw new ApiError('rest_invalid_credentials')
      if (token === 'Bearer too-little') throw new ApiError('rest_forbidden', { status: 403 })
      return null
    }
    const { post, api } = openEndpoint({ authorization }, { authenticate })
    const metadata = `resource_metadata="${resource}/oauth-protected-resource"`
    const wrong = await post('tools/list', {}, { as: 'Bearer other-resource' })
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      ...[401, `Bearer ${metadata}, scope="calendar write"`],
    ])
    const little = await post('tools/list', {}, { as: 'Bearer too-little' })
    expect([little.status, little.headers.get('www-authenticate')]).toEqual([
      ...[403, `Bearer error="insufficient_scope", ${metadata}, scope="calendar write"`],
    ])
    const visitor = await post('tools/call', { name: 'create_event', arguments: {} })
    expect([visitor.status, visitor.headers.get('www-authenticate')]).toEqual([
      ...[401, `Bearer ${metadata}, scope="calendar write"`],
    ])
    const document = await api.fetch(
      new Request('http://localhost/vendor/events/v1/mcp/oauth-protected-resource'),
    )
    expect(await document.json()).toEqual({
      ...{ resource, authorization_servers: ['https://login.example'] },
      ...{ scopes_supported: ['calendar', 'write'], bearer_methods_supported: ['header'] },
    })
  })

  test('rateLimit is asked for each call, and says when to come back', async () => {
    const asked: string[] = []
    const rateLimit = ({ operation }: { operation: string }) => {
      asked.push(operation)
      return operation === 'listVenues' ? 7 : null
    }
    const { call } = openEndpoint({}, { rateLimit })
    expect((await call('find_places')).text).toContain('after 7 seconds')
    expect(asked).toEqual(['readMe', 'listVenues'])
    const limited = openEndpoint({}, { rateLimit: () => 9 })
    const response = await limited.post('tools/list')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '9'])
  })
})

describe('api.as calls the endpoint as a principal', () => {
  const call = (name: string, args: Record<string, unknown>, headers: Record<string, string> = {}) =>
    new Request(URL_OF_MCP, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      }),
    })
  const FAIR = { title: 'Fair', start_date: '2026-05-09 10:00', end_date: '2026-05-09 18:00' }

  test('with the rights of the principal, and without asking authenticate', async () => {
    let asked = 0
    const authenticate = () => {
      asked += 1
      return null
    }
    const { api } = openEndpoint({}, { authenticate })
    const created = await api.as({ id: 3, role: 'author' })(call('create_event', FAIR))
    const { result } = await created.json()
    expect(result.structuredContent).toMatchObject({ written: true, event: { id: 1, title: 'Fair' } })
    const event = await api.as(null)(new Request(`${API}/events/1`))
    expect([(await event.json()).author, asked]).toEqual(['3', 0])
  })

  test('whatever the credentials of the request say', async () => {
    const { api } = openEndpoint()
    const request = call('create_event', FAIR, { authorization: 'administrator' })
    expect((await api.as(null)(request)).status).toBe(401)
    const other = await api.as({ id: 9, role: 'subscriber' })(call('create_event', FAIR))
    expect((await other.json()).error.message).toContain('There is no tool "create_event"')
  })

  test('at an endpoint with a path of its own', async () => {
    const { api } = openEndpoint({ path: '/assistant' })
    const request = new Request('http://localhost/assistant', call('describe_calendar', {}))
    const answer = await api.as({ id: 3, role: 'author' })(request)
    expect((await answer.json()).result.structuredContent).toMatchObject({ role: 'author', user: { id: 3 } })
  })
})
