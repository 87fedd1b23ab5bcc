/*
 * Messages on lines, for an endpoint that takes them by HTTP. A line says of itself what the header fields say there.
 */

/** A call that is being answered. */
export interface Sent {
  cancel(): void
}

const URL_OF_MCP = 'http://localhost/vendor/events/v1/mcp'
const VERSION = 'io.modelcontextprotocol/protocolVersion'

/** Answers one line. `write` gets each message of the answer, as text without line breaks. */
export async function answerLine(
  line: string,
  fetch: (request: Request) => Promise<Response>,
  running: Map<unknown, Sent>,
  write: (text: string) => void,
): Promise<void> {
  const message = objectIn(line)
  const { id, method } = message
  const params = isObject(message.params) ? message.params : {}
  if (method === 'notifications/cancelled') {
    running.get(params.requestId)?.cancel()
    return
  }
  const controller = new AbortController()
  if (id !== undefined) running.set(id, { cancel: () => controller.abort() })
  try {
    const headers = headersOf(method, params)
    const { signal } = controller
    const response = await fetch(new Request(URL_OF_MCP, { method: 'POST', headers, body: line, signal }))
    for (const text of messagesIn(response.headers.get('content-type'), await response.text())) {
      // Whoever cancels a call wants no answer.
      if (!signal.aborted) write(text)
    }
  } finally {
    running.delete(id)
  }
}

function headersOf(method: unknown, params: Fields): Record<string, string> {
  const meta = isObject(params._meta) ? params._meta : {}
  const version = meta[VERSION]
  const name = params.name ?? params.uri
  return {
    'content-type': 'application/json',
    ...(typeof version === 'string' && /^[!-~]{1,100}$/.test(version) && { 'mcp-protocol-version': version }),
    ...(typeof method === 'string' && /^[!-~]{1,200}$/.test(method) && { 'mcp-method': method }),
    ...(typeof name === 'string' && { 'mcp-name': `=?base64?${Buffer.from(name).toString('base64')}?=` }),
  }
}

/** Of a body: one message, none, or those of a stream of events. */
function messagesIn(type: string | null, body: string): string[] {
  if (body === '') return []
  if (type !== 'text/event-stream') return [body]
  return Array.from(body.matchAll(/^data: (.*)$/gm), ([, data = '']) => data)
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is no message, the endpoint answers: it says what is wrong. */
function objectIn(line: string): Fields {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
