import { callerOf } from './core/access/authenticate.ts'
import { createHandler } from './core/http/entry.ts'
import { toResponse } from './core/http/plain-response.ts'
import { refuse } from './core/http/respond.ts'
import { createSite } from './core/mount/create-site.ts'
import { checkOptions, deliveryTargets, mountOf, siteUrl } from './core/mount/options.ts'
import type { Site } from './core/mount/site.ts'
import { mountFeatures, optionsOf } from './core/mounted.ts'
import { createRoutes } from './core/routes/index.ts'
import { ApiError } from './errors.ts'
import { FEATURES } from './features.ts'
import type { Storage } from './storage/contract.ts'
import type {
  CustomFields,
  EventsApi,
  EventsApiOptions,
  NoFields,
  PlainRequest,
  PlainResponse,
  Principal,
} from './types/index.ts'

/** Loaded on first use: most processes have none. */
const direct = () => import('./core/host/direct.ts')

/**
 * Makes the API of a calendar over a storage. It reads and writes nothing global. `Host` is the type of the second argument
 * of `fetch`, which the adapter passes on to functions such as `authenticate`.
 *
 * Throws `TypeError` without a storage, for unknown options and for values of another type, and `RangeError` for invalid
 * values. `undefined` counts as absent.
 *
 * @example
 * ```ts
 * import { createEventsApi } from 'kalends'
 *
 * const api = createEventsApi(storage)
 * ```
 */
export function createEventsApi<Host = unknown, F extends CustomFields = NoFields>(
  storage: Storage,
  options?: EventsApiOptions<Host, F>,
): EventsApi<Host, F>
// Inside, the types of custom fields do not matter.
export function createEventsApi<Host>(
  storage: Storage,
  options: EventsApiOptions<Host> = {},
): EventsApi<Host> {
  checkOptions(storage, options, optionsOf(FEATURES))
  const { namespace, path: basePath } = mountOf(options)
  const baseUrl = siteUrl(options.baseUrl)
  const isWatched = options.onChange !== undefined || Boolean(options.changes)
  const makeRecorder = async () => (await direct()).makeRecorder(site, basePath, settled)
  const mounts = mountFeatures(FEATURES, options)
  // The pages are made from the API, so they are asked when a link is made.
  const permalink: EventsApiOptions<Host>['permalink'] =
    options.permalink ?? (options.site && ((kind, record) => pages?.pathOf(kind, record) ?? ''))
  const settled = { ...options, baseUrl, permalink }
  const site: Site = createSite(storage, settled, mounts, isWatched ? makeRecorder : undefined, basePath)
  const targets = deliveryTargets(options.deliver)
  const handler = createHandler(
    site,
    basePath,
    createRoutes({
      namespace,
      options,
      ofFeatures: mounts.routes,
      // The index names it where it is below the API.
      mcp: () => (mcp?.basePath.startsWith(`${basePath}/`) ? mcp.basePath.slice(basePath.length) : undefined),
    }),
    settled,
  )
  /**
   * The page for editors and the endpoint for assistants first: they are at paths of their own, mostly below that of the
   * API. Pages for visitors last: theirs can be above it.
   */
  const find = async (request: Request | PlainRequest, host?: Host, trusted?: Principal | null) =>
    (await editor?.handle.plain(request)) ??
    // The endpoint asks the API as its caller.
    (await (trusted === undefined ? mcp?.handle.plain : mcp?.as(trusted))?.(request, host)) ??
    (await handler(request, host, trusted)) ??
    visit(request, host)
  async function visit(request: Request | PlainRequest, host?: Host): Promise<PlainResponse | undefined> {
    try {
      return await pages?.handle.plain(request, host)
    } catch (error) {
      site.report(error, request.url)
      return refuse(request, new ApiError('rest_internal_error'))
    }
  }
  const answer = async (
    request: Request | PlainRequest,
    host?: Host,
    trusted?: Principal | null,
  ): Promise<PlainResponse> =>
    (await find(request, host, trusted)) ?? refuse(request, new ApiError('rest_no_route'))
  // Hosts may pass any further arguments, so these functions must not accept `trusted`.
  const plainHandle = (request: Request | PlainRequest, host?: Host) => find(request, host)
  const plainFetch = (request: Request | PlainRequest, host?: Host) => answer(request, host)
  const handle = async (request: Request, host?: Host): Promise<Response | undefined> => {
    const answer = await plainHandle(request, host)
    return answer === undefined ? undefined : toResponse(answer)
  }
  const fetch = async (request: Request, host?: Host): Promise<Response> =>
    toResponse(await plainFetch(request, host))
  const api: EventsApi<Host> = {
    basePath,
    baseUrl,
    revision: handler.revision,
    imageOrigins: options.images?.origins ?? [],
    limits: site.limits,
    now: options.now ?? (() => new Date()),
    handle: Object.assign(handle, { plain: plainHandle }),
    fetch: Object.assign(fetch, { plain: plainFetch }),
    as: (principal) => {
      const trusted = callerOf(principal, 'api.as takes')
      return async (request, host) => toResponse(await answer(request, host, trusted))
    },
    createEvents: async (principal, events) => {
      const caller = callerOf(principal, 'api.createEvents takes')
      return (await direct()).createEvents(site, basePath, settled, caller, events)
    },
    deliver: async (work) => (await direct()).deliver(site, basePath, settled, targets, work),
    purge: async (work) => (await direct()).purge(site, settled, work),
    erase: async (person) => (await direct()).erase(site, settled, person),
    pull: async (work) => (await direct()).pull(site, basePath, settled, work),
    former: async (kind, slug) => (await direct()).findFormer(site, kind, slug),
    migrate: async () => (await direct()).migrateCalendar(storage),
    close: () => storage.close(),
  }
  const editor = options.editor?.(api)
  const mcp = options.mcp?.(api)
  const pages = options.site?.(api)
  return api
}
