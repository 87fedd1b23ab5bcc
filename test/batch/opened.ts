import type { EventsApiOptions } from 'kalends'
import { expect } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { type Answer, type Asker, at, listOf, openCalendar } from '../routes/calendar.ts'

/* A calendar that is asked many things in one request. */

export interface Part {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export const codeOf = (part: Part | null | undefined): unknown => at(part?.body, 'code')

/** What each entry was answered. */
export function partsOf(answer: Answer): (Part | null)[] {
  expect(answer.status, answer.text).toBe(207)
  // The tests look at what it holds.
  return listOf(answer.body.responses) as (Part | null)[]
}

export const statuses = (parts: readonly (Part | null)[]) => parts.map((part) => part?.status ?? null)

export function openBatches(options: EventsApiOptions = {}, storage?: Storage) {
  const calendar = openCalendar(options, storage)
  const sendBatch = (
    body: unknown,
    { as, key }: { readonly as?: Asker | undefined; readonly key?: string | undefined } = {},
  ) =>
    calendar.send(
      '/batch',
      {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
      },
      as,
    )
  /** Sends a batch that is answered 207. */
  const batch = async (
    requests: readonly unknown[],
    {
      as,
      key,
      ...more
    }: { readonly as?: Asker; readonly key?: string; readonly [name: string]: unknown } = {},
  ) => partsOf(await sendBatch({ requests, ...more }, { as, key }))
  return { ...calendar, sendBatch, batch }
}
