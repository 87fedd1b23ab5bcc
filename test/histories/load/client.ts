import type { EventsApi } from 'kalends'
import type { Operation } from '../checker/operation.ts'

/** One of several that use a calendar at the same time, one request after the other. */
export interface Client<I, O> {
  readonly name: string
  /** Runs an operation and writes down when, and what came of it; answers the outcome, if it is known. */
  readonly record: (input: I, run: (ask: Ask) => Promise<O | undefined>) => Promise<O | undefined>
  /** As `record`, but the client leaves before long: the answer is lost in any case. */
  readonly abandon: (input: I, run: (ask: Ask) => Promise<O | undefined>) => Promise<void>
}

export type Ask = (
  method: string,
  path: string,
  body?: Readonly<Record<string, unknown>>,
  /** null leaves a header out. */
  headers?: Readonly<Record<string, string | null>>,
) => Promise<Reply>

export interface Reply {
  readonly status: number
  /** The version that `ETag` begins with; NaN where there is none. */
  readonly version: number
  readonly isReplayed: boolean
  readonly json: {
    readonly id: number
    readonly slug: string
    readonly title?: string
    readonly venue?: string
    readonly code?: string
    readonly events?: readonly { readonly id: number; readonly title: string }[]
  }
}

/** What is recorded of an operation, in two pieces, so that of a client that ended on the way the first is there. */
export type Note<I, O> =
  | { readonly begin: Begun<I, O> }
  | { readonly end: Pick<Operation<I, O>, 'client' | 'returned' | 'outcome'> }

type Begun<I, O> = Omit<Operation<I, O>, 'returned' | 'outcome'>

export interface Surroundings<I, O> {
  readonly api: Pick<EventsApi, 'fetch'>
  readonly now: () => number
  readonly note: (note: Note<I, O>) => void
}

export function clientOf<I, O>(
  { api, now, note }: Surroundings<I, O>,
  name: string,
  user: number,
): Client<I, O> {
  const ask = asking(api, user)
  const recorded = async (input: I, run: () => Promise<O | undefined>): Promise<O | undefined> => {
    note({ begin: { client: name, invoked: now(), input } })
    const outcome = await run()
    note({ end: { client: name, returned: now(), outcome } })
    return outcome
  }
  return {
    name,
    record: (input, run) => recorded(input, () => run(ask)),
    abandon: async (input, run) => {
      await recorded(input, async () => {
        const control = new AbortController()
        const running = run(asking(api, user, control.signal))
        setTimeout(() => control.abort())
        await running
        return undefined
      })
    },
  }
}

/** Requests of one user. 503 and 504 leave open what was done; `outcomeOf` says so. */
export function asking(api: Pick<EventsApi, 'fetch'>, user: number, signal?: AbortSignal): Ask {
  return async (method, path, body, changed = {}) => {
    const headers = new Headers({ authorization: `Bearer ${user}`, 'content-type': 'application/json' })
    for (const [name, value] of Object.entries(changed)) {
      if (value === null) headers.delete(name)
      else headers.set(name, value)
    }
    const request = new Request(`http://localhost/vendor/events/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const response = await api.fetch(request)
    return {
      status: response.status,
      version: Number.parseInt(response.headers.get('etag')?.slice(1) ?? '', 10),
      isReplayed: response.headers.get('idempotent-replayed') === 'true',
      json: await response.json(),
    }
  }
}

/** What an answer tells; undefined where it leaves that open. Throws for what no operation here may be answered. */
export function outcomeOf<O>(
  reply: Reply,
  outcomes: Readonly<Record<number, ((reply: Reply) => O) | undefined>>,
): O | undefined {
  if (reply.status === 503 || reply.status === 504) return undefined
  const outcome = outcomes[reply.status]
  if (outcome === undefined) throw new Error(`answered ${reply.status}: ${JSON.stringify(reply.json)}`)
  return outcome(reply)
}

/** Histories of notes; what has no end has no outcome, and returned at the end of all. */
export class Recorder<I, O> {
  readonly #open = new Map<string, Begun<I, O>>()
  readonly #operations: Operation<I, O>[] = []

  readonly note = (note: Note<I, O>): void => {
    if ('begin' in note) {
      this.#open.set(note.begin.client, note.begin)
      return
    }
    const begun = this.#open.get(note.end.client)
    if (begun === undefined) throw new Error(`client ${note.end.client} ended what it had not begun`)
    this.#open.delete(note.end.client)
    this.#operations.push({ ...begun, ...note.end })
  }

  get length(): number {
    return this.#operations.length
  }

  /** All that was recorded since this was asked before. */
  take(now: number): Operation<I, O>[] {
    const lost = [...this.#open.values()].map((begun) => ({ ...begun, returned: now }))
    this.#open.clear()
    return [...this.#operations.splice(0), ...lost]
  }
}
