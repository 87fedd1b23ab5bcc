import { createEventsApi, type EventsApi } from 'kalends'
import type { Storage } from '../../src/storage/contract.ts'
import { isUser, USERS } from './users.ts'

/** The settings under which the cases were recorded. */
export const NAMESPACE = 'tribe/events/v1'
export const BASE_PATH = '/wp-json'
export const NOW = new Date('2027-03-01T12:00:00Z')

/** A caller says who it is by name, as no real site should let it. */
export const headersFor = (role: string): Record<string, string> => ({ 'x-user': role })

export function recordedSite(storage: Storage): EventsApi {
  return createEventsApi(storage, {
    namespace: NAMESPACE,
    basePath: BASE_PATH,
    timezone: 'America/New_York',
    now: () => NOW,
    isAuthor: (id) => Object.values(USERS).some((user) => user.id === id),
    authenticate: (request) => {
      const name = request.headers.get('x-user') ?? ''
      return isUser(name) ? USERS[name] : null
    },
    onError: (error) => console.error(error),
  })
}
