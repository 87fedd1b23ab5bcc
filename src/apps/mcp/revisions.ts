import { isObject, type Json, own, textOf } from './json.ts'
import { type Call, ProtocolError } from './messages.ts'

/*
 * The revisions of the protocol, and what each request must say of itself.
 */

/** Without sessions: each request says its revision and what its client can. */
const STATELESS = '2026-07-28'
/** With `initialize`. They are answered without a session, which they allow. The newest first. */
const INITIALIZED = ['2025-11-25', '2025-06-18'] as const

export const REVISIONS: readonly string[] = [STATELESS, ...INITIALIZED]

const META = 'io.modelcontextprotocol/'

export interface Client {
  readonly isStateless: boolean
  readonly capabilities: Json
}

/** Throws `ProtocolError` if headers and body contradict, or nobody knows the revision. */
export function clientOf(call: Call, header: (name: string) => string | null): Client {
  const meta = own(call.params, '_meta')
  const fields = isObject(meta) ? meta : {}
  const stated = own(fields, `${META}protocolVersion`)
  const version = header('mcp-protocol-version')?.trim() ?? null
  if (stated !== undefined && stated !== version)
    throw mismatch('MCP-Protocol-Version', version, textOf(stated))
  if (version === null) return { isStateless: false, capabilities: {} }
  if (!REVISIONS.includes(version)) {
    throw new ProtocolError('version', 400, `The server does not speak the revision ${short(version)}.`, {
      data: { supported: REVISIONS, requested: version },
    })
  }
  if (version !== STATELESS) return { isStateless: false, capabilities: {} }
  checkHeaders(call, header)
  const capabilities = own(fields, `${META}clientCapabilities`)
  if (stated === undefined || !isObject(capabilities)) {
    const missing = stated === undefined ? 'protocolVersion' : 'clientCapabilities'
    throw new ProtocolError('params', 400, `params._meta lacks ${META}${missing}.`)
  }
  return { isStateless: true, capabilities }
}

/** What `initialize` agrees on. */
export const agreed = (requested: unknown): string =>
  INITIALIZED.find((version) => version === requested) ?? INITIALIZED[0]

/** The parameter that the header `Mcp-Name` repeats, by method. */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

function checkHeaders({ method, params }: Call, header: (name: string) => string | null): void {
  const named = header('mcp-method')?.trim() ?? null
  if (named !== method) throw mismatch('Mcp-Method', named, method)
  const parameter = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined
  const value = parameter === undefined ? undefined : own(params, parameter)
  if (typeof value !== 'string') return
  const given = header('mcp-name')
  if (given === null || decoded(given) !== value) throw mismatch('Mcp-Name', given, value)
}

/**
 * Checks the header fields of arguments: a tool names them by `x-mcp-header`, so that proxies see an argument without
 * reading the body. Throws `ProtocolError` if one is missing or contradicts.
 */
export function checkParameters(args: Json, schema: Json, header: (name: string) => string | null): void {
  const properties = own(schema, 'properties')
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    const suffix = isObject(property) ? own(property, 'x-mcp-header') : undefined
    const value = own(args, name)
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
    if (typeof suffix !== 'string' || !isPlain) continue
    const field = `Mcp-Param-${suffix}`
    const given = header(field)
    if (given === null || decoded(given) !== String(value)) throw mismatch(field, given, String(value))
  }
}

/** For values that no header field can hold: `=?base64?…?=` around UTF-8. */
export function decoded(header: string): string | undefined {
  const value = header.trim()
  const [, code] = /^=\?base64\?(.*)\?=$/.exec(value) ?? []
  if (code === undefined) return value
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(code)) return undefined
  const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const mismatch = (name: string, header: string | null, body: string): ProtocolError =>
  new ProtocolError(
    'header',
    400,
    `The header field ${name} is ${header === null ? 'missing' : short(header)}, and the body says ${short(body)}.`,
  )

/** For messages: a client chooses it. */
export const short = (value: string): string => JSON.stringify(value.slice(0, 80))
