import { createEventsApi, type EventsApi, type Principal } from 'events-api'
import type { Storage } from '../../src/storage/contract.ts'

/** The settings under which the cases were recorded. */
export const NAMESPACE = 'tribe/events/v1'
export const BASE_PATH = '/wp-json'
export const NOW = new Date('2027-03-01T12:00:00Z')

const PRINCIPALS: Readonly<Record<string, Principal>> = {
  administrator: { id: 1, role: 'administrator' },
  editor: { id: 2, role: 'editor' },
  author: { id: 3, role: 'author' },
  author2: { id: 4, role: 'author' },
  contributor: { id: 5, role: 'contributor' },
  subscriber: { id: 6, role: 'subscriber' },
}

/** A caller says who it is by name, as no real site should let it. */
export const headersFor = (role: string): Record<string, string> => ({ 'x-user': role })

export function recordedSite(storage: Storage): EventsApi {
  return createEventsApi(storage, {
    namespace: NAMESPACE,
    basePath: BASE_PATH,
    timezone: 'America/New_York',
    now: () => NOW,
    isAuthor: (id) => Object.values(PRINCIPALS).some((principal) => principal.id === id),
    authenticate: (request) => PRINCIPALS[request.headers.get('x-user') ?? ''] ?? null,
    onError: (error) => console.error(error),
  })
}
