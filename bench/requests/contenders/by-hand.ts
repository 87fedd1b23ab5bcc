import { fillTables } from '../../storages/by-hand/fill.ts'
import { type FileOptions, openSqliteByHand } from '../../storages/openers/sqlite.ts'
import type { Question } from '../question.ts'
import { fill } from './fill.ts'
import { BY_ID, BY_SLUG, type Handlers, handlersOf, type Reply, ROOT, refusal } from './handlers.ts'
import { bodyOf, bytesOf, listenerOf } from './plain-http.ts'
import type { Keep, Served } from './served.ts'

/*
 * The hand-written interface on `node:http` alone.
 */

/** What is asked, from wherever it comes. */
interface Asked {
  readonly method: string | undefined
  readonly url: string
  readonly authorization: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly body: () => Promise<string>
}

function route(handlers: Handlers, asked: Asked): Promise<Reply> | Reply {
  const { method, url, ifNoneMatch } = asked
  const at = url.indexOf('?')
  const path = at === -1 ? url : url.slice(0, at)
  if (!path.startsWith(ROOT)) return refusal(404)
  const rest = path.slice(ROOT.length)
  const id = BY_ID.exec(rest)?.[1]
  if (method === 'GET') {
    if (id !== undefined) return handlers.byId(Number(id), ifNoneMatch)
    if (rest === '/events') return handlers.list(at === -1 ? '' : url.slice(at + 1), ifNoneMatch)
    const slug = BY_SLUG.exec(rest)?.[1]
    return slug === undefined ? refusal(404) : handlers.bySlug(slug, ifNoneMatch)
  }
  if (method !== 'POST') return refusal(405)
  if (asked.authorization === undefined) return refusal(401)
  if (id !== undefined) return asked.body().then((body) => handlers.update(Number(id), body))
  return rest === '/events' ? asked.body().then((body) => handlers.create(body)) : refusal(404)
}

export async function openTables(options: FileOptions, events: number, keep: Keep) {
  const opened = await openSqliteByHand({ synchronous: 'full', ...options })
  keep(opened.drop)
  if (options.copyOf === undefined) await fill(opened, fillTables(opened.driver), events)
  return opened
}

export async function openByHand(events: number, keep: Keep): Promise<Served> {
  const { driver, version, file, bytes } = await openTables({}, events, keep)
  const handlers = handlersOf(driver)
  return {
    version: `node:http on ${version}, synchronous = full`,
    listener: listenerOf((req) =>
      route(handlers, {
        method: req.method,
        url: req.url ?? '',
        authorization: req.headers.authorization,
        ifNoneMatch: req.headers['if-none-match'],
        body: () => bodyOf(req),
      }),
    ),
    ask: async (question) => bytesOf(await route(handlers, askedBy(question))),
    file,
    bytes,
  }
}

const askedBy = ({ method, path, headers, body }: Question): Asked => ({
  method,
  url: path,
  authorization: headers.authorization,
  ifNoneMatch: headers['if-none-match'],
  body: async () => body,
})
