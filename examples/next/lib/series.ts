import type { ClientEvent } from 'kalends/client'
import { plusDays } from './dates.ts'
import { reader } from './reader.ts'
import { today } from './site.ts'

/** ID of the series that an event is, or is a date of; `undefined` for an event that does not repeat. */
export function seriesIdOf({ id, post_parent, recurrence, recurrence_id }: ClientEvent): number | undefined {
  if (recurrence !== undefined) return id
  return recurrence_id === undefined ? undefined : post_parent
}

/** The series of these events, at most 50, by ID. Those that the visitor may not see are absent. */
export async function readSeries(
  events: readonly ClientEvent[],
): Promise<ReadonlyMap<number | undefined, ClientEvent>> {
  const found = new Map(events.filter(({ recurrence }) => recurrence).map((event) => [event.id, event]))
  const ids = new Set(events.flatMap((event) => seriesIdOf(event) ?? []))
  const include = [...ids].filter((id) => !found.has(id))
  if (include.length > 0) {
    const { events } = await reader()
    for (const event of (await events.list({ include, per_page: 50 })).items) found.set(event.id, event)
  }
  return found
}

/** The dates of a series from today on, up to `count`. */
export async function readDates(series: ClientEvent, count: number): Promise<ClientEvent[]> {
  const { events } = await reader()
  const list = events.list({ post_parent: series.id, ends_after: plusDays(today(), -1), per_page: count })
  return (await list).items
}
