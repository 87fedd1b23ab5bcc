import { invalidParam } from '../../errors.ts'
import { isRow, type Row } from '../../formats/rows.ts'
import { parsed, type Rewrite, written } from './wp-bodies.ts'
import { type Found, ownFields, ownPath, queryOf, resourceAt } from './wp-resources.ts'
import { addressOf, type Shape, shaped, shapedError } from './wp-shapes.ts'

/*
 * Many writes in one, in the format of WordPress: `/batch/v1`.
 */

/** As in WordPress. */
const MOST = 25
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']
/** Header fields that say nothing about the write. */
const IDLE = ['content-type', 'accept']

/** What each entry asks for; `undefined`: an address of the API itself. */
export type Entries = (Found | undefined)[]

/** The batch as the API reads it. What each entry asks for is put into `entries`. */
export function batchOf(namespace: string, entries: Entries): Rewrite {
  return async (bytes, type) => {
    if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) return undefined
    const batch = parsed(bytes)
    if (!isRow(batch) || !Array.isArray(batch.requests)) return undefined
    const { requests, validation } = batch
    if (requests.length < 1 || requests.length > MOST) {
      throw invalidParam('requests', `must be a list of 1 to ${MOST} requests`)
    }
    const own: unknown[] = []
    for (const one of requests) {
      const entry: OwnEntry = isRow(one) ? entryOf(one, namespace) : { own: one }
      own.push(entry.own)
      entries.push(entry.found)
    }
    const text = written({ validation, requests: own })
    return text === undefined ? undefined : { text }
  }
}

interface OwnEntry {
  readonly own: unknown
  readonly found?: Found | undefined
}

function entryOf({ method = 'POST', path, headers, body }: Row, namespace: string): OwnEntry {
  const verb = String(method).toUpperCase()
  if (!METHODS.includes(verb)) throw invalidParam('requests', `method must be one of ${METHODS.join(', ')}`)
  const own = { method: verb, headers: headersOf(headers), body: body ?? undefined }
  if (typeof path !== 'string') return { own: { ...own, path } }
  const prefix = `/${namespace}/`
  if (path.startsWith(prefix)) return { own: { ...own, path: path.slice(prefix.length - 1) } }
  const [address = '', query = ''] = path.split(/\?(.*)/s)
  const found = resourceAt(address.replace(/^\/|\/$/g, '')) ?? undefined
  // A request that is not ours gets an address that the API does not know. So the API refuses it in its place.
  if (found === undefined || verb === 'DELETE') return { own: { ...own, path: `/wp-json${path}` } }
  const search = queryOf(found, new URLSearchParams(query)).toString()
  const fields = isRow(body) ? ownFields(found.resource, body, found.id === undefined) : own.body
  return { own: { ...own, path: `/${ownPath(found)}${search && `?${search}`}`, body: fields }, found }
}

/** WordPress takes a text or a list of texts. */
function headersOf(headers: unknown): unknown {
  if (!isRow(headers)) return Array.isArray(headers) && headers.length === 0 ? undefined : headers
  const kept = Object.entries(headers).filter(([name]) => !IDLE.includes(name.toLowerCase()))
  return Object.fromEntries(
    kept.map(([name, value]) => [name, Array.isArray(value) && value.length === 1 ? value[0] : value]),
  )
}

/** The answer of the API as WordPress writes it. */
export function shapedBatch(answer: Row, entries: Readonly<Entries>, shape: Shape): Row {
  const responses = Array.isArray(answer.responses) ? answer.responses : []
  const shownOnes = responses.map((one: unknown, index) => {
    const found = entries[index]
    if (!isRow(one) || found === undefined || !isRow(one.body)) return one
    const { resource } = found
    const { status, headers, body } = one
    if (Number(status) >= 400) return { ...one, body: shapedError(resource, body) }
    const location = status === 201 ? { location: addressOf(resource, body.id, shape) } : {}
    return { status, headers: { ...Object(headers), ...location }, body: shaped(resource, body, shape) }
  })
  return { ...answer, responses: shownOnes }
}
