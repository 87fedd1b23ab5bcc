import type { OutgoingHttpHeader } from 'node:http'
import { type Answer, Client } from '../requests/client.ts'
import type { Question } from '../requests/question.ts'
import type { Served } from './served.ts'

/*
 * The floor: `node:http` with answers that are ready. What it sends is what another contender has sent it.
 */

interface Ready {
  readonly status: number
  readonly headers: OutgoingHttpHeader[]
  readonly body: Buffer
}

/** These are for each connection and each moment: Node sets them itself. */
const OF_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

function readyOf({ status, head, body }: Answer): Ready {
  const [, ...fields] = head.split('\r\n')
  const headers = fields.flatMap((field) => {
    const at = field.indexOf(': ')
    const name = field.slice(0, at)
    return OF_NODE.has(name.toLowerCase()) ? [] : [name, field.slice(at + 2)]
  })
  if (status !== 304) headers.push('content-length', String(body.length))
  return { status, headers, body }
}

export interface Floor extends Served {
  /** Asks the contender at that port; whatever is written is answered with `written`. */
  readonly learn: (
    port: number,
    questions: readonly Question[],
    written: Question | undefined,
  ) => Promise<void>
}

export function openFloor(): Floor {
  const reads = new Map<string, Ready>()
  let afterWrites: Ready | undefined
  return {
    version: `node:http of Node ${process.version}`,
    listener(req, res) {
      const ready = req.method === 'GET' ? reads.get(req.url ?? '') : afterWrites
      if (ready === undefined) {
        res.writeHead(404).end()
        return
      }
      if (req.method === 'GET') {
        res.writeHead(ready.status, ready.headers).end(ready.body)
        return
      }
      req.on('end', () => res.writeHead(ready.status, ready.headers).end(ready.body)).resume()
    },
    ask: undefined,
    async learn(port, questions, written) {
      reads.clear()
      const client = new Client(port)
      for (const question of questions) {
        if (question.method !== 'GET' || reads.has(question.path)) continue
        reads.set(question.path, readyOf(await client.ask(question)))
      }
      afterWrites = written === undefined ? undefined : readyOf(await client.ask(written))
      client.end()
    },
    bytes: async () => 0,
    loaded: { seconds: 0, cpu: 0, server: 0 },
  }
}
