import type { AnyRequest } from './respond.ts'

/** Bytes of a form. */
const LARGEST = 64 * 1024

/** The fields of a form. Empty if it is too long, or not the form of a page. */
export async function readForm(request: AnyRequest): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded') || request.body === null) {
    return new URLSearchParams()
  }
  const reader = request.body.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > LARGEST) {
      await reader.cancel()
      return new URLSearchParams()
    }
    pieces.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return new URLSearchParams(new TextDecoder().decode(bytes))
}
