import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { now, SITE_URL } from './site.ts'

/*
 * The demo's login: one password that everybody may know, and a signed cookie that says until when. An app of your
 * own has its own sessions; `authenticate.ts` is where it asks them.
 */

export const SESSION_COOKIE = 'session'
const PASSWORD = 'demo'
const SECONDS = 8 * 60 * 60

declare global {
  /** Made at the start where SESSION_SECRET is not set: sessions then end with the process. */
  var sessionSecret: string | undefined
}

export const isPassword = (text: string): boolean => isSame(text, PASSWORD)

/** A new session, as `cookies().set` takes it. */
export function newSession() {
  const expires = String(Math.floor(now().getTime() / 1000) + SECONDS)
  return {
    name: SESSION_COOKIE,
    value: `${expires}.${sign(expires)}`,
    httpOnly: true,
    sameSite: 'lax',
    secure: SITE_URL.startsWith('https:'),
    path: '/',
    maxAge: SECONDS,
  } as const
}

/** Whether this is the value of a session cookie that we signed, and that has not run out. */
export function isSession(value: string | undefined): boolean {
  const [, expires, signature] = /^(\d{1,12})\.([\w-]+)$/.exec(value ?? '') ?? []
  if (expires === undefined || signature === undefined) return false
  return isSame(signature, sign(expires)) && Number(expires) * 1000 > now().getTime()
}

function sign(text: string): string {
  globalThis.sessionSecret ??= process.env.SESSION_SECRET || randomBytes(32).toString('base64url')
  return createHmac('sha256', globalThis.sessionSecret).update(text).digest('base64url')
}

/** In the same time for every wrong text; over digests, because `timingSafeEqual` wants equal lengths. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
