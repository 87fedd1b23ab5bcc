import { answerMcp } from './apps/mcp/answer.ts'
import { createReceiveText } from './apps/mcp/receive-text.ts'
import { type McpApi, type McpOptions, settle } from './apps/mcp/settings.ts'
import { CALENDAR_TOOLS } from './apps/mcp/tools/index.ts'
import type { PlainRequest, PlainResponse, Principal } from './types/index.ts'

/*
 * The endpoint for programs that talk: `kalends/mcp`, the Model Context Protocol over HTTP. It asks the REST interface
 * alone, as its caller.
 */

export type { Calendar, RestAnswer, RestRequest } from './apps/mcp/calendar.ts'
export { InvalidParams } from './apps/mcp/messages.ts'
export type { McpApi, McpAuthorization, McpOptions } from './apps/mcp/settings.ts'
export type { McpContext, McpResult, McpTool } from './apps/mcp/tools/tool.ts'
export { ToolError } from './apps/mcp/tools/tool.ts'

interface McpFunction<Host, R, P> {
  (request: Request, host?: Host): Promise<R>
  /** The same with plain requests and responses, as the API has it. */
  readonly plain: (request: Request | PlainRequest, host?: Host) => Promise<P>
}

export interface Mcp<Host = unknown> {
  /** Where the endpoint is. Adapters read it. */
  readonly basePath: string
  /** Answers 404 to other paths. */
  readonly fetch: McpFunction<Host, Response, PlainResponse>
  /** `undefined` for paths that are not under `basePath`. */
  readonly handle: McpFunction<Host, Response | undefined, PlainResponse | undefined>
  /** `handle.plain` on behalf of a user: `api.as` answers the calls, and `authenticate` is not asked. `null` is a visitor. */
  readonly as: (
    principal: Principal | null,
  ) => (request: Request | PlainRequest, host?: Host) => Promise<PlainResponse | undefined>
}

/**
 * The endpoint of a calendar for assistants. Mount it like the API, with any adapter; or give it to the API by value, so
 * that it is at `{api}/mcp`: `createEventsApi(storage, { mcp: (api) => createMcp(api) })`.
 *
 * Throws `TypeError` for unknown options and tools, and `RangeError` for invalid values.
 *
 * @example
 * ```ts
 * import { createMcp } from 'kalends/mcp'
 *
 * const api = createEventsApi(memoryStorage(), {
 *   authenticate: () => ({ id: 1, role: 'editor' }), // your tokens
 *   mcp: (api) => createMcp(api),
 * })
 * ```
 */
export function createMcp<Host = unknown>(api: McpApi<Host>, options: McpOptions<Host> = {}): Mcp<Host> {
  const names = CALENDAR_TOOLS.map(({ name }) => name)
  const settings = settle(api, options, names)
  const { path } = settings
  const receive = createReceiveText(api.limits)
  const find = async (caller: McpApi<Host>, request: Request | PlainRequest, host?: Host) => {
    const { pathname } = new URL(request.url)
    if (pathname !== path && !pathname.startsWith(`${path}/`)) return undefined
    const whole = request instanceof Request ? request : request.toRequest()
    return answerMcp({ api: caller, settings, receive }, whole, pathname.slice(path.length), host)
  }
  const handle = (request: Request | PlainRequest, host?: Host) => find(api, request, host)
  const fetch = async (request: Request | PlainRequest, host?: Host) =>
    (await handle(request, host)) ?? NOT_FOUND
  return {
    basePath: path,
    fetch: Object.assign(async (request: Request, host?: Host) => toResponse(await fetch(request, host)), {
      plain: fetch,
    }),
    handle: Object.assign(
      async (request: Request, host?: Host) => {
        const answer = await handle(request, host)
        return answer === undefined ? undefined : toResponse(answer)
      },
      { plain: handle },
    ),
    as: (principal) => {
      const caller = { ...api, fetch: api.as(principal) }
      return (request, host) => find(caller, request, host)
    },
  }
}

const NOT_FOUND: PlainResponse = { status: 404, headers: { 'content-length': '0' }, body: null }

const toResponse = ({ status, headers, body, stream }: PlainResponse): Response =>
  new Response(stream ?? body, { status, headers })
