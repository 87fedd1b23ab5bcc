import { createHash, createHmac } from 'node:crypto'

/*
 * A small service that speaks S3, and checks every signature (AWS Signature Version 4). Written from the specification,
 * not from the library that signs.
 */

export const KEYS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
} as const

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Uint8Array, data: string): Uint8Array =>
  createHmac('sha256', key).update(data).digest()

/** RFC 3986, as the specification asks: everything but unreserved characters. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** The signature of a request by these header fields. `service` is s3: the path is not escaped twice. */
export function signatureOf(
  { method, url, headers }: { readonly method: string; readonly url: string; readonly headers: Headers },
  signed: readonly string[],
  scope: string,
  secret: string,
): string {
  const { pathname, searchParams, host } = new URL(url)
  const query = [...searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
  const fields = signed.map((name) => {
    const value = name === 'host' ? host : (headers.get(name) ?? '')
    return `${name}:${value.trim().replace(/ +/g, ' ')}\n`
  })
  const path = pathname
    .split('/')
    .map((part) => escaped(decodeURIComponent(part)))
    .join('/')
  const hash = headers.get('x-amz-content-sha256') ?? ''
  const canonical = [method, path, query, fields.join(''), signed.join(';'), hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers.get('x-amz-date'), scope, sha256(canonical)].join('\n')
  const [date = '', region = '', service = '', end = ''] = scope.split('/')
  const key = [date, region, service, end].reduce<string | Uint8Array>(hmac, `AWS4${secret}`)
  return Buffer.from(hmac(key, text)).toString('hex')
}

export interface Stored {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly headers: Headers
}

/** `fetch` of such a service, with what it stores, by path. */
export function s3Server(secret: string = KEYS.secretAccessKey) {
  const stored = new Map<string, Stored>()
  const refused: string[] = []
  const refuse = (why: string): Response => {
    refused.push(why)
    return new Response(`<Error><Code>${why}</Code></Error>`, { status: 403 })
  }
  async function fetch(request: Request): Promise<Response> {
    const bytes = new Uint8Array(await request.arrayBuffer())
    const { headers, method, url } = request
    const pattern =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
    const [, id, scope, names = '', signature] = pattern.exec(headers.get('authorization') ?? '') ?? []
    const signed = names.split(';')
    if (id !== KEYS.accessKeyId || scope === undefined) return refuse('InvalidAccessKeyId')
    if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signed.includes(name)))
      return refuse('UnsignedHeaders')
    if (!(headers.get('x-amz-date') ?? '').startsWith(scope.slice(0, 8))) return refuse('WrongDate')
    if (headers.get('x-amz-content-sha256') !== sha256(bytes)) return refuse('XAmzContentSHA256Mismatch')
    if (signatureOf({ method, url, headers }, signed, scope, secret) !== signature)
      return refuse('SignatureDoesNotMatch')
    const { pathname } = new URL(url)
    if (method === 'PUT') {
      stored.set(pathname, { bytes, headers })
      return new Response(null, { status: 200 })
    }
    if (method === 'DELETE') {
      stored.delete(pathname)
      return new Response(null, { status: 204 })
    }
    const found = stored.get(pathname)
    if (found === undefined) return new Response('<Error><Code>NoSuchKey</Code></Error>', { status: 404 })
    const fields = {
      'content-type': found.headers.get('content-type') ?? '',
      'content-length': String(found.bytes.length),
    }
    return new Response(found.bytes, { headers: fields })
  }
  return { fetch, stored, refused }
}
