import { createEventsApi, type EventsApi } from 'kalends'
import type { NextHost } from 'kalends/adapters/next'
import { createEditor } from 'kalends/editor'
import { authenticate } from './authenticate.ts'
import { eventPath } from './paths.ts'
import { fillIfEmpty } from './sample.ts'
import { now, SITE_NAME, SITE_URL, TIMEZONE } from './site.ts'
import { openStorage } from './storage.ts'

/** Where `app/api/[[...path]]/route.ts` answers, for the client in the browser and the one on the server. */
export { API_PATH } from './paths.ts'

declare global {
  // Hot reloads evaluate this module anew; the database should not be opened anew with it.
  var calendarApi: Promise<EventsApi<NextHost>> | undefined
}

/** The one API of this process. Opened by the first request, since `next build` loads this module as well. */
export const api = {
  fetch: async (request: Request, host?: NextHost): Promise<Response> =>
    (await opened()).fetch(request, host),
}

function opened(): Promise<EventsApi<NextHost>> {
  globalThis.calendarApi ??= open().catch((error: unknown) => {
    globalThis.calendarApi = undefined // so that the next request tries again
    throw error
  })
  return globalThis.calendarApi
}

async function open(): Promise<EventsApi<NextHost>> {
  const storage = openStorage()
  const calendar = createEventsApi<NextHost>(storage, {
    basePath: '/api',
    baseUrl: SITE_URL,
    title: SITE_NAME,
    timezone: TIMEZONE,
    now,
    authenticate,
    signIn: '/login',
    changes: true,
    editor: (own) => createEditor(own, { accent: '#96401f', links: [{ label: 'The site', url: '/' }] }),
    permalink: (kind, { id, slug }) =>
      `${SITE_URL}${kind === 'event' ? eventPath({ id, slug }) : `/events?${kind}=${id}`}`,
    onError: (error, request) => console.error(`${request.method} ${request.url}:`, error),
  })
  await calendar.migrate()
  await fillIfEmpty(storage)
  return calendar
}
