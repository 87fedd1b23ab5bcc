import { createEventsApi, type EventsApiOptions, type Role } from 'kalends'
import { createMcp, type McpOptions } from 'kalends/mcp'
import { memoryStorage } from 'kalends/storage/memory'
import { isObject } from '../../src/apps/mcp/json.ts'

/*
 * A calendar with the endpoint for assistants, in process.
 */

export const NOW = new Date('2026-05-06T10:00:00Z')
export const API = 'http://localhost/vendor/events/v1'
export const URL_OF_MCP = `${API}/mcp`
const ROLES: readonly string[] = ['administrator', 'editor', 'author', 'contributor', 'subscriber']

/** `Authorization: editor` is the editor with the ID 7; `Authorization: author 9` the author 9. */
function principalOf(request: Request) {
  const [role = '', id = '7'] = (request.headers.get('authorization') ?? '').split(' ')
  // Checked the line before.
  return ROLES.includes(role) ? { id: Number(id), role: role as Role } : null
}

export function openEndpoint(options: McpOptions = {}, more: EventsApiOptions = {}) {
  const api = createEventsApi(memoryStorage(), {
    timezone: 'Europe/Vienna',
    authenticate: principalOf,
    now: () => NOW,
    mcp: (one) => createMcp(one, options),
    ...more,
  })
  let id = 0

  /** One POST, with the headers that the revision demands. `undefined` removes one. */
  async function post(
    method: string,
    params: Record<string, unknown> = {},
    { as, headers = {} }: { as?: string; headers?: Record<string, string | undefined> } = {},
  ): Promise<Response> {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const all = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': typeof params.name === 'string' ? params.name : undefined,
      authorization: as,
      ...headers,
    }
    const sent = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    id += 1
    const body = { jsonrpc: '2.0', id, method, params: { _meta: meta, ...params } }
    return api.fetch(
      new Request(URL_OF_MCP, {
        method: 'POST',
        headers: Object.fromEntries(sent),
        body: JSON.stringify(body),
      }),
    )
  }

  /** The result of a tool. Throws for an error of the protocol. */
  async function call(name: string, args: Record<string, unknown> = {}, as?: string) {
    const response = await post('tools/call', { name, arguments: args }, as === undefined ? {} : { as })
    const body: unknown = await response.json()
    if (!isObject(body) || !isObject(body.result)) throw new Error(JSON.stringify(body))
    return resultOf(body.result)
  }

  async function names(as?: string): Promise<string[]> {
    const body = await (await post('tools/list', {}, as === undefined ? {} : { as })).json()
    return body.result.tools.map((tool: { name: string }) => tool.name)
  }

  async function create(fields: Record<string, unknown>, as = 'editor'): Promise<number> {
    const response = await api.fetch(
      new Request(`${API}/events`, {
        method: 'POST',
        headers: { authorization: as, 'content-type': 'application/json' },
        body: JSON.stringify({ start_date: '2026-05-09 19:00', end_date: '2026-05-09 21:00', ...fields }),
      }),
    )
    if (response.status !== 201) throw new Error(await response.text())
    return (await response.json()).id
  }

  return { api, post, call, names, create }
}

/** The parts of a result, with texts in one. */
function resultOf(result: Record<string, unknown>) {
  const content = Array.isArray(result.content) ? result.content.filter(isObject) : []
  const texts = content.map(({ text }) => String(text))
  return {
    isError: result.isError === true,
    texts,
    text: texts.join('\n'),
    // Tests name the fields that they expect.
    // biome-ignore lint/suspicious/noExplicitAny: the answer of a tool, whose shape the test states
    data: result.structuredContent as any,
    result,
  }
}
