import { session } from 'kalends/auth'
import { isSession, SESSION_COOKIE } from './session.ts'

/**
 * Who asks the API: an editor with a session, or a visitor. A session that ran out makes a visitor, not an error:
 * browsers send old cookies, and reading goes on without them. `session` keeps other sites from writing with the
 * cookie.
 */
export const authenticate = session((request) =>
  isSession(sessionOf(request)) ? { id: 1, role: 'editor' } : null,
)

function sessionOf(request: Request): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))?.slice(SESSION_COOKIE.length + 1)
}
