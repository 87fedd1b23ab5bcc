import { API, type Asker } from '../routes/calendar.ts'

/** A request as data: it can be printed, compared with others, and sent again. */
export interface Shot {
  readonly method: string
  /** Below the path of the interface; whole addresses are taken as they are. */
  readonly path: string
  /** `stranger`: sends credentials that are nobody's. */
  readonly as: Asker | 'stranger'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

const isAddress = (path: string): boolean => /^https?:/.test(path)

/** A fresh request each time, since a body can be read once. */
export function requestOf({ method, path, as, headers = {}, body }: Shot): Request {
  const sent = new Headers(headers)
  if (as !== 'visitor') sent.set('x-user', as)
  return new Request(isAddress(path) ? path : API + path, {
    method,
    headers: sent,
    ...(body === undefined ? {} : { body }),
  })
}

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : `bytes ${Buffer.from(body).toString('latin1')}`

const MOST_SHOWN = 600

/** For people: long runs are cut. */
export function shown(shot: Shot): string {
  const cut = (text: string) =>
    text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`
  const { body, ...rest } = shot
  return JSON.stringify({
    ...rest,
    path: cut(shot.path),
    ...(body === undefined ? {} : { body: cut(textOf(body)) }),
  })
}

export const isRead = (method: string): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
