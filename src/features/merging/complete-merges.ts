import { isObject, parseOwn } from '../../core/domain/json.ts'
import { extraId } from '../../core/domain/records/extras.ts'
import { areRemains, type Mergeable, remainsOf } from '../../core/domain/records/merging.ts'
import type { EventRecord, LinkedKind, TermKind } from '../../core/domain/records/records.ts'
import { fromDocument } from '../../core/domain/records/stored-record.ts'
import {
  type Change,
  type CompleteOptions,
  commit,
  commitFitting,
  ownedBy,
  type Plan,
  planBlanks,
  putNamed,
  readStaying,
  removeExtra,
  type Site,
  stampNow,
  type Writer,
} from '../../core/door.ts'
import { PENDING_MERGE } from './pending-merge.ts'

/* What follows the first commit of a merge. A note says what remains, so that anybody can go on after an interruption. */

interface Merge {
  readonly kind: LinkedKind | TermKind
  /** The record that stays. It may go into another one meanwhile. */
  readonly into: number
  readonly from: readonly number[]
}

/** What `mergeChange` writes has all members or none. */
const isMerge = (value: unknown): value is Merge => isObject(value) && 'kind' in value && 'from' in value

/** Events, or merged records, of one commit. On SQLite, 50 events take about 20 ms. */
const AT_ONCE = 50
/** Each takes copies along, which the journal has of it. */
const MOST_REMAINS = 10

const FIELDS = {
  venue: 'venue',
  organizer: 'organizer',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<Merge['kind'], keyof EventRecord>

/** The note of a merge, and the change that writes it. A record is merged once, so it names the note. */
export function mergeChange(merge: Merge): { readonly note: number; readonly change: Change } {
  const name = `${merge.kind} ${merge.from[0]}`
  return { note: extraId(PENDING_MERGE, name), change: putNamed(PENDING_MERGE, name, 0, merge) }
}

export async function completeMerge(writer: Writer, note: number): Promise<void> {
  for (let most = AT_ONCE; ; ) {
    const { result: isWhole, most: fits } = await commitPart(writer, note, most)
    if (isWhole) return
    most = fits
  }
}

/** Completes interrupted merges: see `Due`. */
export async function completeMerges(
  site: Site,
  now: Date,
  { signal, onRefusal, goOn }: CompleteOptions,
): Promise<boolean | undefined> {
  for (const { id } of await site.storage.find('extra', ownedBy([PENDING_MERGE], 100))) {
    for (let most = AT_ONCE, isWhole = false; !isWhole; ) {
      try {
        const part = await commitPart({ site, caller: null, now }, id, most)
        isWhole = part.result
        most = part.most
      } catch (error) {
        if (signal.aborted) throw error
        if (!onRefusal(error)) return undefined
        isWhole = true
      }
      if (!(await goOn(most))) return false
    }
  }
  return true
}

const commitPart = (writer: Writer, note: number, most: number) =>
  commitFitting(most, (part) => commit(writer, (plan) => planPart(plan, note, part)))

/** Plans one part, with at most `most` records. Answers whether nothing remains. */
async function planPart(plan: Plan, id: number, most: number): Promise<boolean> {
  const { site } = plan
  const [note] = await site.storage.get('extra', [id])
  if (note === undefined) return true
  const merge = parseOwn(note.data, isMerge, 'the note of a merge')
  const { kind, into, from } = merge
  const staying = (await readStaying(site, kind, [into])).get(into)
  if (staying !== undefined) plan.hold(kind, staying.id, staying.version)
  const linked = { where: [{ key: kind, in: from }], order: 'start', limit: most } as const
  const events = await site.storage.find('event', linked)
  for (const document of events) {
    const event = fromDocument('event', document)
    plan.put(relinked(plan, event, merge, staying?.id ?? into), event)
  }
  if (events.length === most) return false
  const sources = (await site.storage.get(kind, from)).map((document) => fromDocument(kind, document))
  const whole = sources.filter((record) => !areRemains(record))
  const part: Mergeable[] = whole.slice(0, Math.min(MOST_REMAINS, most))
  for (const record of part) plan.put(remainsOf(record), record)
  plan.changes.push(...(await planBlanks(plan, part)))
  if (part.length < whole.length) return false
  plan.changes.push(removeExtra(note))
  return true
}

/** An event with the record that stays in place of those that went into it. */
function relinked(plan: Plan, event: EventRecord, { kind, from }: Merge, staying: number): EventRecord {
  const field = FIELDS[kind]
  const ids = new Set(event[field].map((id) => (from.includes(id) ? staying : id)))
  // The trash is emptied by the time of the last change.
  const stamp = event.status === 'trash' ? {} : stampNow(plan)
  return { ...event, [field]: [...ids], ...stamp }
}
