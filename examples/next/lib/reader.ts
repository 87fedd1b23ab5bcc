import { type Client, createClient } from 'kalends/client'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { API_PATH, api } from './api.ts'
import { isSession, SESSION_COOKIE } from './session.ts'
import { SITE_URL } from './site.ts'

/**
 * The client for server components: it asks the API in this process, without a network. The visitor's cookie goes
 * along, so that an editor sees drafts and everybody else what is published.
 */
export const reader = cache(async (): Promise<Client> => {
  const cookie = (await headers()).get('cookie')
  return createClient({
    baseUrl: `${SITE_URL}${API_PATH}`,
    fetch: api.fetch,
    headers: cookie === null ? {} : { cookie },
  })
})

export async function isLoggedIn(): Promise<boolean> {
  return isSession((await cookies()).get(SESSION_COOKIE)?.value)
}
