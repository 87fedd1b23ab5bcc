import type { ApiError } from '../../../errors.ts'
import { isRow } from '../../../formats/rows.ts'
import type { EventInput } from '../../../types/index.ts'
import type { Caller } from '../../access/policy.ts'
import type { EventRecord, Origin } from '../../domain/records/records.ts'
import type { RequestContext } from '../../mount/request.ts'
import type { Scope } from '../events/series/written-series.ts'
import { trash, type Written, write } from '../events/write.ts'
import { type CreatedFor, createAll } from '../importing/create-events.ts'
import { commit } from '../writing/commit.ts'
import type { HeldStorage } from '../writing/held-storage.ts'
import { Overtaken } from './overtaken.ts'

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
  /** What only the source says of it. Throws `Overtaken` if somebody has written the event meanwhile. */
  readonly put: (after: EventRecord, before: EventRecord) => Promise<void>
}

export function sourceWrites(
  { site, links, caller, clock }: RequestContext,
  storage: HeldStorage,
  isHeld: boolean,
): SourceWrites {
  const own = { ...site, storage, isProvisional: isHeld || site.isProvisional }
  const setting = { site: own, links, now: clock.moment }
  return {
    async create(events) {
      const created = await createAll({ ...setting, caller }, storage, events)
      return created.map(({ id, error }) => (id === undefined ? { why: messageOf(error) } : { id }))
    },
    update: async (id, body, origin) =>
      refusalOf(await write(setting, 'event', body, { as: caller, id, origin })),
    trash: async (id, scope) => refusalOf(await trash(setting, { as: caller, id, scope })),
    put: (after, before) =>
      commit({ site: own, caller, now: clock.moment }, async (plan) => {
        if (plan.attempt > 1) throw new Overtaken()
        plan.put(after, before)
      }),
  }
}

const refusalOf = ({ error }: Written): string | undefined => error && messageOf(error)

/** Who a source writes as. */
export const writerOf = (author: number | string): Caller => ({ id: author, role: 'editor' })

/** What is wrong, as a line. */
export function messageOf(error: ApiError | undefined): string {
  const body: unknown = error?.toJSON()
  const { message = '', data } = isRow(body) ? body : {}
  const params = isRow(data) && isRow(data.params) ? Object.entries(data.params) : []
  return params.length === 0 ? String(message) : params.map(([name, why]) => `${name} ${why}`).join('; ')
}
