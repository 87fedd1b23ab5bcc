import type { Caller } from '../../access/policy.ts'
import { isDeepEqual } from '../../domain/deep-equal.ts'
import type { PostKind, RecordOf } from '../../domain/records/records.ts'
import type { Stored } from '../../domain/records/stored-record.ts'
import type { RequestContext } from '../../mount/request.ts'
import type { Condition } from '../../storage/contract.ts'
import { type Entry, entryIn } from '../journal/outbox.ts'

/*
 * The states of a record, from the copies that the journal has: the one after each change, and the one before the first.
 */

export interface State<K extends PostKind = PostKind> {
  /** The version of the record. */
  readonly n: number
  /** UTC, `YYYY-MM-DD HH:MM:SS`; '' if nothing tells. */
  readonly date: string
  /** `null` for what time did, and for the first state of a record that is older than the journal. */
  readonly by: Caller
  /** Names of the fields that differ from the state before, as bodies name them. */
  readonly fields: readonly string[]
  /** `null`: the copy was too large to be kept. */
  readonly record: RecordOf[K] | null
}

/** Entries that are read at a time: each can have two copies of a record with long texts. */
const PART = 10

/** The newest first. */
export async function* statesOf<K extends PostKind>(
  { site: { storage, memo } }: Pick<RequestContext, 'site'>,
  kind: K,
  id: number,
): AsyncGenerator<State<K>> {
  const record = (stored: Stored | null) => (stored === null ? null : memo.peek(kind, stored))
  let first: Entry | undefined
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const where: Condition<'entry'>[] = [
      { key: 'record', in: [id] },
      { key: 'of', in: [kind] },
      ...(before === Number.POSITIVE_INFINITY ? [] : [{ key: 'id', lt: before } as const]),
    ]
    const found = await storage.find('entry', { where, order: 'id', reverse: true, limit: PART })
    for (const document of found) {
      const entry = entryIn(document.data)
      before = document.id
      first = entry
      const { version: n, time, by } = entry
      const [old, now] = [record(entry.before), record(entry.after)]
      const fields = old === null || now === null ? [] : changedFields(old, now)
      // Such as the number of dates that a series has.
      const isSilent = old !== null && now !== null && fields.length === 0
      if (n > 0 && !isSilent) yield { n, date: wallOf(time), by, fields, record: now }
    }
    if (found.length < PART) break
  }
  if (first === undefined || first.type === 'created') return
  const oldest = record(first.before)
  const n = oldest?.version ?? first.version - 1
  yield { n, date: oldest?.modified_utc ?? '', by: null, fields: [], record: oldest }
}

const wallOf = (time: string): string => time.slice(0, 19).replace('T', ' ')

/** Fields of records that bodies name otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  date_utc: 'date',
  start: 'start_date',
  end: 'end_date',
  series: 'recurrence',
}

/** Fields that follow from others, or that no body has; and the password, which no state tells anything about. */
const UNNAMED = new Set([
  ...['id', 'version', 'kind', 'dated', 'published', 'modified', 'modified_utc', 'site_timezone', 'own_slug'],
  ...['utc_start', 'utc_end', 'start_offset', 'end_offset', 'timezone_abbr', 'uid', 'occurrence'],
  ...['password', 'merged'],
])

function changedFields(old: object, now: object): string[] {
  const before = new Map<string, unknown>(Object.entries(old))
  const after = new Map<string, unknown>(Object.entries(now))
  const names = new Set<string>()
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (UNNAMED.has(name)) continue
    if (!isDeepEqual(ruleOf(before.get(name)), ruleOf(after.get(name)))) names.add(NAMES[name] ?? name)
  }
  return [...names].sort()
}

/** Of a series, what bodies say of it. */
function ruleOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('rrule' in value)) return value
  const { rrule, exdate, rdate }: { rrule: unknown; exdate?: unknown; rdate?: unknown } = value
  return [rrule, exdate, rdate]
}
