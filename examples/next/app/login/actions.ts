'use server'

import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { isPassword, newSession, SESSION_COOKIE } from '../../lib/session.ts'
import { SITE_URL } from '../../lib/site.ts'

/** Next takes these posts from this site's own pages only. */
export async function logIn(form: FormData): Promise<void> {
  const address = form.get('return_to')
  if (!isPassword(String(form.get('password') ?? ''))) {
    redirect(`/login?${new URLSearchParams({ wrong: '1', return_to: ownPath(address) })}`)
  }
  ;(await cookies()).set(newSession())
  redirect(ownPath(address))
}

export async function logOut(): Promise<void> {
  ;(await cookies()).delete(SESSION_COOKIE)
  redirect('/')
}

/** The path of an address of this site: nobody's link to the login leads elsewhere afterwards. */
function ownPath(address: FormDataEntryValue | null): string {
  if (typeof address !== 'string' || !URL.canParse(address, SITE_URL)) return '/'
  const { origin, pathname, search } = new URL(address, SITE_URL)
  // Two slashes would name another host.
  return origin === new URL(SITE_URL).origin ? pathname.replace(/^\/+/, '/') + search : '/'
}
