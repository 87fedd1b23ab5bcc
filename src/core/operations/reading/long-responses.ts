import { ApiError } from '../../../errors.ts'
import type { Limits } from '../../../types/index.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** `Retry-After` of a rejected request, in seconds. */
const RETRY = '1'

/** A long response: first while it is made, then while it is sent to one or several clients. */
export interface LongResponse {
  /** While it is sent. */
  readonly body: Bytes | undefined
  /** Counts more bytes of memory while it is made. Throws `rest_overloaded` when all together have too many. */
  readonly grow: (bytes: number) => void
  /** It is made, or will not be: what `grow` has counted is free. */
  readonly close: () => void
  /** Counts the body, once however often it is sent. The result is called when one client has it. Throws like `grow`. */
  readonly send: (body: Bytes) => () => void
}

/**
 * Counts the bytes of all long responses. A single one has no limit. If a host does not say that a response has been sent,
 * it is not counted any longer than the time limit of a response once its bytes are needed.
 */
export function createLongResponses(
  { feeds, timeout }: Pick<Limits, 'feeds' | 'timeout'>,
  clock: () => Date,
): () => LongResponse {
  let total = 0
  /** What is sent, and how it ends. The one that began first comes first. */
  const sending = new Map<LongResponse, { readonly since: number; readonly end: () => void }>()

  function count(bytes: number, own: number): void {
    if (total + bytes > feeds) endOld()
    if (total + bytes > feeds && total > own)
      throw new ApiError('rest_overloaded', { headers: { 'retry-after': RETRY } })
    total += bytes
  }

  function endOld(): void {
    const now = clock().getTime()
    for (const { since, end } of sending.values()) if (now - since >= timeout || now < since) end()
  }

  return () => {
    let made = 0
    let body: Bytes | undefined
    let clients = new Set<object>()
    const end = () => {
      total -= body?.length ?? 0
      body = undefined
      clients = new Set()
      sending.delete(response)
    }
    const response: LongResponse = {
      get body() {
        return body
      },
      grow(bytes) {
        count(bytes, made)
        made += bytes
      },
      close() {
        total -= made
        made = 0
      },
      send(whole) {
        if (body === undefined) count(whole.length, 0)
        body = whole
        sending.delete(response)
        sending.set(response, { since: clock().getTime(), end })
        const client = {}
        clients.add(client)
        return () => {
          if (clients.delete(client) && clients.size === 0) end()
        }
      },
    }
    return response
  }
}
