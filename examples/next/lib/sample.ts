import { createEventsApi } from 'kalends'
import type { Storage } from 'kalends/storage/contract'
import { atOnce } from '../../node/at-once.ts'
import { sampleCalendar } from '../../node/calendar.ts'
import { loadCalendar, post } from '../../node/load.ts'
import { now, TIMEZONE, today } from './site.ts'

/** Fills an empty calendar with a season of invented events. Of several processes that try at once, one does. */
export async function fillIfEmpty(storage: Storage): Promise<void> {
  const holdings = await Promise.all(
    (['event', 'venue', 'category'] as const).map((kind) => storage.count(kind, {})),
  )
  if (holdings.some((count) => count > 0)) return
  await atOnce(storage, load)
}

async function load(staging: Storage): Promise<void> {
  const api = createEventsApi(staging, {
    timezone: TIMEZONE,
    now,
    authenticate: () => ({ id: 1, role: 'editor' }),
  })
  const { categories, venues, organizers, events } = sampleCalendar(today())
  const ids = new Map<string, number>()
  for (const { under, ...category } of categories) {
    const parent = under === undefined ? 0 : (ids.get(under) ?? 0)
    ids.set(category.slug, idOf(await post(api, '/categories', { ...category, parent })))
  }
  for (const venue of venues) idOf(await post(api, '/venues', venue))
  for (const organizer of organizers) idOf(await post(api, '/organizers', organizer))
  const { refused } = await loadCalendar(api, events)
  if (refused.length > 0) throw new Error(`The sample was refused: ${JSON.stringify(refused[0])}`)
}

function idOf({ status, answer }: { status: number; answer: unknown }): number {
  const isRecord = typeof answer === 'object' && answer !== null && 'id' in answer
  if (status === 201 && isRecord && typeof answer.id === 'number') return answer.id
  throw new Error(`The sample was refused: ${JSON.stringify(answer)}`)
}
