import type { ApiError } from '../../errors.ts'
import type { AuditEntry, EventsApiOptions, PlainRequest } from '../../types/index.ts'
import type { Caller } from '../access/policy.ts'

/** Facts about one request, for the audit entry and for refusals. Each is set as soon as it is known. */
export interface RequestLog {
  /** With the overriding method, if there is one; see `method-override.ts`. */
  request: PlainRequest
  /** The methods of the path; after authentication, those that the caller may use. */
  allow?: string
  operation?: string
  caller?: Caller
  record?: AuditEntry['record']
}

export type Reporter<Host> = ReturnType<typeof createReporter<Host>>

/** Calls the host's `onError` and `audit`. Errors in these functions are ignored. */
export function createReporter<Host>({ onError, audit }: EventsApiOptions<Host>, clock: () => Date) {
  const tell = (error: unknown, request: PlainRequest): void => {
    // Without `onError`, people look for faults in the console.
    if (onError === undefined) console.error(error)
    else onError(error, withoutPassword(request.toRequest()))
  }
  return {
    /** Passes an error to `onError`, as it was thrown. */
    error(error: unknown, request: PlainRequest): void {
      attempt(() => tell(error, request))
    },

    /** Notes the time of the request. The result writes the audit entry of its response. */
    begin(host: Host | undefined) {
      if (audit === undefined) return undefined
      let start: Date | undefined
      attempt(() => {
        start = clock()
      })
      return (status: number, log: RequestLog, refusal: ApiError | undefined): void =>
        attempt(() => {
          if (start === undefined) return
          audit(
            {
              time: start.toISOString(),
              duration: clock().getTime() - start.getTime(),
              method: log.request.method,
              path: new URL(log.request.url).pathname,
              operation: log.operation ?? null,
              principal: log.caller ?? null,
              status,
              code: refusal?.code ?? null,
              record: log.record ?? null,
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
    // An error of `onError` itself has nowhere to go.
  }
}

/** Logs contain URLs and header fields, so the password of an event must not be among them. */
function withoutPassword(request: Request): Request {
  const url = new URL(request.url)
  const names = [...url.searchParams.keys()].filter((name) => /^password(?:\[|$)/.test(name))
  if (names.length === 0 && !request.headers.has('x-event-password')) return request
  for (const name of names) url.searchParams.delete(name)
  const headers = new Headers(request.headers)
  headers.delete('x-event-password')
  return new Request(url, { method: request.method, headers })
}
