import type { ErrorCode } from '../src/errors.ts'

/** A refusal in the API's own form, for a request that cannot be handed to it. */
function refuse(status: number, code: ErrorCode, message: string): Response {
  // Not `Response.json`: Bun adds a charset to its content type.
  return new Response(JSON.stringify({ code, message, data: { status } }), {
    status,
    headers: { 'content-type': 'application/json' },
  })
}

export const refuseHost = (): Response =>
  refuse(400, 'rest_invalid_host', 'The Host header or the request target is invalid.')

/** Fetch forbids these three, `new Request` would throw. 501, not 405: they exist for no resource here (RFC 9110 §9.1). */
export function refuseMethod(method: string): Response | undefined {
  return /^(?:CONNECT|TRACE|TRACK)$/i.test(method)
    ? refuse(501, 'rest_method_not_implemented', `${method} is not implemented.`)
    : undefined
}
