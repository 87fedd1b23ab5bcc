import { answerEditor } from './apps/editor/answer.ts'
import { type EditedApi, type EditorOptions, type EditorSettings, settle } from './apps/editor/settings.ts'
import type { PlainRequest, PlainResponse } from './types/index.ts'

/*
 * The page for people who fill a calendar: `kalends/editor`. It is served here, runs in the browser, and talks to the
 * REST interface alone.
 */

export type { EditedApi, EditorLink, EditorOptions } from './apps/editor/settings.ts'

interface EditorFunction<R, P> {
  (request: Request): Promise<R>
  /** The same with plain requests and responses, as the API has it. */
  readonly plain: (request: Request | PlainRequest) => Promise<P>
}

export interface Editor {
  /** Where the page is. Adapters read it. */
  readonly basePath: string
  /** Answers 404 to what is not of the page. */
  readonly fetch: EditorFunction<Response, PlainResponse>
  /** `undefined` for paths that are not under `basePath`. */
  readonly handle: EditorFunction<Response | undefined, PlainResponse | undefined>
}

/**
 * The page for editors of the calendar. Mount it like the API, with any adapter; or give it to the API by value, so that
 * it is at `{api}/editor`: `createEventsApi(storage, { editor: (api) => createEditor(api) })`.
 *
 * Throws `TypeError` for unknown options, and `RangeError` for invalid values.
 *
 * @example
 * ```ts
 * import { createEditor } from 'kalends/editor'
 *
 * const api = createEventsApi(memoryStorage(), { locale: 'de-AT', editor: (api) => createEditor(api) })
 * ```
 */
export function createEditor(api: EditedApi, options: EditorOptions = {}): Editor {
  const settings: EditorSettings = settle(api, options)
  const { path } = settings
  const handle = async (request: Request | PlainRequest) => {
    const { pathname } = new URL(request.url)
    if (pathname !== path && !pathname.startsWith(`${path}/`)) return undefined
    return answerEditor(settings, request, pathname.slice(path.length))
  }
  const fetch = async (request: Request | PlainRequest) => (await handle(request)) ?? NOT_FOUND
  return {
    basePath: path,
    fetch: Object.assign(async (request: Request) => toResponse(await fetch(request)), { plain: fetch }),
    handle: Object.assign(
      async (request: Request) => {
        const answer = await handle(request)
        return answer === undefined ? undefined : toResponse(answer)
      },
      { plain: handle },
    ),
  }
}

const NOT_FOUND: PlainResponse = { status: 404, headers: { 'content-length': '0' }, body: null }

const toResponse = ({ status, headers, body }: PlainResponse): Response =>
  new Response(body, { status, headers })
