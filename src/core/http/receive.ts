import { ApiError } from '../../errors.ts'
import type { PlainBody, PlainRequest } from '../../types/index.ts'
import { joinedBytes } from '../domain/joined-bytes.ts'
import type { Cancellation } from './deadline.ts'
import { overloaded, type Slot } from './gate.ts'

/** Each body counts as at least so many bytes. This limits the number of bodies too. */
const MIN_BYTES = 16_384

/**
 * Reads the bytes of a body. The slot of the request is free meanwhile, so a slow client does not block others. Throws 413
 * beyond `most` bytes, 415 for a compressed one, 503 `rest_overloaded` when all bodies together exceed `uploads`, 400 for a body that breaks off, and
 * the reason of a cancellation. If it is patient, the time limit begins anew with each piece.
 */
export type Receive = (
  request: Pick<PlainRequest, 'headers' | 'body'>,
  cancellation: Pick<Cancellation, 'race' | 'renew'>,
  slot: Slot,
  most: number,
) => Promise<Uint8Array<ArrayBuffer>>

/** `uploads`: bytes of all bodies together. A single body is always accepted. */
export function createReceive(uploads: number, isPatient = false): Receive {
  let total = 0

  return async (request, cancellation, slot, most) => {
    if (Number(request.headers.get('content-length')) > most) throw tooLarge(most)
    const { body } = request
    if (body === null || ('locked' in body && body.locked === true)) {
      if (body !== null || promisesBody(request)) throw alreadyRead()
      return new Uint8Array(0)
    }
    demandPlain(request.headers.get('content-encoding') ?? '')
    let counted = 0
    const max = Math.max(uploads, most, MIN_BYTES)
    const count = (bytes: number) => {
      const more = Math.max(bytes, MIN_BYTES) - counted
      if (total + more > max) throw overloaded()
      total += more
      counted += more
    }
    try {
      count(0)
      // The bytes count until the request has a slot again.
      const bytes = await slot.freeWhile(() => readAll(body.getReader()))
      if (bytes.length === 0 && hasLength(request)) throw alreadyRead()
      return bytes
    } finally {
      total -= counted
    }

    async function readAll(reader: ReturnType<PlainBody['getReader']>) {
      const chunks: Uint8Array[] = []
      let size = 0
      try {
        for (;;) {
          const { done, value } = await cancellation.race(reader.read().catch(failBrokenOff))
          if (isPatient) cancellation.renew?.()
          if (done) return joinedBytes(chunks, size)
          size += value.byteLength
          if (size > most) throw tooLarge(most)
          count(size)
          chunks.push(value)
        }
      } catch (error) {
        // Not awaited, because the client may go on sending.
        reader.cancel().catch(() => undefined)
        throw error
      }
    }
  }
}

/** RFC 9110, section 15.5.16: the codings that are taken. A few bytes could become gigabytes. */
function demandPlain(codings: string): void {
  if (codings.split(',').every((one) => ['', 'identity'].includes(one.trim().toLowerCase()))) return
  throw new ApiError('rest_unsupported_media_type', {
    message: `The body has the Content-Encoding ${JSON.stringify(codings.slice(0, 80))}. Only bodies without one are read.`,
    headers: { 'accept-encoding': 'identity' },
  })
}

const hasLength = ({ headers }: Pick<PlainRequest, 'headers'>): boolean =>
  Number(headers.get('content-length')) > 0

const promisesBody = (request: Pick<PlainRequest, 'headers'>): boolean =>
  hasLength(request) || request.headers.has('transfer-encoding')

/** A fault of the host. Without a body, an update would be a success that writes nothing. */
const alreadyRead = () =>
  new Error(
    'The body of the request has been read by something in front: mount the calendar before the parser',
  )

const tooLarge = (most: number) =>
  new ApiError('rest_body_too_large', { message: `The body is larger than ${most} bytes.` })

function failBrokenOff(): never {
  throw new ApiError('rest_invalid_json', { message: 'The body broke off.' })
}
