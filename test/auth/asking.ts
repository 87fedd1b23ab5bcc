import { createEventsApi, type Principal } from 'kalends'
import type { Authenticate } from 'kalends/auth'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, vi } from 'vitest'

export const EDITOR: Principal = { id: 7, role: 'editor' }
export const AUTHOR: Principal = { id: 8, role: 'author' }

export const ORIGIN = 'https://calendar.example'

export interface Host {
  ip?: string
}

export interface Sent {
  readonly method?: string
  readonly authorization?: string
  readonly ip?: string
  readonly headers?: Record<string, string>
}

/** An API over memory, asked in process. Reads are of a list, writes make a tag: an editor's right. */
export function calendarOf(authenticate: Authenticate<Host>) {
  const faults: unknown[] = []
  const api = createEventsApi<Host>(memoryStorage(), { authenticate, onError: (error) => faults.push(error) })
  let tags = 0
  const ask = ({ method = 'GET', authorization, ip = '192.0.2.1', headers = {} }: Sent = {}) => {
    tags += 1
    const fields = authorization === undefined ? headers : { ...headers, authorization }
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method)
    return api.fetch(
      new Request(`${ORIGIN}/vendor/events/v1/tags`, {
        method,
        headers: isRead ? fields : { ...fields, 'content-type': 'application/json' },
        ...(isRead ? {} : { body: JSON.stringify({ name: `Tag ${tags}` }) }),
      }),
      { ip },
    )
  }
  return {
    ask,
    faults,
    /** Status and code, such as `401 rest_invalid_credentials`; only the status of a success. */
    outcome: async (sent?: Sent): Promise<string> => {
      const response = await ask(sent)
      if (response.ok || sent?.method === 'HEAD') return String(response.status)
      const { code }: { code: string } = await response.json()
      return `${response.status} ${code}`
    },
  }
}

export const WRONG = '401 rest_invalid_credentials'
export const TOO_MANY = '429 rest_too_many_requests'
export const FORGED = '403 rest_cookie_invalid_nonce'

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** A clock that stands until it is moved. */
export function clockAt(start: string) {
  let time = Date.parse(start)
  return {
    now: () => new Date(time),
    pass: (seconds: number) => {
      time += seconds * 1_000
    },
  }
}

/** Counts slow hashes from now on, until the test's end. */
export function countSlowHashes(): () => number {
  const spy = vi.spyOn(crypto.subtle, 'deriveBits')
  return () => spy.mock.calls.length
}

export async function repeat(times: number, work: (at: number) => Promise<string>): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < times; at++) found.push(await work(at))
  return found
}

export const tally = (found: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(found)].map((one) => [one, found.filter((other) => other === one).length]))

export const expectAll = (found: readonly string[], one: string): void =>
  expect(tally(found)).toEqual({ [one]: found.length })
