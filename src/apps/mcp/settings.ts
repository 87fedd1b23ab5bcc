import type { Principal } from '../../types/index.ts'
import { isObject, type Json, own } from './json.ts'
import type { BodyLimits } from './receive-text.ts'
import type { McpTool } from './tools/tool.ts'

/** What the endpoint needs of the API. */
export interface McpApi<Host = unknown> {
  readonly basePath: string
  readonly limits: BodyLimits
  /** The clock of the calendar. */
  readonly now: () => Date
  readonly fetch: (request: Request, host?: Host) => Promise<Response>
  readonly as: (principal: Principal | null) => (request: Request, host?: Host) => Promise<Response>
}

/** How programs sign in: by OAuth 2.1, at a server that the host trusts. */
export interface McpAuthorization {
  /** The public URL of the endpoint. A token must be made for it; `authenticate` checks that. */
  readonly resource: string
  /** Addresses of authorization servers. */
  readonly servers: readonly string[]
  /** Scopes that a client asks for. Default: none. */
  readonly scopes?: readonly string[] | undefined
}

export interface McpOptions<Host = unknown> {
  /** Where the endpoint is. Default `{api}/mcp`. Throws `RangeError` if no URL has this path. */
  readonly path?: string | undefined
  /** Tools of the host, after those of the calendar. Throws `TypeError` for a name that is taken or not allowed. */
  readonly tools?: readonly McpTool<Host>[] | undefined
  /**
   * Origins whose pages may call the endpoint, such as `https://chat.example`. Default: none but those of this machine, for
   * an endpoint of this machine. Programs send no origin and are not affected.
   */
  readonly origins?: readonly string[] | undefined
  /** Told to the assistant, after a sentence of our own: what this calendar is about. Default: none. */
  readonly instructions?: string | undefined
  /** Default: none. A 401 then says what `authenticate` says. */
  readonly authorization?: McpAuthorization | undefined
  /** Called with what a tool of the host throws. The client learns nothing about it. Default: `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined
}

export interface McpSettings<Host> {
  readonly path: string
  readonly tools: readonly McpTool<Host>[]
  readonly origins: readonly string[]
  readonly instructions: string
  readonly authorization: McpAuthorization | undefined
  readonly onError: (error: unknown) => void
}

const NAMES: readonly string[] = [
  ...(['path', 'tools', 'origins', 'instructions', 'authorization', 'onError'] as const),
] satisfies (keyof McpOptions)[]

/** `taken`: the names of the tools of the calendar. Throws `TypeError` for unknown options, and `RangeError` for invalid values. */
export function settle<Host>(
  api: McpApi<Host>,
  options: McpOptions<Host>,
  taken: readonly string[],
): McpSettings<Host> {
  for (const name of Object.keys(options)) {
    if (!NAMES.includes(name))
      throw new TypeError(`${name}: there is no such option; there are ${NAMES.join(', ')}`)
  }
  const { path = `${api.basePath}/mcp`, tools = [], origins = [], authorization } = options
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new RangeError(`origins: '${origin}' is not an origin, such as 'https://chat.example'`)
  }
  checkTools(tools, taken)
  if (authorization !== undefined) checkAuthorization(authorization)
  return {
    path: pathOf(path),
    tools,
    origins,
    instructions: options.instructions ?? '',
    authorization,
    // Without `onError`, people look for faults in the console.
    onError: options.onError ?? ((error) => console.error(error)),
  }
}

function checkTools<Host>(tools: readonly McpTool<Host>[], taken: readonly string[]): void {
  const names = [...taken]
  for (const { name, inputSchema, run } of tools) {
    if (!/^[\w.-]{1,128}$/.test(name))
      throw new TypeError(`tools: a name is 1 to 128 letters, digits, '_', '-' and '.', not '${name}'`)
    if (names.includes(name)) throw new TypeError(`tools: there is a tool ${name} already`)
    if (inputSchema?.type !== 'object')
      throw new TypeError(`tools: ${name}.inputSchema must have the type 'object'`)
    checkHeaderNames(name, inputSchema)
    if (typeof run !== 'function') throw new TypeError(`tools: ${name} has no function run`)
    names.push(name)
  }
}

/** A name that is no token of HTTP would break each call. */
function checkHeaderNames(tool: string, schema: Json): void {
  const properties = own(schema, 'properties')
  for (const property of Object.values(isObject(properties) ? properties : {})) {
    const suffix = isObject(property) ? own(property, 'x-mcp-header') : undefined
    if (suffix !== undefined && !/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(String(suffix)))
      throw new TypeError(
        `tools: ${tool} has the x-mcp-header '${String(suffix)}', which is no name of a header field`,
      )
  }
}

function checkAuthorization({ resource, servers, scopes = [] }: McpAuthorization): void {
  for (const url of [resource, ...servers]) {
    if (!/^https?:\/\/[^\s"\\#]+$/i.test(url) || !URL.canParse(url))
      throw new RangeError(`authorization: '${url}' is not an http(s) URL without a fragment`)
  }
  if (servers.length === 0) throw new RangeError('authorization: servers names no authorization server')
  for (const scope of scopes) {
    // RFC 6749, section 3.3.
    if (!/^[!#-[\]-~]+$/.test(scope)) throw new RangeError(`authorization: '${scope}' is not a scope`)
  }
}

function pathOf(path: string): string {
  const trimmed = `/${path.replace(/^\/+|\/+$/g, '')}`
  if (trimmed === '/') throw new RangeError("path: the endpoint needs a path of its own, such as '/mcp'")
  const { pathname, search, hash } = new URL(`http://localhost${trimmed}`)
  if (pathname === trimmed && search === '' && hash === '') return trimmed
  throw new RangeError(`path: no URL has the path '${trimmed}'; this one becomes '${pathname}'`)
}
