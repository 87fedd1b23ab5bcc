import { InvalidParams, type McpOptions, type McpTool, ToolError } from 'kalends/mcp'
import { describe, expect, test } from 'vitest'
import { answerLine, type Sent } from '../../command/mcp-lines.ts'
import { openEndpoint } from './endpoint.ts'

const NOTHING = { type: 'object', properties: {} } as const
const tool = (run: McpTool['run'], more: Partial<McpTool> = {}): McpOptions => ({
  tools: [{ name: 'own', description: 'Of the host.', inputSchema: NOTHING, run, ...more }],
})
const CAPABLE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
}

describe('a tool of the host', () => {
  test('comes after those of the calendar, and calls the interface as the caller', async () => {
    const { names, call, create } = openEndpoint(
      tool(async (_, { calendar }) => {
        const { status, body } = await calendar('GET', '/events', {
          query: { search: 'choir', status: 'draft' },
        })
        return JSON.stringify([status, body])
      }),
    )
    expect((await names()).at(-1)).toBe('own')
    await create({ title: 'Choir', status: 'draft' })
    expect((await call('own', {}, 'editor')).text).toContain('"total":1')
    expect((await call('own', {}, 'subscriber 9')).text).toContain('may only be publish')
  })

  test('with needsWrite is there for those who may write', async () => {
    const { names, call } = openEndpoint(tool(() => 'done', { needsWrite: true }))
    expect((await names('subscriber')).includes('own')).toBe(false)
    await expect(call('own', {}, 'subscriber')).rejects.toThrow('There is no tool')
    expect((await call('own', {}, 'contributor')).text).toBe('done')
  })

  test('gets arguments that fit its schema', async () => {
    const inputSchema = {
      type: 'object',
      properties: { day: { type: 'string' } },
      required: ['day'],
    } as const
    const { call } = openEndpoint(tool(({ day }) => String(day), { inputSchema }))
    expect((await call('own', { day: 7 })).text).toContain('day must be a text')
    expect((await call('own', {})).text).toContain('day is missing')
    expect((await call('own', { day: 'today' })).text).toBe('today')
  })

  test('that fails tells the client nothing, and onError all', async () => {
    const errors: unknown[] = []
    const fault = new Error('password 1234')
    const onError = (error: unknown) => {
      errors.push(error)
      throw new Error('the reporter fails, too')
    }
    const throwing = tool(() => {
      throw fault
    })
    const { call } = openEndpoint({ ...throwing, onError })
    expect(await call('own')).toMatchObject({ isError: true, text: 'The tool own failed.' })
    expect(errors).toEqual([fault])
  })

  test('may say what the assistant, or its client, can correct', async () => {
    const { call } = openEndpoint(
      tool(({ whom }) => {
        throw whom === undefined ? new ToolError('Name a day.') : new InvalidParams('The state was changed.')
      }),
    )
    expect(await call('own')).toMatchObject({ isError: true, text: 'Name a day.' })
    await expect(call('own', { whom: 'client' })).rejects.toThrow('The state was changed.')
  })

  test('may ask a client that can be asked', async () => {
    const question = { method: 'elicitation/create', params: { message: 'Which day?' } }
    const { post } = openEndpoint(
      tool((_, { inputResponses, requestState }) =>
        inputResponses === undefined
          ? { resultType: 'input_required', inputRequests: { day: question }, requestState: 'first' }
          : JSON.stringify([inputResponses, requestState]),
      ),
    )
    const asked = await (await post('tools/call', { name: 'own', _meta: CAPABLE })).json()
    expect(asked.result).toMatchObject({ resultType: 'input_required', requestState: 'first' })
    const answers = { inputResponses: { day: { action: 'accept' } }, requestState: 'first' }
    const answered = await (await post('tools/call', { name: 'own', _meta: CAPABLE, ...answers })).json()
    expect(answered.result.content[0].text).toBe('[{"day":{"action":"accept"}},"first"]')
    const unable = await post('tools/call', { name: 'own' })
    expect([unable.status, (await unable.json()).error]).toMatchObject([
      ...[400, { code: -32021, data: { requiredCapabilities: { elicitation: {} } } }],
    ])
    const old = { 'mcp-protocol-version': '2025-11-25', 'mcp-method': undefined, 'mcp-name': undefined }
    const older = await post('tools/call', { name: 'own', _meta: {} }, { headers: old })
    expect((await older.json()).result).toMatchObject({ isError: true })
  })

  test('that tells how far it is makes the answer a stream', async () => {
    const { post } = openEndpoint(
      tool(async (_, { progress }) => {
        progress(1, 2, 'half')
        await Promise.resolve()
        progress(2, 2)
        return 'done'
      }),
    )
    const response = await post('tools/call', { name: 'own', _meta: { ...CAPABLE, progressToken: 'p' } })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const messages = Array.from((await response.text()).matchAll(/^data: (.*)$/gm), ([, data = '']) =>
      JSON.parse(data),
    )
    expect(messages).toMatchObject([
      {
        method: 'notifications/progress',
        params: { progressToken: 'p', progress: 1, total: 2, message: 'half' },
      },
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 2, total: 2 } },
      { id: 1, result: { content: [{ text: 'done' }] } },
    ])
    const quiet = await post('tools/call', { name: 'own' })
    expect(quiet.headers.get('content-type')).toBe('application/json')
  })

  test('is canceled when the client closes the stream', async () => {
    let resolve = () => {}
    const canceled = new Promise<void>((done) => {
      resolve = done
    })
    const { post } = openEndpoint(
      tool((_, { progress, signal }) => {
        progress(1)
        signal.addEventListener('abort', () => resolve())
        return new Promise(() => {})
      }),
    )
    const response = await post('tools/call', { name: 'own', _meta: { ...CAPABLE, progressToken: 1 } })
    await response.body?.cancel()
    await canceled
  })

  test('that tells more than a client reads does not fill the memory', async () => {
    const { post } = openEndpoint(
      tool((_, { progress }) => {
        for (let n = 0; n < 10_000; n += 1) progress(n)
        return 'done'
      }),
    )
    const response = await post('tools/call', { name: 'own', _meta: { ...CAPABLE, progressToken: 1 } })
    const count = (await response.text()).match(/^data: /gm)?.length
    expect(count).toBe(101)
  })
})

