import { readFile } from 'node:fs/promises'
import type { EventsApi } from 'kalends'
import type { Storage } from 'kalends/storage/contract'
import { progressBar } from '../../command/terminal.ts'
import { codeOf, Failure, isRecord, messageOf } from '../../command/usage.ts'
import { sampleCalendar } from './calendar.ts'
import { type LoadReport, loadCalendar, post, type Refusal } from './load.ts'

/*
 * What a calendar starts with: the sample, or the events of a file.
 */

export async function loadSample(api: EventsApi, headers: Record<string, string>): Promise<LoadReport> {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Denver' }).format(new Date())
  const { categories, venues, organizers, events } = sampleCalendar(today)
  const create = async (path: string, body: unknown): Promise<number> => {
    const { status, answer } = await post(api, path, body, headers)
    if (status === 201 && isRecord(answer) && typeof answer.id === 'number') return answer.id
    throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(answer)}`)
  }
  const ids = new Map<string, number>()
  for (const { under, ...category } of categories) {
    const parent = under === undefined ? 0 : (ids.get(under) ?? 0)
    ids.set(category.slug, await create('/categories', { ...category, parent }))
  }
  for (const venue of venues) await create('/venues', venue)
  for (const organizer of organizers) await create('/organizers', organizer)
  return loadCalendar(api, events, { headers })
}

export async function loadFile(
  api: EventsApi,
  bodies: unknown[],
  headers: Record<string, string>,
): Promise<LoadReport> {
  const report = await loadCalendar(api, bodies, { headers, onProgress: progressBar('Loading') })
  console.error('Writing all of it.') // which takes its time for a large file
  return report
}

export async function readBodies(file: string): Promise<unknown[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Failure(
      `Cannot read ${file}: ${codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error)}`,
    )
  })
  let content: unknown
  try {
    // Some editors begin a file with a byte order mark, which JSON does not know.
    content = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${messageOf(error)}`)
  }
  const events: unknown = isRecord(content) ? content.events : content
  if (Array.isArray(events)) return events
  throw new Failure(`${file} holds neither a list of events nor { "events": [...] }`)
}

export function printReport({ total, created, refused }: LoadReport, seconds: number): void {
  const rate = Math.round(total / Math.max(seconds, 0.001))
  console.log(`${created} of ${total} events loaded in ${seconds.toFixed(2)} s (${rate} events/second).`)
  if (refused.length === 0) return
  const groups = new Map<string, Refusal[]>()
  for (const refusal of refused) {
    const why = `${refusal.status} ${refusal.code}: ${reasonOf(refusal)}`
    groups.set(why, [...(groups.get(why) ?? []), refusal])
  }
  console.log(`${refused.length} were refused:`)
  for (const [why, group] of [...groups].sort(([, a], [, b]) => b.length - a.length)) {
    const first = group.slice(0, 3).map(({ index, title }) => `#${index} ${title}`)
    console.log(`  ${group.length} × ${why}`)
    console.log(`      ${first.join(' · ')}${group.length > 3 ? ' · …' : ''}`)
  }
}

function reasonOf({ message, params }: Refusal): string {
  if (params === undefined || Array.isArray(params)) return message
  const reasons = Object.entries(params).map(([name, reason]) => `${name}: ${reason}`)
  return reasons.length === 0 ? message : reasons.join('; ')
}

const KINDS = [
  ['event', 'events'],
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['category', 'categories'],
  ['tag', 'tags'],
] as const

/** How many there are of the first kind of which there are any; `undefined` for an empty calendar. */
export async function holdingsOf(storage: Storage): Promise<string | undefined> {
  for (const [one, many] of KINDS) {
    const count = await storage.count(one, {})
    if (count > 0) return `${count} ${count === 1 ? one : many}`
  }
  return undefined
}
