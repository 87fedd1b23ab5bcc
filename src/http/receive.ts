import { joinedBytes } from '../domain/joined-bytes.ts'
import { ApiError } from '../errors.ts'
import type { Limits, PlainBody, PlainRequest } from '../types.ts'
import type { Cancellation } from './deadline.ts'
import { overloaded, type Slot } from './gate.ts'

/** Each body counts as at least so many bytes. This limits the number of bodies too. */
const MIN_BYTES = 16_384

/**
 * Reads the bytes of a body. The slot of the request is free meanwhile, so a slow client does not block others. Throws 413
 * beyond `limits.body`, 503 `rest_overloaded` when all bodies together exceed `limits.uploads`, 400 for a body that
 * breaks off, and the reason of a cancellation.
 */
export type Receive = (
  request: Pick<PlainRequest, 'headers' | 'body'>,
  cancellation: Pick<Cancellation, 'race'>,
  slot: Slot,
) => Promise<Uint8Array<ArrayBuffer>>

export function createReceive({ body: most, uploads }: Pick<Limits, 'body' | 'uploads'>): Receive {
  // A single body is always accepted.
  const max = Math.max(uploads, most, MIN_BYTES)
  let total = 0

  return async (request, cancellation, slot) => {
    if (Number(request.headers.get('content-length')) > most) throw tooLarge(most)
    const { body } = request
    if (body === null) return new Uint8Array(0)
    let counted = 0
    const count = (bytes: number) => {
      const more = Math.max(bytes, MIN_BYTES) - counted
      if (total + more > max) throw overloaded()
      total += more
      counted += more
    }
    try {
      count(0)
      // The bytes count until the request has a slot again.
      return await slot.freeWhile(() => readAll(body.getReader()))
    } finally {
      total -= counted
    }

    async function readAll(reader: ReturnType<PlainBody['getReader']>) {
      const chunks: Uint8Array[] = []
      let size = 0
      try {
        for (;;) {
          const { done, value } = await cancellation.race(reader.read().catch(failBrokenOff))
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

const tooLarge = (most: number) =>
  new ApiError('rest_body_too_large', { message: `The body is larger than ${most} bytes.` })

function failBrokenOff(): never {
  throw new ApiError('rest_invalid_json', { message: 'The body broke off.' })
}
