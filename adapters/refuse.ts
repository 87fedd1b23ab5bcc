import type { ErrorCode } from '../src/errors.ts'

/** An error response in the API's format, for a request that cannot be passed to the API. */
function refuse(
  status: number,
  code: ErrorCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  // Not `Response.json`: Bun adds a charset to its content type.
  return new Response(JSON.stringify({ code, message, data: { status } }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

export const refuseHost = (): Response =>
  refuse(400, 'rest_invalid_host', 'The Host header or the request target is invalid.')

/** The same response as to all wrong credentials, so that it does not tell which part was right. */
export const refuseCredentials = (): Response =>
  refuse(401, 'rest_invalid_credentials', 'The credentials are wrong.', { 'www-authenticate': 'Bearer' })

/** Fetch forbids these three methods. 501 and not 405, because no resource has them (RFC 9110 §9.1). */
export function refuseMethod(method: string): Response | undefined {
  return /^(?:CONNECT|TRACE|TRACK)$/i.test(method)
    ? refuse(501, 'rest_method_not_implemented', `${method} is not implemented.`)
    : undefined
}
