import { Agent, request } from 'node:http'

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
  readonly next: () => { method: string; path: string; body?: object }
  /** Milliseconds that a client stays away after a 503; `undefined`: as long as `Retry-After` says. */
  readonly patience?: number
}

/**
 * So many clients with a connection each, which ask, wait for the answer, and ask again. A client that was turned away
 * comes back after its pause.
 */
export async function runClients(url: string, { clients, seconds, next, patience }: Load): Promise<Seen[]> {
  const seen: Seen[] = []
  const end = performance.now() + seconds * 1000
  async function client(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (performance.now() < end) {
      const { method, path, body } = next()
      const start = performance.now()
      const { status, retryAfter } = await ask(agent, method, url + path, body)
      const now = performance.now()
      if (now < end) seen.push({ status, took: now - start })
      if (status === 503) await pause(Math.min(patience ?? retryAfter * 1000, Math.max(0, end - now)))
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: clients }, client))
  return seen
}

function ask(agent: Agent, method: string, url: string, body: object | undefined) {
  return new Promise<{ status: number; retryAfter: number }>((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers =
      text === undefined
        ? {}
        : {
            authorization: 'Bearer x',
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }
    const asking = request(url, { agent, method, headers }, (response) => {
      response.resume()
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: Number(response.headers['retry-after'] ?? 1),
        }),
      )
    })
    asking.once('error', reject)
    asking.end(text)
  })
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The value below which this share of all lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
