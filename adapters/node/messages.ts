import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

/** A request of `node:http`, `node:https` or `node:http2`, with what Express and Connect write onto it. */
export type NodeRequest = (IncomingMessage | Http2ServerRequest) & {
  originalUrl?: string | undefined
  body?: unknown
  /** As functions of clouds and some parsers keep it. */
  rawBody?: unknown
}
export type NodeResponse = ServerResponse | Http2ServerResponse
