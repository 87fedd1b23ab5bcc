import { callerOf } from './access/authenticate.ts'
import { ApiError } from './errors.ts'
import { createHandler } from './http/entry.ts'
import { toResponse } from './http/plain-response.ts'
import { refuse } from './http/respond.ts'
import { checkOptions, mountOf, siteUrl } from './options.ts'
import { createRoutes } from './routes/index.ts'
import { createSite } from './site.ts'
import type { Storage } from './storage/contract.ts'
import type { EventsApi, EventsApiOptions, PlainRequest, PlainResponse, Principal } from './types.ts'

/**
 * Makes the API of a calendar over a storage. It reads and writes nothing global. `Host` is the type of the second argument
 * of `fetch`, which the adapter passes on to functions such as `authenticate`.
 *
 * Throws `TypeError` without a storage, for unknown options and for values of another type, and `RangeError` for invalid
 * values. `undefined` counts as absent.
 */
export function createEventsApi<Host = unknown>(
  storage: Storage,
  options: EventsApiOptions<Host> = {},
): EventsApi<Host> {
  checkOptions(storage, options)
  const { namespace, path: basePath } = mountOf(options)
  const baseUrl = siteUrl(options.baseUrl)
  const site = createSite(storage, options)
  const handler = createHandler(site, basePath, createRoutes(namespace, options.embed), {
    ...options,
    baseUrl,
  })
  const answer = async (
    request: Request | PlainRequest,
    host?: Host,
    trusted?: Principal | null,
  ): Promise<PlainResponse> =>
    (await handler(request, host, trusted)) ?? refuse(request, new ApiError('rest_no_route'))
  // Hosts may pass any further arguments, so these functions must not accept `trusted`.
  const plainHandle = (request: Request | PlainRequest, host?: Host) => handler(request, host)
  const plainFetch = (request: Request | PlainRequest, host?: Host) => answer(request, host)
  const handle = async (request: Request, host?: Host): Promise<Response | undefined> => {
    const answer = await plainHandle(request, host)
    return answer === undefined ? undefined : toResponse(answer)
  }
  const fetch = async (request: Request, host?: Host): Promise<Response> =>
    toResponse(await plainFetch(request, host))
  return {
    basePath,
    limits: site.limits,
    handle: Object.assign(handle, { plain: plainHandle }),
    fetch: Object.assign(fetch, { plain: plainFetch }),
    as: (principal) => {
      const trusted = callerOf(principal, 'api.as takes')
      return async (request, host) => toResponse(await answer(request, host, trusted))
    },
    createEvents: async (principal, events) => {
      const caller = callerOf(principal, 'api.createEvents takes')
      // Loaded with the first import: most processes have none.
      const { createEvents } = await import('./http/create-events.ts')
      return createEvents(site, basePath, { ...options, baseUrl }, caller, events)
    },
    migrate: () => storage.migrate(),
    close: () => storage.close(),
  }
}
