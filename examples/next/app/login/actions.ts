'use server'

import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { isPassword, newSession, SESSION_COOKIE } from '../../lib/session.ts'

/** Next takes these posts from this site's own pages only. */
export async function logIn(form: FormData): Promise<void> {
  const next = ownPath(form.get('next'))
  if (!isPassword(String(form.get('password') ?? ''))) {
    redirect(`/login?${new URLSearchParams({ wrong: '1', next })}`)
  }
  ;(await cookies()).set(newSession())
  redirect(next)
}

export async function logOut(): Promise<void> {
  ;(await cookies()).delete(SESSION_COOKIE)
  redirect('/')
}

/** A path of this site: nobody's link to the login leads elsewhere afterwards. */
function ownPath(path: FormDataEntryValue | null): string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/'
}
