import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

/** A request of `node:http`, `node:https` or `node:http2`, with what Express and Connect write onto it. */
export type NodeRequest = (IncomingMessage | Http2ServerRequest) & {
  originalUrl?: string | undefined
  body?: unknown
}
export type NodeResponse = ServerResponse | Http2ServerResponse
/** One request and its answer. */
export class Exchange {
  readonly req: NodeRequest
  readonly res: NodeResponse
  /** From here on, what still arrives of the request's body is dropped. */
  answered = false
  #gone: AbortController | undefined

  constructor(req: NodeRequest, res: NodeResponse) {
    this.req = req
    this.res = res
  }

  /** Whether the client has left before it had its answer. */
  get isGone(): boolean {
    return this.#gone === undefined ? this.res.destroyed && !this.answered : this.#gone.signal.aborted
  }

  /** Aborts when the client leaves before it has its answer. Made when it is asked for, since a signal is 4 µs. */
  get gone(): AbortSignal {
    if (this.#gone !== undefined) return this.#gone.signal
    const control = new AbortController()
    this.#gone = control
    const leave = () => {
      if (!this.answered) control.abort()
    }
    if (this.res.destroyed) leave()
    else this.res.once('close', leave)
    this.#leave = leave
    return control.signal
  }
  #leave: (() => void) | undefined

  /** What becomes of the client is somebody else's affair from now on. */
  handOver(): void {
    if (this.#leave !== undefined) this.res.off('close', this.#leave)
  }
}
