import type { EventsApiOptions, SuggestionNotice } from 'kalends'
import { expect } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { type Answer, API, at, type Calendar, idOf, ORIGIN, openCalendar } from '../routes/calendar.ts'

/* What the public sends, in tests. */

export const AUTHOR = 900

/** Its words are nowhere else, so whoever finds one has found a leak. */
export const CONTACT = {
  name: 'Zacharias Kontaktname',
  email: 'zacharias.kontakt@leck.example',
  message: 'Geheimbotschaft an die Redaktion',
}

/** Words that nobody but editors may see. */
export const SECRETS = ['Kontaktname', 'zacharias.kontakt', 'Geheimbotschaft']

export const suggested = (fields: object = {}) => ({
  ...{ title: 'Harvest supper', start_date: '2027-09-18 18:00:00', end_date: '2027-09-18 22:00:00' },
  contact: CONTACT,
  ...fields,
})

export interface Sent {
  readonly id: number
  readonly edit: string
  readonly secret: string
}

export interface Public {
  readonly calendar: Calendar
  readonly notices: SuggestionNotice[]
  /** Sends as somebody at an address of their own, unless one is named. */
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    from?: { readonly ip?: string; readonly secret?: string },
  ) => Promise<Answer>
  /** A suggestion that must be taken. */
  readonly suggest: (fields?: object, ip?: string) => Promise<Sent>
  /** How many wait, as the storage counts. */
  readonly waiting: () => Promise<number>
}

let addresses = 0
/** Nobody else has sent anything from it. */
export const newAddress = (): string => {
  addresses++
  return `10.${(addresses >> 16) % 256}.${(addresses >> 8) % 256}.${addresses % 256}`
}
let people = 0
export const newContact = () => ({ ...CONTACT, email: `zacharias.kontakt.${++people}@leck.example` })

export function openPublic(storage: Storage, options: EventsApiOptions = {}): Public {
  const notices: SuggestionNotice[] = []
  const calendar = openCalendar(
    {
      baseUrl: ORIGIN,
      ...options,
      suggestions: { author: AUTHOR, notify: (notice) => notices.push(notice), ...options.suggestions },
    },
    storage,
  )
  const ask: Public['ask'] = async (method, path, body, { ip = newAddress(), secret } = {}) => {
    const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' })
    if (secret !== undefined) headers.set('x-suggestion-secret', secret)
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await calendar.api.fetch(new Request(`${API}${path}`, init), { ip })
    const text = await response.text()
    const parsed: Record<string, unknown> = text.startsWith('{') ? JSON.parse(text) : {}
    return { status: response.status, headers: response.headers, body: parsed, text }
  }
  return {
    ...{ calendar, notices, ask },
    suggest: async (fields = {}, ip) => {
      const body = suggested({ contact: newContact(), ...fields })
      const answer = await ask('POST', '/suggestions', body, ip === undefined ? {} : { ip })
      expect(answer.status, answer.text).toBe(201)
      return {
        id: idOf(answer.body),
        edit: String(at(answer.body, 'edit')),
        secret: String(at(answer.body, 'secret')),
      }
    },
    waiting: () => storage.count('extra', { where: [{ key: 'labels', in: ['pending'] }] }),
  }
}
