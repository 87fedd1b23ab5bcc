import { ApiError } from '../../../errors.ts'
import type { PlainRequest, PlainResponse } from '../../../types/index.ts'
import { conditionsIn, judge } from '../../domain/conditions.ts'
import { filesOf } from '../../domain/records/media.ts'
import type { Site } from '../../mount/site.ts'
import { readMedia } from './find-media.ts'
import { storeOf } from './store.ts'
import { type Range, storedBytes } from './stored-bytes.ts'

/**
 * Streams the file of an image. Names are random and files never change, so they are cached for ever. Whatever the file
 * is, no browser runs it.
 */
export async function serveMedia(
  site: Site,
  path: { readonly id?: string; readonly slug?: string },
  { method, headers }: Pick<PlainRequest, 'method' | 'headers'>,
): Promise<PlainResponse> {
  const id = Number(path.id)
  const record = Number.isSafeInteger(id) ? await readMedia(site.storage, id) : undefined
  const file = record && filesOf(record).find(({ name, url }) => url === null && name === path.slug)
  if (file === undefined) throw new ApiError('rest-image-not-found')
  const etag = `"${file.name}"`
  const common = {
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-type': file.type,
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  }
  const own = { hasTag: (tag: string) => tag === file.name, modified: undefined }
  const verdict = judge(conditionsIn(headers), own, true)
  if (verdict === 'failed') throw new ApiError('rest_precondition_failed')
  if (verdict === 'known') return { status: 304, headers: common, body: null }
  const size = file.filesize
  const isCurrent = (headers.get('if-range') ?? etag) === etag
  const range = method === 'GET' && isCurrent ? rangeOf(headers.get('range') ?? '', size) : undefined
  if (range === null) {
    const unsatisfied = { ...common, 'content-range': `bytes */${size}`, 'content-length': '0' }
    return { status: 416, headers: unsatisfied, body: null }
  }
  const { from, to } = range ?? { from: 0, to: size - 1 }
  const partial: Readonly<Record<string, string>> =
    range === undefined ? {} : { 'content-range': `bytes ${from}-${to}/${size}` }
  const whole = { ...common, ...partial, 'content-length': String(to - from + 1) }
  const status = range === undefined ? 200 : 206
  if (method === 'HEAD') return { status, headers: whole, body: null }
  const stream = await bytesOf(site, Number(path.id), file.name, { from, to }).catch((cause: unknown) => {
    throw new ApiError('rest_unavailable', { headers: { 'retry-after': '5' }, cause })
  })
  if (stream === undefined) throw new ApiError('rest-image-not-found')
  return { status, headers: whole, body: null, stream }
}

async function bytesOf(site: Site, id: number, name: string, range: Range) {
  const found = await storeOf(site).get?.(id, name)
  return found && storedBytes(found.bytes, range, site.limits.timeout)
}

/**
 * RFC 9110, section 14.1.2. `undefined`: the whole file, also for several ranges and for an invalid one. `null`: there is
 * no such part.
 */
function rangeOf(field: string, size: number): Range | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(field.trim()) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return last === '0' ? null : { from: Math.max(size - Number(last), 0), to: size - 1 }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from < size ? { from, to } : null
}