describe('tools that cannot be', () => {
  test.each([
    [{ name: 'find_events' }, 'there is a tool find_events already'],
    [{ name: 'a b' }, "not 'a b'"],
    [{ inputSchema: {} }, "must have the type 'object'"],
    [{ run: undefined }, 'has no function run'],
    [
      { inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'a b' } } } },
      "the x-mcp-header 'a b'",
    ],
  ])('%j are a TypeError', (more, reason) => {
    // @ts-expect-error: what somebody writes without types
    expect(() => openEndpoint(tool(() => 'done', more))).toThrow(reason)
  })

  test.each([
    [{ pth: '/mcp' }, 'pth: there is no such option'],
    [{ path: '/' }, 'a path of its own'],
    [{ path: '/a b' }, "no URL has the path '/a b'"],
    [{ origins: ['https://chat.example/'] }, 'is not an origin'],
    [{ authorization: { resource: 'town', servers: [] } }, "'town' is not an http(s) URL"],
    [{ authorization: { resource: 'https://a.example', servers: [] } }, 'names no authorization server'],
    [
      { authorization: { resource: 'https://a.example', servers: ['https://b.example'], scopes: ['a"'] } },
      'not a scope',
    ],
  ])('options %j are refused', (options, reason) => {
    // @ts-expect-error: what somebody writes without types
    expect(() => openEndpoint(options)).toThrow(reason)
  })
})

test('on stdin, a call that is canceled is not answered', async () => {
  const running = new Map<unknown, Sent>()
  const written: string[] = []
  const fetch = (request: Request) =>
    new Promise<Response>((resolve) => {
      request.signal.addEventListener('abort', () => resolve(Response.json({ id: 7 })))
    })
  const call = answerLine('{"id":7,"method":"tools/call"}', fetch, running, (text) => written.push(text))
  const cancel = '{"method":"notifications/cancelled","params":{"requestId":7}}'
  await answerLine(cancel, fetch, running, (text) => written.push(text))
  await call
  expect([written, running.size]).toEqual([[], 0])
})
