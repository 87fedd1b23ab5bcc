import { Client } from '../requests/client.ts'
import type { Question } from '../requests/question.ts'

/** One answer, as its client saw it. */
export interface Seen {
  readonly status: number
  /** Milliseconds. */
  readonly took: number
}

export interface Load {
  readonly clients: number
  /** Seconds. */
  readonly seconds: number
  /** What is asked next. */
  readonly next: () => Question
  /** Milliseconds that a client stays away after a 503; `undefined`: as long as `Retry-After` says. */
  readonly patience?: number
}

/**
 * So many clients with a connection each, which ask, wait for the answer, and ask again. A client that was turned away
 * comes back after its pause.
 */
export async function runClients(port: number, { clients, seconds, next, patience }: Load): Promise<Seen[]> {
  const seen: Seen[] = []
  const end = performance.now() + seconds * 1000
  async function client(): Promise<void> {
    const one = new Client(port)
    while (performance.now() < end) {
      const start = performance.now()
      const { status, retryAfter } = await one.ask(next())
      const now = performance.now()
      if (now < end) seen.push({ status, took: now - start })
      if (status === 503) await pause(Math.min(patience ?? retryAfter * 1000, Math.max(0, end - now)))
    }
    one.end()
  }
  await Promise.all(Array.from({ length: clients }, client))
  return seen
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The value below which this share of all lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
