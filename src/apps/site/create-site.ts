import type { PermalinkKind, PermalinkRecord, PlainRequest, PlainResponse } from 'kalends'
import { addressesUnder } from './addresses.ts'
import { createAnswer } from './answer.ts'
import { type SiteApi, type SiteOptions, settle } from './settings.ts'

interface SiteFunction<Host, R, P> {
  (request: Request, host?: Host): Promise<R>
  /** The same with plain requests and responses, as the API has it. */
  readonly plain: (request: Request | PlainRequest, host?: Host) => Promise<P>
}

export interface KalendsSite<Host = unknown> {
  /** The option `path`, without a slash at its end: '' for `/`. Adapters read it. */
  readonly basePath: string
  /** The path of the page of a record; '' if it has none, such as a draft. */
  readonly pathOf: (kind: PermalinkKind, record: PermalinkRecord) => string
  /** Answers 404 to what is not of the pages. */
  readonly fetch: SiteFunction<Host, Response, PlainResponse>
  /** `undefined` for other addresses, so that the host can answer them. */
  readonly handle: SiteFunction<Host, Response | undefined, PlainResponse | undefined>
}

/**
 * Pages for visitors, made on the server and without scripts. Give them to the API by value, so that its links lead to
 * them: `createEventsApi(storage, { site: (api) => createSite(api) })`. Or mount them yourself, with any adapter.
 *
 * Throws `TypeError` for unknown options, and `RangeError` for invalid values.
 *
 * @example
 * ```ts
 * import { createEventsApi } from 'kalends'
 * import { createSite } from 'kalends/site'
 * import { memoryStorage } from 'kalends/storage/memory'
 *
 * const api = createEventsApi(memoryStorage(), {
 *   title: 'Our town',
 *   site: (api) => createSite(api, { accent: '#0b6170' }),
 * })
 * ```
 */
export function createSite<Host = unknown>(api: SiteApi<Host>, options: SiteOptions = {}): KalendsSite<Host> {
  const settings = settle(options)
  const addresses = addressesUnder(settings.prefix, settings.words)
  const handle = createAnswer(api, settings)
  const fetch = async (request: Request | PlainRequest, host?: Host) =>
    (await handle(request, host)) ?? NOT_FOUND
  return {
    basePath: settings.prefix,
    pathOf: (kind, { slug, status, ancestors }) => {
      if (kind === 'category' || kind === 'tag')
        return addresses.of({
          is: 'events',
          view: { is: 'list' },
          term: { kind, slugs: [...ancestors, slug] },
        })
      const isPublic = slug !== '' && (status === 'publish' || status === 'private')
      return isPublic ? addresses.of({ is: kind, slug }) : ''
    },
    fetch: Object.assign(async (request: Request, host?: Host) => toResponse(await fetch(request, host)), {
      plain: fetch,
    }),
    handle: Object.assign(
      async (request: Request, host?: Host) => {
        const answer = await handle(request, host)
        return answer === undefined ? undefined : toResponse(answer)
      },
      { plain: handle },
    ),
  }
}

const NOT_FOUND: PlainResponse = { status: 404, headers: { 'content-length': '0' }, body: null }

const toResponse = ({ status, headers, body }: PlainResponse): Response =>
  new Response(body, { status, headers })
