import type { ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { NodeRequest, NodeResponse } from './messages.ts'

/*
 * Limits responses that wait for their clients. Otherwise, a client that sends requests and never reads would hold memory
 * and connections for ever.
 */

export interface BacklogLimits {
  /** Milliseconds in which a client must read something of its response. */
  readonly timeout: number
  /** Bytes of all waiting responses together. */
  readonly downloads: number
}

/** An HTTP/1 connection or an HTTP/2 stream. */
type Line = Socket | ServerHttp2Stream

interface Waiting {
  /** One per waiting response. Several if requests are pipelined. */
  readonly settlers: Set<() => void>
  readonly hasTaken: () => void
  readonly giveUp: () => void
}

/** Milliseconds until a reset stream must end. Beyond, its connection is dead. */
const RESET_TIME = 1_000

export class Backlog {
  readonly #limits: BacklogLimits
  /** The line that has read nothing for the longest time comes first. */
  readonly #lines = new Map<Line, Waiting>()
  #bytes = 0

  constructor(limits: BacklogLimits) {
    this.#limits = limits
  }

  /**
   * Waits until the client has read the written bytes, which is Node's `event`. False: the line was closed, because the
   * client left, read nothing for too long, or was the slowest one when too many bytes were waiting.
   */
  taken(req: NodeRequest, res: NodeResponse, event: 'drain' | 'finish', bytes: number): Promise<boolean> {
    const line = 'stream' in res ? res.stream : req.socket
    if (line.destroyed) return Promise.resolve(false)
    return new Promise((resolve) => {
      const waiting = this.#lines.get(line) ?? this.#watch(line)
      const settle = (isTaken: boolean) => {
        res.off(event, take)
        waiting.settlers.delete(giveUp)
        this.#bytes -= bytes
        resolve(isTaken)
      }
      const giveUp = () => settle(false)
      const take = () => {
        settle(true)
        waiting.hasTaken()
      }
      waiting.settlers.add(giveUp)
      res.once(event, take)
      this.#bytes += bytes
      this.#relieve()
    })
  }

  #watch(line: Line): Waiting {
    const settlers = new Set<() => void>()
    const stop = () => {
      clearTimeout(timer)
      line.off('close', over)
      this.#lines.delete(line)
    }
    const over = () => {
      stop()
      for (const settle of settlers) settle()
    }
    const waiting: Waiting = {
      settlers,
      hasTaken: () => {
        this.#lines.delete(line)
        if (settlers.size === 0) return stop()
        this.#lines.set(line, waiting)
        timer.refresh()
      },
      giveUp: () => {
        cut(line)
        over()
      },
    }
    const timer = setTimeout(() => {
      // With nothing left to read, these responses wait behind one that is not ready yet.
      if (line.writableLength > 0) waiting.giveUp()
      else timer.refresh()
    }, this.#limits.timeout)
    line.once('close', over)
    this.#lines.set(line, waiting)
    return waiting
  }

  /** Frees memory: closes the slowest lines. A single line has no limit. */
  #relieve(): void {
    for (const waiting of this.#lines.values()) {
      if (this.#bytes <= this.#limits.downloads || this.#lines.size === 1) return
      waiting.giveUp()
    }
  }
}

/** Closes a line so that the client knows that the response is incomplete. HTTP/2: CANCEL (RFC 9113, section 7). */
function cut(line: Line): void {
  if (!('session' in line)) {
    line.destroy()
    return
  }
  const { session } = line
  const timer = setTimeout(() => session?.destroy(), RESET_TIME)
  line.once('close', () => clearTimeout(timer))
  line.close(8)
}
