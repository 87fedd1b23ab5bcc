import { connect, type Socket } from 'node:net'
import { HOST, type Question } from './question.ts'

export interface Answer {
  readonly status: number
  /** The first line and the header fields. */
  readonly head: string
  readonly body: Buffer
}

/** The value of a header field. */
export const fieldOf = ({ head }: Answer, name: string): string | undefined =>
  new RegExp(`\\r\\n${name}: (.*)`, 'i').exec(head)?.[1]

/**
 * Asks over one connection, one question after another, and knows only what answers here need: each says its length.
 * `node:http` would take longer to ask than the fastest contenders take to answer.
 */
export class Client {
  readonly #port: number
  #socket: Socket | undefined
  #received: Buffer = Buffer.alloc(0)
  #asking: { resolve(answer: Answer): void; reject(error: Error): void } | undefined

  constructor(port: number) {
    this.#port = port
  }

  ask({ method, path, headers, body }: Question): Promise<Answer> {
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) }
    const fields = Object.entries({ host: HOST, ...headers, ...length })
    const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    return new Promise((resolve, reject) => {
      this.#asking = { resolve, reject }
      this.#socket ??= this.#connected()
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${lines}\r\n${body}`)
    })
  }

  end(): void {
    this.#socket?.destroy()
  }

  #connected(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    const fail = (error: Error) => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#asking?.reject(error)
    }
    return socket
      .on('data', (chunk) => this.#take(chunk))
      .on('error', fail)
      .on('close', () => fail(new Error('the connection was closed before the answer')))
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#received.toString('latin1', 0, end)
    const status = Number(head.slice(9, 12))
    const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    const whole = end + 4 + length
    if (this.#received.length < whole) return
    const asking = this.#asking
    this.#asking = undefined
    const body = this.#received.subarray(end + 4, whole)
    this.#received = Buffer.alloc(0)
    if (/\r\nconnection: close/i.test(head)) this.#socket = undefined
    if (Number.isNaN(length)) asking?.reject(new Error(`an answer without its length: ${head}`))
    else asking?.resolve({ status, body, head })
  }
}
