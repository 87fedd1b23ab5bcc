import type { Backlog } from './backlog.ts'
import type { NodeRequest, NodeResponse } from './messages.ts'

/** One request and its answer. */
export class Exchange {
  readonly req: NodeRequest
  readonly res: NodeResponse
  readonly backlog: Backlog
  /** True from the response on. The rest of the request's body is then dropped. */
  answered = false
  #gone: AbortController | undefined

  constructor(req: NodeRequest, res: NodeResponse, backlog: Backlog) {
    this.req = req
    this.res = res
    this.backlog = backlog
  }

  /** Whether the client left before its response was sent. */
  get isGone(): boolean {
    return this.#gone === undefined ? this.res.destroyed && !this.answered : this.#gone.signal.aborted
  }

  /** Fires when the client leaves before its response is sent. Made on first use, because a signal costs 4 µs. */
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

  /** Stops watching the client: another handler answers the request. */
  handOver(): void {
    if (this.#leave !== undefined) this.res.off('close', this.#leave)
  }
}
