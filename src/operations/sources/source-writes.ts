import type { Caller } from '../../access/policy.ts'
import type { Origin } from '../../domain/records/records.ts'
import { ApiError, Problems } from '../../errors.ts'
import { isRow } from '../../formats/rows.ts'
import type { RequestContext } from '../../mount/request.ts'
import { dropUnsafe } from '../../mount/unsafe-values.ts'
import { eventBody } from '../../schema/bodies.ts'
import { readFields } from '../../schema/read.ts'
import type { Storage } from '../../storage/contract.ts'
import type { EventInput } from '../../types/index.ts'
import type { Scope } from '../events/series/written-series.ts'
import { deleteEvent, updateEvent } from '../events/write-event.ts'
import { type CreatedFor, createEvents } from '../importing/create-events.ts'
import { paramsOf } from '../importing/own-writes.ts'

/*
 * The writes of a source, by the rules of the API, as the user who made it.
 */

export interface SourceWrites {
  readonly create: (
    events: readonly CreatedFor[],
  ) => Promise<readonly { readonly id?: number; readonly why?: string }[]>
  /** Both answer why it is refused. Without `origin`, the write is one of a person. */
  readonly update: (id: number, body: Partial<EventInput>, origin?: Origin) => Promise<string | undefined>
  readonly trash: (id: number, scope: Scope) => Promise<string | undefined>
}

export function sourceWrites(context: RequestContext, storage: Storage, isView: boolean): SourceWrites {
  // A view is committed later, with the recorder.
  const site = { ...context.site, storage, ...(isView ? { recorder: undefined } : {}) }

  function contextOf(id: number, body: object, problems: Problems, origin?: Origin): RequestContext {
    return {
      ...context,
      ...{ site, origin, problems, client: {} },
      path: { id: String(id) },
      params: dropUnsafe(paramsOf(body), site.limits, problems),
    }
  }

  return {
    async create(events) {
      const { caller, links, clock } = context
      const created = await createEvents({ site, caller, links, now: clock.moment }, events)
      return created.map(({ id, error }) => (id === undefined ? { why: messageOf(error) } : { id }))
    },
    update: (id, body, origin) =>
      refusalOf(() => {
        const problems = new Problems()
        const own = contextOf(id, body, problems, origin)
        const fields = readFields(eventBody(site.rules), own.params, problems)
        return updateEvent(own, { ...fields, scope: 'this', dry_run: false })
      }),
    trash: (id, scope) =>
      refusalOf(() =>
        deleteEvent(contextOf(id, {}, new Problems()), { scope, dry_run: false, force: false }),
      ),
  }
}

/** Who a source writes as. */
export const writerOf = (author: number | string): Caller => ({ id: author, role: 'editor' })

async function refusalOf(write: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await write()
    return undefined
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return messageOf(error)
    throw error
  }
}

/** What is wrong, as a line. */
export function messageOf(error: ApiError | undefined): string {
  const body: unknown = error?.toJSON()
  const { message = '', data } = isRow(body) ? body : {}
  const params = isRow(data) && isRow(data.params) ? Object.entries(data.params) : []
  return params.length === 0 ? String(message) : params.map(([name, why]) => `${name} ${why}`).join('; ')
}
