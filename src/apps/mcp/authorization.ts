import type { RestAnswer } from './calendar.ts'
import { isObject, own, textOf } from './json.ts'
import { ProtocolError } from './messages.ts'
import type { McpAuthorization } from './settings.ts'

/*
 * How programs learn where to sign in: RFC 9728, protected resource metadata.
 */

/** Below the endpoint. The well-known address lies outside of the mount, so the host serves it there. */
export const METADATA = '/oauth-protected-resource'

export const metadataOf = ({ resource, servers, scopes = [] }: McpAuthorization) => ({
  resource,
  authorization_servers: servers,
  ...(scopes.length > 0 && { scopes_supported: scopes }),
  bearer_methods_supported: ['header'],
})

/** What the calendar answered to a caller whom it does not let in. */
export function refusal(
  { status, body, headers }: RestAnswer,
  authorization?: McpAuthorization,
): ProtocolError {
  const message =
    (isObject(body) && textOf(own(body, 'message'))) || `The calendar answered with status ${status}.`
  const wait = headers.get('retry-after')
  const challenge =
    authorization === undefined
      ? headers.get('www-authenticate')
      : status === 401 || status === 403
        ? challengeOf(authorization, status === 403)
        : null
  return new ProtocolError(status >= 500 ? 'internal' : 'request', status, message, {
    headers: {
      ...(challenge !== null && { 'www-authenticate': challenge }),
      ...(wait !== null && { 'retry-after': wait }),
    },
  })
}

/** For visitors who call what only users may. */
export function signInFirst(authorization?: McpAuthorization): ProtocolError {
  return new ProtocolError('request', 401, 'Credentials are needed for this tool.', {
    headers: {
      'www-authenticate': authorization === undefined ? 'Bearer' : challengeOf(authorization, false),
    },
  })
}

function challengeOf({ resource, scopes = [] }: McpAuthorization, isTooLittle: boolean): string {
  const parts = [
    ...(isTooLittle ? ['error="insufficient_scope"'] : []),
    `resource_metadata="${resource.replace(/\/$/, '')}${METADATA}"`,
    ...(scopes.length > 0 ? [`scope="${scopes.join(' ')}"`] : []),
  ]
  return `Bearer ${parts.join(', ')}`
}
