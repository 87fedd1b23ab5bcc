import { createDeadline } from '../../core/http/deadline.ts'
import type { Slot } from '../../core/http/gate.ts'
import { createReceive } from '../../core/http/receive.ts'
import { ApiError } from '../../errors.ts'
import type { Limits } from '../../types/index.ts'
import { ProtocolError } from './messages.ts'

/*
 * Receives the body of a request within the limits of all bodies of the calendar: its bytes, the time until it is here, and
 * the bytes of all bodies that arrive together.
 */

/** The limits of a calendar that bound a body. */
export type BodyLimits = Pick<Limits, 'body' | 'uploads' | 'timeout'>

export type ReceiveText = (request: Request) => Promise<string>

/** A message has no slot while it arrives. Each call of a tool takes one of its own. */
const NONE: Slot = { freeWhile: (wait) => wait() }

/** Rejects with `ProtocolError`: 413 beyond `body`, 504 beyond `timeout`, 503 beyond `uploads`, 400 for a body that breaks off. */
export function createReceiveText({ body, uploads, timeout }: BodyLimits): ReceiveText {
  const receive = createReceive(uploads)
  const within = createDeadline(timeout)
  return async (request) => {
    try {
      const bytes = await within(request, (cancellation) => receive(request, cancellation, NONE, body))
      return new TextDecoder().decode(bytes)
    } catch (error) {
      throw error instanceof ApiError ? protocolErrorOf(error) : error
    }
  }
}

const protocolErrorOf = ({ status, message, headers }: ApiError): ProtocolError =>
  new ProtocolError(status >= 500 ? 'internal' : 'request', status, message, { headers })
