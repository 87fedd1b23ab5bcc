import type { CalendarWrites, WriteResult } from '../../features/files/offer.ts'
import { isRow } from '../../formats/rows.ts'
import type { EventsApi, Principal } from '../../types/index.ts'

/** The writes of an import, through an API. */
export function apiWrites(api: EventsApi, principal: Principal): CalendarWrites {
  const send = api.as(principal)

  async function ask(method: string, path: string, body?: object): Promise<WriteResult> {
    const response = await send(
      new Request(`http://localhost${api.basePath}/${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    )
    const answer: unknown = await response.json()
    if (!isRow(answer)) throw new TypeError('the API answers an object')
    // A fault of the storage stops the import: it can be repeated.
    if (response.status >= 500) throw new Error(`${method} ${path}: ${answer.message}`)
    return response.ok ? { id: Number(answer.id) } : { refusal: answer }
  }

  return {
    create: (events) => api.createEvents(principal, events),
    put: (kind, id, fields) => {
      const path = kind === 'categories' || kind === 'tags' ? kind : `${kind}s`
      return id === undefined ? ask('POST', path, fields) : ask('PATCH', `${path}/${id}`, fields)
    },
    trash: (id) => ask('DELETE', `events/${id}`),
  }
}
