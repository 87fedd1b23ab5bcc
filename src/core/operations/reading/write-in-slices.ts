import { BodyHash } from '../../domain/body-hash.ts'
import { joinedBytes } from '../../domain/joined-bytes.ts'
import type { LongText, RequestContext } from '../../mount/request.ts'

/** What one slice writes at most: parts, and characters, whichever comes first. Some 4 ms. */
const PARTS = 200
const CHARACTERS = 400_000

/** Bytes that one slice hashes: some 4 ms. A multiple of four, see `BodyHash`. */
const HASHED = 1_048_576

const encoder = new TextEncoder()

/**
 * Writes a long text as bytes. Between two slices, other requests run. The bytes and their hash are the same as if the
 * text were written at once, so no part may end between the halves of a surrogate pair.
 */
export async function writeInSlices(
  parts: Iterable<string>,
  slice: RequestContext['slice'],
): Promise<LongText> {
  const chunks: Uint8Array[] = []
  let size = 0
  let written: string[] = []
  let characters = 0

  function encode(): number {
    const chunk = encoder.encode(written.join(''))
    chunks.push(chunk)
    size += chunk.length
    written = []
    characters = 0
    return chunk.length
  }

  for (const part of parts) {
    if (written.length === PARTS || characters >= CHARACTERS) await slice(encode())
    written.push(part)
    characters += part.length
  }
  encode()
  const bytes = joinedBytes(chunks, size)
  const hash = new BodyHash()
  for (let at = 0; at < size; at += HASHED) {
    if (at > 0) await slice()
    hash.add(bytes.subarray(at, at + HASHED))
  }
  return { bytes, hash: hash.text() }
}
