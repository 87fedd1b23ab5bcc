import { createServer } from 'node:http'
import { createEventsApi } from 'kalends'
import { type NodeListener, toNodeListener } from 'kalends/adapters/node'
import { createClient } from 'kalends/client'
import { createSite, type SiteOptions } from 'kalends/site'
import { memoryStorage } from 'kalends/storage/memory'
import { CLUB_STYLE, club } from './club.ts'
import { fill } from './events.ts'
import { MUSEUM_STYLE, museum } from './museum.ts'
import { town } from './town.ts'

/*
 * Three calendars with pages for visitors, each in a design of its own. NOW says what time it is, for pictures.
 */

const now = () => new Date(process.env.NOW ?? Date.now())
const port = Number(process.env.PORT ?? 3000)

async function calendar(options: SiteOptions): Promise<NodeListener> {
  const api = createEventsApi(memoryStorage(), {
    basePath: options.path,
    ...{ timezone: 'Europe/Berlin', locale: 'en-GB', now },
    site: (own) => createSite(own, options),
  })
  const client = createClient({
    baseUrl: `http://localhost:${port}${api.basePath}`,
    fetch: api.as({ id: 1, role: 'editor' }),
  })
  await fill(client, now().toISOString().slice(0, 10))
  return toNodeListener(api)
}

const STYLES: Readonly<Record<string, string>> = { '/club.css': CLUB_STYLE, '/museum.css': MUSEUM_STYLE }

/** The app's own: the style sheets of two designs, and a page that leads to all three. */
const own: NodeListener = (req, res) => {
  const style = STYLES[req.url ?? '']
  if (style !== undefined) {
    res.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(style)
    return
  }
  const links = [town, club, museum].map(({ path, name }) => `<li><a href="${path}/events/">${name}</a></li>`)
  res
    .writeHead(req.url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!DOCTYPE html><html lang="en"><title>Three calendars</title><h1>Three calendars</h1><ul>${links.join('')}</ul></html>`,
    )
}

const listeners = [...(await Promise.all([town, club, museum].map(calendar)))]
const listener = listeners.reduceRight<NodeListener>(
  (next, one) => (req, res) => one(req, res, () => next(req, res)),
  own,
)
createServer((req, res) => listener(req, res)).listen(port, () => {
  console.log(`Three calendars at http://localhost:${port}/`)
})
