import { isDeepEqual } from '../../domain/deep-equal.ts'
import type { EventRecord, Origin } from '../../domain/records/records.ts'
import { EVENT } from '../../fields/event.ts'
import { KEPT } from '../../fields/event-elsewhere.ts'
import type { PlainRow, Row } from '../../fields/row.ts'

/*
 * Events that a source has brought: which of their fields somebody has changed here, so that they stay.
 */

/**
 * What a source can say of an event, by the names in answers, and the fields of the record. One that is shown only beside
 * another field is kept with that.
 */
const SAID = new Map<string, (keyof typeof EVENT)[]>()
for (const field of KEPT) {
  const row: Row & Pick<PlainRow, 'beside'> = EVENT[field]
  const name = row.beside ?? field
  SAID.set(name, [...(SAID.get(name) ?? []), field])
}

/** Who changes one of them here keeps all of them. */
const TIMES = ['start_date', 'end_date', 'all_day', 'timezone'] as const
const TIME_FIELDS = ['start', 'end', 'all_day', 'timezone'] as const

const rhythmOf = ({ series }: EventRecord) =>
  series && [series.rrule, series.rdate, series.start, series.duration]

function hasOtherTimes(before: EventRecord, next: EventRecord): boolean {
  return (
    TIME_FIELDS.some((name) => before[name] !== next[name]) || !isDeepEqual(rhythmOf(before), rhythmOf(next))
  )
}

/** The names of what differs, of that which a source can say. */
function changedFields(before: EventRecord, next: EventRecord): string[] {
  const changed = [...SAID].flatMap(([name, fields]) =>
    fields.some((field) => !isDeepEqual(before[field], next[field])) ? [name] : [],
  )
  if (!hasOtherTimes(before, next)) return changed
  return [...changed, ...TIMES, ...(before.series === undefined ? [] : ['recurrence'])]
}

/** `given`: the write is for the source. */
export function originAfter(
  before: EventRecord | null,
  next: EventRecord,
  given: Origin | undefined,
): Origin | undefined {
  if (given !== undefined || before?.source === undefined) return given
  const { gone, ...origin } = before.source
  const changed = changedFields(before, next)
  if (changed.length === 0 && before.status === next.status) return before.source
  return { ...origin, kept: [...new Set([...origin.kept, ...changed])] }
}

/** What of a body of the source may be written: all but what is kept. */
export function followed<T extends object>(body: T, kept: readonly string[]): Partial<T> {
  const stays = new Set(kept.flatMap((name) => [name, ...(SAID.get(name) ?? [])]))
  if (kept.includes('start_date'))
    for (const name of ['utc_start_date', 'utc_end_date', 'recurrence', ...TIMES]) stays.add(name)
  const rest = { ...body }
  for (const name of stays) Reflect.deleteProperty(rest, name)
  return rest
}
