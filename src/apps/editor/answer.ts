import { ApiError } from '../../errors.ts'
import type { Bytes, PlainRequest, PlainResponse } from '../../types/index.ts'
import { gzipped, takesGzip } from './gzip.ts'
import { accentRule, pageOf, styleOf } from './page.ts'
import type { EditorSettings } from './settings.ts'

/** Loaded with the first request for the page. */
const loadAssets = () => import('./assets.ts')

const encoder = new TextEncoder()

/** A year: the names of these files are hashes of what they hold. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

const TYPES = [
  [/\.js$/, 'text/javascript; charset=utf-8'],
  [/\.css$/, 'text/css; charset=utf-8'],
] as const

/** Addresses of screens. Which of them exist is known to the page. */
const SCREEN = /^\/?$|^(?:\/[\w-]+){1,3}\/?$/

/** Answers a request under the path of the page. `rest`: the path below it, with its slash. */
export async function answerEditor(
  settings: EditorSettings,
  request: Request | PlainRequest,
  rest: string,
): Promise<PlainResponse> {
  const isHead = request.method === 'HEAD'
  if (!isHead && request.method !== 'GET') return refused(request.headers.get('accept') ?? '')
  const found = rest.startsWith('/assets/')
    ? await assetOf(settings, request, rest.slice('/assets/'.length))
    : await screenOf(settings, rest)
  if (found === undefined) {
    return { status: 404, headers: { 'cache-control': 'no-store', 'content-length': '0' }, body: null }
  }
  const { headers, body } = found
  return {
    status: 200,
    headers: { ...headers, 'x-content-type-options': 'nosniff', 'content-length': String(body.length) },
    body: isHead ? null : body,
  }
}

/** 405: as JSON for programs, which say that they take it. */
function refused(accept: string): PlainResponse {
  const error = new ApiError('rest_method_not_allowed', { headers: { allow: 'GET, HEAD' } })
  const body = /\bjson\b/i.test(accept) ? encoder.encode(JSON.stringify(error)) : undefined
  const type = body === undefined ? {} : { 'content-type': 'application/json; charset=UTF-8' }
  return {
    status: error.status,
    headers: { ...error.headers, ...type, 'content-length': String(body?.length ?? 0) },
    body: body ?? null,
  }
}

interface Found {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes
}

async function assetOf(
  settings: EditorSettings,
  request: Request | PlainRequest,
  name: string,
): Promise<Found | undefined> {
  const { ASSETS, STYLE } = await loadAssets()
  const text =
    name === styleOf(settings, STYLE)
      ? `${ASSETS[STYLE]}${accentRule(settings)}`
      : Object.hasOwn(ASSETS, name)
        ? ASSETS[name]
        : undefined
  const type = TYPES.find(([ending]) => ending.test(name))?.[1]
  if (text === undefined || type === undefined) return undefined
  // Hosts that give a `Request` compress themselves: Next.js drops `Content-Encoding`, Cloudflare would compress it again.
  const isOurs = 'toRequest' in request && takesGzip(request.headers.get('accept-encoding'))
  const compressed = isOurs ? await gzipped(name, text) : undefined
  return {
    headers: {
      'content-type': type,
      'cache-control': IMMUTABLE,
      vary: 'accept-encoding',
      ...(compressed === undefined ? {} : { 'content-encoding': 'gzip' }),
    },
    body: compressed ?? encoder.encode(text),
  }
}

async function screenOf(settings: EditorSettings, rest: string): Promise<Found | undefined> {
  if (!SCREEN.test(rest)) return undefined
  const { SCRIPT, STYLE } = await loadAssets()
  const { text, headers } = pageOf(settings, rest, { script: SCRIPT, style: STYLE })
  return { headers, body: encoder.encode(text) }
}
