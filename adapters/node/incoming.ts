import type { PlainRequest } from '../../src/types/index.ts'
import { refuseCredentials, refuseHost, refuseMethod } from '../refuse.ts'
import type { Exchange } from './exchange.ts'
import type { NodeRequest } from './messages.ts'
import { type Origins, urlOf } from './origins.ts'
import { NodePlainRequest } from './request.ts'

/*
 * Makes a plain request from Node's request, or a response if that is impossible.
 */

export type Incoming =
  | { readonly request: PlainRequest }
  | { readonly refusal: Response; readonly path: string }

export function toRequest(x: Exchange, origins: Origins): Incoming {
  const { req } = x
  const { authority, path } = splitTarget(req.originalUrl ?? req.url ?? '/')
  const method = req.method ?? 'GET'
  const refusal = refuseMethod(method)
  if (refusal !== undefined) return { path, refusal }
  const origin = originOf(req, authority, origins)
  if (origin === undefined || isAmbiguous(path)) return { path, refusal: refuseHost() }
  // Of two Authorization fields Node shows only the first, but a server in front may have checked the other.
  if (isRepeated(req.rawHeaders, 'authorization')) return { path, refusal: refuseCredentials() }
  return { request: new NodePlainRequest(x, urlOf(origin, path), method) }
}

/** The forms of RFC 9112 §3.2. The path begins where the authority ends, so `//evil/x` stays a path. */
function splitTarget(target: string): { authority?: string; path: string } {
  if (target === '*') return { path: '/*' }
  const [, authority, rest] = /^https?:\/\/([^/?#\\]*)(.*)$/is.exec(target) ?? []
  if (authority === undefined || rest === undefined) return { path: target }
  return { authority, path: /^[/\\]/.test(rest) ? rest : `/${rest}` }
}

/**
 * Whether `URL` reads another path than a router in front: `/open/../events` and `/open\..\events` pass a guard that the
 * host mounted at `/events`, and would then arrive here as `/events`. Fetch clients never send such paths.
 */
function isAmbiguous(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/, 1)
  return !pathname.startsWith('/') || /[\\\t\r\n]|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(pathname)
}

export function isUnder(basePath: string, path: string): boolean {
  const base = basePath.replace(/(?<!\/)\/+$/, '')
  const [pathname = ''] = path.split(/[?#]/, 1)
  return pathname === base || pathname.startsWith(`${base}/`)
}

function originOf(req: NodeRequest, authority: string | undefined, origins: Origins): string | undefined {
  // Two Host fields: a server in front may have used the other one (RFC 9112 §3.2 requires a 400).
  if (isRepeated(req.rawHeaders, 'host')) return undefined
  const field = (name: string) => {
    const value = req.headers[name]
    return typeof value === 'object' ? value[0] : value
  }
  const isSecure = 'encrypted' in req.socket && req.socket.encrypted === true
  const host = authority ?? (field(':authority') || req.headers.host || undefined)
  return origins({ isSecure, host, field })
}

/** Whether a field was sent more than once. `rawHeaders`: names and values alternate. `field`: in lower case. */
function isRepeated(rawHeaders: readonly string[], field: string): boolean {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === field.length && name.toLowerCase() === field) times++
  }
  return times > 1
}
