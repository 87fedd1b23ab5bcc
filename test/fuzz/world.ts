import { ApiError, createEventsApi, type EventsApi } from 'kalends'
import { basicPasswords, bearerTokens, firstOf, memoryPasswords, memoryTokens } from 'kalends/auth'
import type { Storage } from 'kalends/storage/contract'
import { memoryStorage } from 'kalends/storage/memory'
import { openCalendar } from '../routes/calendar.ts'
import { isUser, USERS } from '../setup/users.ts'
import { Range, type Target } from './range.ts'
import { type Ids, stockUp } from './stock.ts'
import { watchStorage } from './watched-storage.ts'

const NOW = new Date('2027-03-01T12:00:00Z')

/** So many guesses are let through that what is wrong with credentials is found, and not how often. */
const MOST_GUESSES = 1_000_000_000

export interface World {
  readonly range: Range
  readonly ids: Ids
  readonly fetch: EventsApi['fetch']
  /** The storage without the watch. */
  readonly inner: Storage
}

/** `tamper`: for tests of the rules themselves, makes faults. */
export type Tamper = (fetch: EventsApi['fetch'], inner: Storage, errors: unknown[]) => EventsApi['fetch']

/** A calendar as `stockUp` makes it. */
export async function openWorld(tamper: Tamper = (fetch) => fetch): Promise<World> {
  const inner = memoryStorage()
  const ids = await stockUp(openCalendar({}, inner))
  const watched = watchStorage(inner)
  await watched.verify()
  const errors: unknown[] = []
  const api = createEventsApi(watched.storage, {
    timezone: 'America/New_York',
    now: () => NOW,
    authenticate: whoAsks(),
    isAuthor: (id) => typeof id === 'number' && id <= 7,
    cors: { origin: ['https://app.example'], credentials: true },
    onError: (error) => errors.push(error),
  })
  const fetch = tamper(api.fetch, inner, errors)
  const target: Target = { fetch, watched, errors }
  return { range: new Range(target), ids, fetch, inner }
}

/** By a header, or by what hosts are given to tell `Authorization` with, of which no request here has the right one. */
function whoAsks() {
  const limits = { perAddress: MOST_GUESSES, perUser: MOST_GUESSES }
  const passwords = basicPasswords(memoryPasswords(), { iterations: 1_000, ...limits })
  const tokens = bearerTokens(memoryTokens(), limits)
  const byHeader = firstOf(passwords.authenticate, tokens.authenticate)
  return async (request: Request, host: unknown) => {
    const name = request.headers.get('x-user')
    if (name === null) return byHeader(request, host)
    // Not by `in`, which would take `__proto__` for somebody.
    if (!Object.hasOwn(USERS, name) || !isUser(name)) throw new ApiError('rest_invalid_credentials')
    return USERS[name]
  }
}
