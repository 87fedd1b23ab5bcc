import type { IncomingMessage } from 'node:http'
import { fillTables } from '../by-hand/fill.ts'
import { handlerOf } from '../by-hand/handlers.ts'
import { fill } from '../calendar/fill.ts'
import { databaseOf } from '../databases/databases.ts'
import type { Calendar, Served } from './served.ts'

/** The hand-written interface on `node:http` alone, on tables of its own in one of the databases. */
export async function openByHand({ database, place, events, onClose }: Calendar): Promise<Served> {
  const { openByHand } = databaseOf(database)
  if (openByHand === undefined) throw new RangeError(`${database}: there are no hand-written tables`)
  const opened = await openByHand(place)
  onClose(opened.close)
  const { driver, version, bytes } = opened
  const loaded = await fill(place, opened, fillTables(driver), events)
  const handle = handlerOf(driver, database === 'sqlite')
  return {
    version: `node:http on ${version}`,
    async listener(req, res) {
      try {
        const { status, headers, body } = await handle({
          method: req.method,
          url: req.url ?? '',
          authorization: req.headers.authorization,
          ifNoneMatch: req.headers['if-none-match'],
          body: () => bodyOf(req),
        })
        res.writeHead(status, headers).end(body)
      } catch (error) {
        console.error(error)
        res.writeHead(500).end()
      }
    },
    async ask({ method, path, headers, body }) {
      const { status, body: text } = await handle({
        method,
        url: path,
        authorization: headers.authorization,
        ifNoneMatch: headers['if-none-match'],
        body: async () => body,
      })
      if (status >= 400) throw new Error(`${status} ${text}`)
    },
    bytes,
    loaded,
    serverCpu: opened.serverCpu,
  }
}

const bodyOf = (req: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    req.setEncoding('utf8')
    req.on('data', (chunk: string) => {
      text += chunk
    })
    req.once('end', () => resolve(text))
    req.once('error', reject)
  })
