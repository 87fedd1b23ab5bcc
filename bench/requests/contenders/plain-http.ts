import type { IncomingMessage, RequestListener } from 'node:http'
import type { Reply } from './handlers.ts'

/*
 * What is written by hand around handlers on `node:http`.
 */

export const listenerOf =
  (answer: (req: IncomingMessage) => Promise<Reply> | Reply): RequestListener =>
  async (req, res) => {
    try {
      const { status, headers, body } = await answer(req)
      res.writeHead(status, headers).end(body)
    } catch (error) {
      console.error(error)
      res.writeHead(500).end()
    }
  }

export const bodyOf = (req: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    req.setEncoding('utf8')
    req.on('data', (chunk: string) => {
      text += chunk
    })
    req.once('end', () => resolve(text))
    req.once('error', reject)
  })

/** Without a socket. */
export function bytesOf({ status, body }: Reply): Buffer | undefined {
  if (status >= 400) throw new Error(`${status} ${body}`)
  return body
}
