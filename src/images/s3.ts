import { AwsClient } from 'aws4fetch'
import type { ImageStore, ImageStream, StoredImage } from '../types/index.ts'

export interface S3Options {
  /** Address of the service without the bucket, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly bucket: string
  /** Default `auto`, as Cloudflare R2 calls it; Amazon wants its own, such as `eu-central-1`. */
  readonly region?: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
  /** Before the names of all files, such as `calendar/`. Default ''. */
  readonly prefix?: string | undefined
  /**
   * Where everybody can read the bucket, such as `https://images.town.example`. Then browsers get files from there. Default:
   * the API reads and serves them, and the bucket may be private.
   */
  readonly publicUrl?: string | undefined
  /** Sends requests. Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Milliseconds until the service must answer. Default 20,000. */
  readonly timeout?: number | undefined
}

const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * Keeps the files of images in a bucket of everything that speaks S3: Amazon, Cloudflare R2, MinIO, Garage, Hetzner … Each
 * request is signed with its body (AWS Signature Version 4). Throws `TypeError` for missing options, `RangeError` for
 * invalid addresses.
 *
 * @example
 * ```ts
 * import { s3Images } from 'kalends/images/s3'
 *
 * const bucket = s3Images({
 *   endpoint: 'https://s3.example',
 *   bucket: 'town',
 *   accessKeyId: 'calendar',
 *   secretAccessKey: 'not this one',
 * })
 * ```
 */
export function s3Images(
  options: S3Options,
): ImageStore & { readonly get: (id: number, name: string) => Promise<ImageStream | undefined> } {
  for (const name of ['endpoint', 'bucket', 'accessKeyId', 'secretAccessKey'] as const)
    if (typeof options[name] !== 'string' || options[name] === '') throw new TypeError(`${name}: is missing`)
  const { bucket, region = 'auto', accessKeyId, secretAccessKey, sessionToken, prefix = '' } = options
  const { timeout = 20_000, publicUrl } = options
  const root = `${addressOf('endpoint', options.endpoint)}/${encodeURIComponent(bucket)}/`
  const site = publicUrl === undefined ? undefined : `${addressOf('publicUrl', publicUrl)}/`
  const client = new AwsClient({
    ...{ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 },
    ...(sessionToken === undefined ? {} : { sessionToken }),
  })
  const keyOf = (id: number, name: string): string =>
    `${prefix}${id}/${name}`.split('/').map(encodeURIComponent).join('/')

  /** The answer, as soon as its head is there. */
  async function send(method: string, key: string, file?: StoredImage): Promise<Response> {
    const body = file === undefined ? undefined : new Uint8Array(file.bytes)
    const headers = {
      'x-amz-content-sha256': await hashOf(body ?? new Uint8Array(0)),
      ...(file === undefined ? {} : { 'content-type': file.type, 'cache-control': FOR_EVER }),
    }
    const control = new AbortController()
    // A redirect could lead anywhere: into the network of the host, or to a picture of somebody else.
    const redirect = 'manual' as const
    const init = { method, headers, redirect, signal: control.signal, ...(body && { body }) }
    const request = await client.sign(`${root}${key}`, init)
    const timer = setTimeout(() => control.abort(new Error(`S3: no answer within ${timeout} ms`)), timeout)
    try {
      return await (options.fetch ?? fetch)(request)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async put(file) {
      const key = keyOf(file.id, file.name)
      await expectStatus(await send('PUT', key, file), 'PUT', key, [200, 201])
      return site === undefined ? undefined : { url: `${site}${key}` }
    },

    async get(id, name) {
      const key = keyOf(id, name)
      const response = await send('GET', key)
      if (response.status === 404) {
        leave(response)
        return undefined
      }
      if (response.status !== 200 || response.body === null) await expectStatus(response, 'GET', key, [])
      const { body, headers } = response
      if (body === null) return undefined
      const type = headers.get('content-type') ?? 'application/octet-stream'
      return { bytes: body, size: Number(headers.get('content-length')), type }
    },

    async remove(id, name) {
      const key = keyOf(id, name)
      await expectStatus(await send('DELETE', key), 'DELETE', key, [200, 204, 404])
    },
  }
}

/** Characters of an answer that the error repeats: it says why, as XML. */
const MOST_WORDS = 500

async function expectStatus(
  response: Response,
  method: string,
  key: string,
  expected: readonly number[],
): Promise<void> {
  if (expected.includes(response.status)) {
    leave(response)
    return
  }
  const words = (await firstWords(response)).slice(0, MOST_WORDS)
  throw new Error(`S3: ${method} ${key}: status ${response.status} ${words}`.trim())
}

/** The status says all. The body may break off. */
function leave({ body }: Response): void {
  body?.cancel().catch(() => {})
}

/** Of an answer that may have no end: its first piece has enough of them. */
async function firstWords({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  reader?.cancel().catch(() => {})
  return new TextDecoder().decode(value)
}

/** Without a slash at its end. */
function addressOf(name: string, address: string): string {
  const isWeb = /^https?:\/\//i.test(address) && URL.canParse(address) && !/[?#\s]/.test(address)
  if (!isWeb || new URL(address).username !== '')
    throw new RangeError(`${name}: must be an http or https URL without credentials, query and fragment`)
  return address.replace(/(?<!\/)\/+$/, '')
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
