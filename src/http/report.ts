import type { Caller } from '../access/policy.ts'
import type { ApiError } from '../errors.ts'
import type { AuditEntry, EventsApiOptions } from '../types.ts'

/** What becomes known of a request on its way. */
export interface Known {
  /** Methods that the path, and then the caller, has. */
  allow?: string
  operation?: string
  caller?: Caller
  record?: AuditEntry['record']
}

/** Tells the host what its options want to be told. What is thrown there is not our client's affair. */
export function createReporter<Host>({ onError, audit }: EventsApiOptions<Host>, clock: () => Date) {
  return {
    /** Of an error that goes to `onError` as it was thrown. */
    error(error: unknown, request: Request): void {
      attempt(() => onError?.(error, withoutPassword(request)))
    },

    /** Takes the time when a request comes; the function that is given tells of its answer. */
    begin(request: Request, host: Host | undefined) {
      if (audit === undefined) return undefined
      let start: Date | undefined
      attempt(() => {
        start = clock()
      })
      return (status: number, known: Known, refusal: ApiError | undefined): void =>
        attempt(() => {
          if (start === undefined) return
          audit(
            {
              time: start.toISOString(),
              duration: clock().getTime() - start.getTime(),
              method: request.method,
              path: new URL(request.url).pathname,
              operation: known.operation ?? null,
              principal: known.caller ?? null,
              status,
              code: refusal?.code ?? null,
              record: known.record ?? null,
            },
            host,
          )
        })
    },
  }
}

function attempt(tell: () => void): void {
  try {
    tell()
  } catch {
    // Whoever is told of errors cannot be told of an error in telling.
  }
}

/** Logs keep URLs and header fields: an event's password must not be among them. */
function withoutPassword(request: Request): Request {
  const url = new URL(request.url)
  const names = [...url.searchParams.keys()].filter((name) => /^password(?:\[|$)/.test(name))
  if (names.length === 0 && !request.headers.has('x-event-password')) return request
  for (const name of names) url.searchParams.delete(name)
  const headers = new Headers(request.headers)
  headers.delete('x-event-password')
  return new Request(url, { method: request.method, headers })
}
