import { isDeepEqual } from '../../core/domain/deep-equal.ts'
import type { PostKind, RecordOf } from '../../core/domain/records/records.ts'
import type { Stored } from '../../core/domain/records/stored-record.ts'
import { type Caller, type Condition, type Entry, entryIn, type RequestContext } from '../../core/door.ts'

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

type Asking = Pick<RequestContext, 'site'>

/** The newest first. */
export async function* statesOf<K extends PostKind>(
  { site: { storage, memo } }: Asking,
  kind: K,
  id: number,
): AsyncGenerator<State<K>> {
  const record: Known<K> = (stored) => (stored === null ? null : memo.peek(kind, stored))
  let first: Entry | undefined
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const lower = before === Number.POSITIVE_INFINITY ? [] : [{ key: 'id', lt: before } as const]
    const where = [...entriesOf(kind, id), ...lower]
    const found = await storage.find('entry', { where, order: 'id', reverse: true, limit: PART })
    for (const document of found) {
      const entry = entryIn(document.data)
      before = document.id
      first = entry
      const state = stateAfter(entry, record)
      if (state !== undefined) yield state
    }
    if (found.length < PART) break
  }
  const oldest = first === undefined ? undefined : stateBefore(first, record)
  if (oldest !== undefined) yield oldest
}

/**
 * One of them, by its number. Numbers grow with the entries, so it is found by halves: a journal of thousands of entries
 * costs a dozen reads, also if there is no such state.
 */
export async function stateAt<K extends PostKind>(
  { site: { storage, memo } }: Asking,
  kind: K,
  { id, version }: Pick<RecordOf[K], 'id' | 'version'>,
  n: number,
): Promise<State<K> | undefined> {
  if (n > version) return undefined
  const record: Known<K> = (stored) => (stored === null ? null : memo.peek(kind, stored))
  const first = async (where: readonly Condition<'entry'>[], reverse = false) =>
    (
      await storage.find('entry', {
        ...{ where: [...entriesOf(kind, id), ...where], order: 'id', reverse, limit: 1 },
      })
    )[0]
  const [oldest, newest] = await Promise.all([first([]), first([], true)])
  if (oldest === undefined || newest === undefined) return undefined
  const before = stateBefore(entryIn(oldest.data), record)
  if (before?.n === n) return before
  for (let [low, high] = [oldest.id, newest.id]; low <= high; ) {
    const middle = low + Math.floor((high - low) / 2)
    const found = await first([{ key: 'id', gte: middle }])
    if (found === undefined || found.id > high) {
      high = middle - 1
      continue
    }
    const entry = entryIn(found.data)
    if (entry.version === n) return stateAfter(entry, record)
    // The last entry of a record that is gone has the version 0. Who asks has found the record, so it came back.
    if (entry.version < n) low = found.id + 1
    else high = middle - 1
  }
  return undefined
}

type Known<K extends PostKind> = (stored: Stored | null) => RecordOf[K] | null

const entriesOf = (kind: PostKind, id: number): Condition<'entry'>[] => [
  { key: 'record', in: [id] },
  { key: 'of', in: [kind] },
]

/** The state after a change; `undefined`: it changed nothing that is shown, or removed the record. */
function stateAfter<K extends PostKind>(entry: Entry, record: Known<K>): State<K> | undefined {
  const { version: n, time, by } = entry
  const [old, now] = [record(entry.before), record(entry.after)]
  const fields = old === null || now === null ? [] : changedFields(old, now)
  // Such as the number of dates that a series has.
  const isSilent = old !== null && now !== null && fields.length === 0
  return n > 0 && !isSilent ? { n, date: wallOf(time), by, fields, record: now } : undefined
}

/** The state before the first change in the journal, unless that made the record. */
function stateBefore<K extends PostKind>(first: Entry, record: Known<K>): State<K> | undefined {
  if (first.type === 'created') return undefined
  const oldest = record(first.before)
  const n = oldest?.version ?? first.version - 1
  return { n, date: oldest?.modified_utc ?? '', by: null, fields: [], record: oldest }
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
