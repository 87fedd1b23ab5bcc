import type { PlainResponse } from '../../types/index.ts'

/*
 * Responses are plain values here. A host that writes status, header fields and bytes itself needs no `Response`. On Node,
 * making one takes longer than all of `node:http`.
 */

/** Header fields by name, in lower case. */
export type HeaderFields = Record<string, string>

/** Adds names to `Vary` (RFC 9110, section 12.5.5). */
export function addVary(fields: HeaderFields, names: string): void {
  fields.vary = fields.vary === undefined ? names : `${fields.vary}, ${names}`
}

export function toResponse({ status, headers, body, stream, sent }: PlainResponse): Response {
  // Its host does not say when it has been sent, and limits itself what it holds.
  sent?.()
  return new Response(body ?? stream, { status, headers })
}
