import { Agent, request } from 'node:http'
import { HOST, type Question } from './question.ts'

export interface Answer {
  readonly status: number
  /** Names and values in turns. */
  readonly rawHeaders: readonly string[]
  readonly etag: string | undefined
  /** Seconds; 1 where the answer names none. */
  readonly retryAfter: number
  readonly body: Buffer
}

/** Asks outside of what is measured, one question after another. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  ask({ method, path, headers, body }: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) }
      const asking = request(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.#port,
          method,
          path,
          headers: { host: HOST, ...headers, ...length },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.once('error', reject)
          response.once('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              rawHeaders: response.rawHeaders,
              etag: response.headers.etag,
              retryAfter: Number(response.headers['retry-after'] ?? 1),
              body: Buffer.concat(chunks),
            }),
          )
        },
      )
      asking.once('error', reject)
      asking.end(body)
    })
  }

  end(): void {
    this.#agent.destroy()
  }
}
