import type { PlainResponse } from '../types.ts'

/*
 * Answers on their way out are plain values: a host that writes status, fields and bytes itself needs no `Response`,
 * which on Node takes longer than all of `node:http`.
 */

/** Fields of a header by name, in lower case. */
export type Fields = Record<string, string>

/** Adds to what the answer varies by (RFC 9110, section 12.5.5). */
export function addVary(fields: Fields, names: string): void {
  fields.vary = fields.vary === undefined ? names : `${fields.vary}, ${names}`
}

export const toResponse = ({ status, headers, body }: PlainResponse): Response =>
  new Response(body, { status, headers })
