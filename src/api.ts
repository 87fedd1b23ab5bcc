import { ApiError } from './errors.ts'
import { createHandler } from './http/entry.ts'
import { toResponse } from './http/plain-response.ts'
import { refuse } from './http/respond.ts'
import { createRoutes } from './routes/index.ts'
import { createSite } from './site.ts'
import type { Storage } from './storage/contract.ts'
import type { EventsApi, EventsApiOptions, PlainResponse } from './types.ts'

const DEFAULT_NAMESPACE = 'vendor/events/v1'

/**
 * A calendar over a storage, ready to answer requests. Everything is settled here, once; nothing global is read or
 * written. `Host` is whatever the embedding app gives `authenticate` to know beside the request.
 *
 * Throws `RangeError` or `TypeError` for options that cannot be meant.
 */
export function createEventsApi<Host = unknown>(
  storage: Storage,
  options: EventsApiOptions<Host> = {},
): EventsApi<Host> {
  const namespace = trimSlashes(options.namespace ?? DEFAULT_NAMESPACE)
  if (!/^[\w.~-]+(\/[\w.~-]+)*$/.test(namespace)) throw new RangeError(`namespace: '${namespace}' is no path`)
  const mount = trimSlashes(options.basePath ?? '')
  const basePath = `${mount === '' ? '' : `/${mount}`}/${namespace}`
  if (options.baseUrl !== undefined && !URL.canParse(options.baseUrl)) {
    throw new RangeError(`baseUrl: '${options.baseUrl}' is no absolute URL`)
  }
  const site = createSite(storage, options)
  const plainHandle = createHandler(site, basePath, createRoutes(namespace), options)
  const plainFetch = async (request: Request, host?: Host): Promise<PlainResponse> =>
    (await plainHandle(request, host)) ?? refuse(request, new ApiError('rest_no_route'))
  const handle = async (request: Request, host?: Host): Promise<Response | undefined> => {
    const answer = await plainHandle(request, host)
    return answer === undefined ? undefined : toResponse(answer)
  }
  const fetch = async (request: Request, host?: Host): Promise<Response> =>
    toResponse(await plainFetch(request, host))
  return {
    basePath,
    handle: Object.assign(handle, { plain: plainHandle }),
    fetch: Object.assign(fetch, { plain: plainFetch }),
    migrate: () => storage.migrate(),
    close: () => storage.close(),
  }
}

const trimSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '')
