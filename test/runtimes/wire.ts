import { once } from 'node:events'
import net from 'node:net'
import { parseAnswer, type WireAnswer } from './wire-answer.ts'

/*
 * HTTP/1.1 as bytes: what is sent is exactly what a test says, what is received is what came.
 */

/** A request. The method decides whether its answer has a body. */
export interface WireRequest {
  readonly method: string
  /** Written one after the other, each when the one before has left this process. */
  readonly pieces: readonly Uint8Array[]
  /** Wait for `100 Continue`, or for a final answer, before all pieces but the first. */
  readonly expectsContinue?: true
}

/** The connection, or the server's patience, ended before a whole answer had come. */
export interface Silence {
  readonly closed: true
  readonly received: string
}

const PATIENCE = 10_000

export class Connection {
  readonly #socket: net.Socket
  #received: Buffer = Buffer.alloc(0)
  #ended = false
  #waiting: (() => void)[] = []

  constructor(port: number) {
    this.#socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    const end = () => {
      this.#ended = true
      this.#wake()
    }
    // A reset is an end: what came before it is what the tests look at.
    this.#socket.on('end', end).on('error', end).on('close', end)
  }

  get isOpen(): boolean {
    return !this.#ended
  }

  /** Whether something was received that belongs to no answer yet. */
  get hasMore(): boolean {
    return this.#received.length > 0
  }

  /** Goes away at once, with a reset where something was not read. */
  destroy(): void {
    this.#socket.destroy()
  }

  async write(piece: Uint8Array): Promise<void> {
    if (this.#socket.destroyed) return
    await new Promise<void>((resolve) => this.#socket.write(piece, () => resolve()))
  }

  async send(request: WireRequest): Promise<void> {
    const [first, ...others] = request.pieces
    if (first !== undefined) await this.write(first)
    if (request.expectsContinue) await this.until(() => this.#received.length > 0)
    for (const piece of others) await this.write(piece)
  }

  async answerTo(request: WireRequest): Promise<WireAnswer | Silence> {
    let parsed = parseAnswer(this.#received, request.method, this.#ended)
    await this.until(() => {
      parsed = parseAnswer(this.#received, request.method, this.#ended)
      return parsed !== undefined
    })
    if (parsed === undefined) return { closed: true, received: this.#received.toString('latin1') }
    this.#received = parsed.rest
    return parsed.answer
  }

  /** Until that holds, or the connection has ended. */
  async until(holds: (received: Buffer) => boolean): Promise<void> {
    const timer = setTimeout(() => this.#socket.destroy(), PATIENCE)
    while (!holds(this.#received) && !this.#ended) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    clearTimeout(timer)
  }

  #wake(): void {
    for (const go of this.#waiting.splice(0)) go()
  }

  async close(): Promise<void> {
    if (this.#socket.destroyed) return
    this.#socket.destroy()
    await once(this.#socket, 'close')
  }
}

/** One request on a connection of its own. */
export async function ask(port: number, request: WireRequest): Promise<WireAnswer | Silence> {
  const { answers } = await askInTurn(port, [request])
  const [answer] = answers
  if (answer === undefined) throw new Error('no answer')
  return answer
}

/**
 * One after the other, on one connection as long as the server keeps it open, then on a new one. A function gets the
 * ETag of the last answer that had one.
 */
export async function askInTurn(
  port: number,
  requests: readonly (WireRequest | ((etag: string) => WireRequest))[],
) {
  const answers: (WireAnswer | Silence)[] = []
  let connections = 1
  let connection = new Connection(port)
  let etag = ''
  for (const one of requests) {
    const request = typeof one === 'function' ? one(etag) : one
    if (!connection.isOpen) {
      connections++
      connection = new Connection(port)
    }
    // The answer may come while the request is still being sent.
    const sent = connection.send(request)
    const answer = await connection.answerTo(request)
    answers.push(answer)
    if ('fields' in answer) etag = answer.fields.find(([name]) => name === 'etag')?.[1] ?? etag
    if ('closed' in answer || answer.isLast) await connection.close()
    await sent
  }
  if (connection.hasMore) throw new Error('more than was announced came behind the last answer')
  await connection.close()
  return { answers, connections }
}

/** All sent at once on one connection, before any answer. */
export async function askAtOnce(port: number, requests: readonly WireRequest[]) {
  const connection = new Connection(port)
  const sent = connection.write(Buffer.concat(requests.flatMap((request) => request.pieces)))
  const answers: (WireAnswer | Silence)[] = []
  for (const request of requests) answers.push(await connection.answerTo(request))
  await connection.close()
  await sent
  return { answers, connections: 1 }
}
