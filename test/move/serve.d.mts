import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Change {
  op: 'update' | 'add' | 'trash' | 'delete'
  kind?: 'events' | 'venues' | 'organizers'
  id?: number
  from?: number
  fields?: Record<string, unknown>
}

export interface Replay {
  handle(request: IncomingMessage, response: ServerResponse): Promise<unknown>
  change(change: Change): number
}

export function readSite(file: string | URL): unknown
export function createReplay(
  site: unknown,
  options?: { now?: string; slow?: number; failEvery?: number },
): Replay
