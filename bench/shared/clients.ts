import { Client, fieldOf } from '../requests/client.ts'
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
  /** They go on until there are so many answers, ten times as long at most. Default 0. */
  readonly least?: number
}

/**
 * So many clients with a connection each, which ask, wait for the answer, and ask again. A client that was turned away
 * comes back after its pause.
 */
export async function runClients(port: number, load: Load): Promise<Seen[]> {
  const { clients, seconds, next, patience, least = 0 } = load
  const seen: Seen[] = []
  const begun = performance.now()
  const end = begun + seconds * 1000
  const isOver = (now: number) => now >= end && (seen.length >= least || now >= begun + seconds * 10_000)
  async function client(): Promise<void> {
    const one = new Client(port)
    while (!isOver(performance.now())) {
      const start = performance.now()
      const answer = await one.ask(next())
      const now = performance.now()
      if (!isOver(now)) seen.push({ status: answer.status, took: now - start })
      if (answer.status !== 503) continue
      const retryAfter = Number(fieldOf(answer, 'retry-after') ?? 1) * 1000
      await pause(Math.min(patience ?? retryAfter, Math.max(0, end - now)))
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
