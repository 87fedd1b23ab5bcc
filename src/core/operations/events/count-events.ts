import type { EventCounts } from '../../../types/index.ts'
import { has } from '../../access/policy.ts'
import { STATUSES } from '../../domain/records/records.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import { type EventCountFields, LIST_DAYS_BACK } from '../../schema/event-list.ts'
import { readStatuses } from '../reading/status-filter.ts'
import { selectEvents } from './select-events.ts'

/** The number of events of each status, as totals of lists with the same filters: of those that the caller may read. */
export async function countEvents(
  context: RequestContext,
  fields: EventCountFields,
): Promise<Answer<string>> {
  const { site, caller, problems } = context
  // Those in the trash are in no list that does not ask for them; here, who may ask is told of them.
  const status = fields.status ?? (has(caller, 'write') ? [...STATUSES] : undefined)
  const { statuses } = readStatuses(status, caller, problems)
  const { filter } = await selectEvents(context, { ...fields, status }, LIST_DAYS_BACK)
  const { where = [] } = filter
  const counted = STATUSES.filter((status) => statuses.includes(status))
  const totals = await Promise.all(
    counted.map((status) =>
      site.storage.count('event', { ...filter, where: [...where, { key: 'status', in: [status] }] }),
    ),
  )
  const counts: EventCounts = Object.fromEntries(counted.map((status, at) => [status, totals[at] ?? 0]))
  return { status: 200, content: JSON.stringify(counts) }
}
