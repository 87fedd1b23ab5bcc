import { refuseHost, refuseMethod } from '../refuse.ts'
import type { Exchange, NodeRequest } from './exchange.ts'
import { type Origins, urlOf } from './origins.ts'
import { requestOf } from './request.ts'

/*
 * The way in: Node's request as a `Request`, or the answer to one that cannot be made into any.
 */

export type Incoming = { readonly request: Request } | { readonly refusal: Response; readonly path: string }

export function toRequest(x: Exchange, origins: Origins): Incoming {
  const { req } = x
  const { authority, path } = splitTarget(req.originalUrl ?? req.url ?? '/')
  const method = req.method ?? 'GET'
  const refusal = refuseMethod(method)
  if (refusal !== undefined) return { path, refusal }
  const origin = originOf(req, authority, origins)
  if (origin === undefined || isAmbiguous(path)) return { path, refusal: refuseHost() }
  return { request: requestOf(x, urlOf(origin, path), method) }
}

/** The forms of RFC 9112 §3.2. The path always begins where the authority has ended: `//evil/x` stays a path. */
function splitTarget(target: string): { authority?: string; path: string } {
  if (target === '*') return { path: '/*' }
  const [, authority, rest] = /^https?:\/\/([^/?#\\]*)(.*)$/is.exec(target) ?? []
  if (authority === undefined || rest === undefined) return { path: target }
  return { authority, path: /^[/\\]/.test(rest) ? rest : `/${rest}` }
}

/**
 * Whether `URL` would read another path than a router in front did: `/open/../events` and `/open\..\events` pass a
 * guard that the host mounted at `/events`, and would then arrive here as `/events`. Fetch clients never send such.
 */
function isAmbiguous(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/, 1)
  return !pathname.startsWith('/') || /[\\\t\r\n]|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(pathname)
}

export function isUnder(basePath: string, path: string): boolean {
  const base = basePath.replace(/\/+$/, '')
  const [pathname = ''] = path.split(/[?#]/, 1)
  return pathname === base || pathname.startsWith(`${base}/`)
}

function originOf(req: NodeRequest, authority: string | undefined, origins: Origins): string | undefined {
  // Two Host fields: a server in front may have gone by the other one (RFC 9112 §3.2 wants a 400).
  if (isHostNamedTwice(req.rawHeaders)) return undefined
  const field = (name: string) => {
    const value = req.headers[name]
    return typeof value === 'object' ? value[0] : value
  }
  const isSecure = 'encrypted' in req.socket && req.socket.encrypted === true
  const host = authority ?? (field(':authority') || req.headers.host || undefined)
  return origins({ isSecure, host, field })
}

/** `rawHeaders`: names and values in turns. */
function isHostNamedTwice(rawHeaders: readonly string[]): boolean {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') times++
  }
  return times > 1
}
