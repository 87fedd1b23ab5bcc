import { ApiError } from '../../../errors.ts'
import type { Storage } from '../../../storage/contract.ts'
import { readableBy } from '../../access/policy.ts'
import { addDays } from '../../domain/time/calendar.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import type { SyncFields } from '../../schema/sync.ts'
import { type Entry, LANES, type Numbered, RECORD_KINDS, readEntries, readHeads } from '../journal/outbox.ts'
import type { RecordKind } from '../journal/stored-change.ts'
import { readPage } from '../reading/pages.ts'
import { changedWith, changesOthers, eventsAfter, NOT_TRASHED } from './also-changed.ts'
import { isShown, shownRecords } from './shown-records.ts'
import { placeOf, readerOf, type SyncList, type SyncPlace, tokenOf } from './sync-token.ts'

/*
 * What a mirror needs to equal the calendar, as far as the caller may read it. The first sync lists all records by ID.
 * Its token holds the heads of the lanes from before its first page, so what changes meanwhile comes with the next sync.
 * The other syncs read the entries after the numbers of their token. Some changes change other records, which have no
 * entries (see also-changed.ts); so they are listed, too.
 */

/** Entries that are read at a time, and how often for one page. */
const ENTRIES_PER_READ = 50
const MOST_READS = 10

/** Days for which a token stays while the caller may see nothing of what changes: fewer than entries are kept. */
const STAYS = 14

/** JSON by kind and ID. */
type Changes = Map<string, string>

interface SyncPage {
  readonly changes: Changes
  /** Where the next page begins, or the next sync. */
  readonly next: SyncPlace
  readonly isLast: boolean
}

export async function syncChanges(context: RequestContext, fields: SyncFields): Promise<Answer<string>> {
  const { site, caller, links, problems } = context
  const { perPage } = readPage(fields, site)
  const { sync_token: token } = fields
  const reader = readerOf(caller)
  const place = token === undefined ? await firstPlace(site.storage, reader) : placeOf(token)
  if (place === undefined) problems.invalid('sync_token', 'is not a token of this list')
  problems.throwIfAny()
  if (place?.reader !== reader) throw new ApiError('rest_sync_token_expired')
  const { changes, next, isLast } = await readPageAt(context, place, perPage)
  const nextToken = tokenOf(next)
  const end = isLast
    ? { sync_token: nextToken }
    : { next_rest_url: `${links.api}/changes/?sync_token=${nextToken}&per_page=${perPage}` }
  const content = `{"changes":[${[...changes.values()].join(',')}],${JSON.stringify(end).slice(1)}`
  return { status: 200, content }
}

const firstPlace = async (storage: Storage, reader: number): Promise<SyncPlace> => ({
  reader,
  list: { kind: 0, of: 0, id: 0 },
  at: [...(await readHeads(storage)).values()],
})

async function readPageAt(context: RequestContext, place: SyncPlace, perPage: number): Promise<SyncPage> {
  const { list } = place
  if (list === undefined) return readLanes(context, place, perPage)
  if (list.of === 0) return readRecords(context, place, list, perPage)
  const changes: Changes = new Map()
  const rest = await readOthers(context, list, perPage, changes)
  return { changes, next: { ...place, list: rest }, isLast: false }
}

function put(changes: Changes, kind: RecordKind, id: number, json?: string): void {
  const key = `${kind} ${id}`
  const start = `{"kind":"${kind}","id":${id},`
  // The later one of two about the same record comes later.
  changes.delete(key)
  changes.set(key, json === undefined ? `${start}"deleted":true}` : `${start}"${kind}":${json}}`)
}

// —— Lists ————————————————————————————————————————————————————————————————————————————————————————————————————

/** A page of all records. */
async function readRecords(
  context: RequestContext,
  place: SyncPlace,
  list: SyncList,
  perPage: number,
): Promise<SyncPage> {
  const changes: Changes = new Map()
  let after = list.id
  for (const [index, kind] of RECORD_KINDS.entries()) {
    if (index < list.kind) continue
    const limit = perPage - changes.size
    const ids = await idsAfter(context, kind, after, limit)
    for (const { id, json } of await shownRecords(context, kind, ids)) put(changes, kind, id, json)
    const id = ids.at(-1)
    if (ids.length === limit && id !== undefined) {
      return { changes, next: { ...place, list: { kind: index, of: 0, id } }, isLast: false }
    }
    after = 0
  }
  return { changes, next: { ...place, list: undefined }, isLast: true }
}

async function idsAfter(
  context: RequestContext,
  kind: RecordKind,
  after: number,
  limit: number,
): Promise<number[]> {
  const { storage } = context.site
  const isAfter = { key: 'id', gt: after } as const
  const page = { order: 'id', limit, keysOnly: true } as const
  if (kind === 'event') return (await eventsAfter(context, after, limit)).map(({ id }) => id)
  const isTerm = kind === 'category' || kind === 'tag'
  const found = isTerm
    ? await storage.find(kind, { ...page, where: [isAfter] })
    : await storage.find(kind, { ...page, where: [isAfter, NOT_TRASHED, ...readableBy(context.caller)] })
  return found.map(({ id }) => id)
}

/** Adds records that the change of another one changes. Returns where to go on if there are more. */
async function readOthers(
  context: RequestContext,
  list: SyncList,
  perPage: number,
  changes: Changes,
): Promise<SyncList | undefined> {
  const limit = Math.max(1, perPage - changes.size)
  const kind = RECORD_KINDS[list.kind] === 'category' ? 'category' : 'event'
  const ids = await changedWith(context, list, limit)
  for (const { id, json } of await shownRecords(context, kind, ids)) put(changes, kind, id, json)
  const last = ids.at(-1)
  return ids.length < limit || last === undefined ? undefined : { ...list, id: last }
}

// —— Entries ——————————————————————————————————————————————————————————————————————————————————————————————————

/**
 * A page of the records that have entries after the place. Heads are read again for each part, so the last part ends at
 * heads that were there after everything else was read. Throws 410 if entries are missing.
 */
async function readLanes(context: RequestContext, place: SyncPlace, perPage: number): Promise<SyncPage> {
  const { storage } = context.site
  const changes: Changes = new Map()
  const at = [...place.at]
  const next = { ...place, at }
  for (let read = 0; read < MOST_READS && changes.size < perPage; read++) {
    const heads = await readHeads(storage)
    // The numbers of a calendar that was restored from a backup can be below those of the token.
    if (LANES.some((lane) => (at[lane] ?? 0) > (heads.get(lane) ?? 0))) throw expired()
    const wanted = numbersAfter(at, heads, Math.min(ENTRIES_PER_READ, perPage - changes.size))
    const found = await readEntries(storage, wanted)
    if (found.length < wanted.length) throw expired()
    // Nothing says which records change with another one. So the part ends there, and they come next.
    const spreads = found.findIndex((entry) => changesOthers(context.caller, entry))
    const entries = spreads < 0 ? found : found.slice(0, spreads + 1)
    for (const { lane, number } of entries) at[lane] = number
    const isLast = LANES.every((lane) => at[lane] === heads.get(lane))
    await putChanges(context, entries, isLast, changes)
    const list = spreads < 0 ? undefined : await listOf(context, entries.at(-1))
    const rest = list && (await readOthers(context, list, perPage, changes))
    if (rest !== undefined) return { changes, next: { ...next, list: rest }, isLast: false }
    // The numbers of a new token would tell that records changed which the caller may not see.
    const isSame = read === 0 && changes.size === 0 && areYoung(context, entries)
    if (isLast) return { changes, next: isSame ? place : next, isLast }
  }
  return { changes, next, isLast: false }
}

const areYoung = (context: RequestContext, entries: readonly Entry[]): boolean =>
  entries.length === 0 ||
  entries.every(
    ({ time }) =>
      time > addDays(context.clock.today(), -Math.min(STAYS, context.site.keptDays - 1)).slice(0, 10),
  )

const expired = () => new ApiError('rest_sync_token_expired')

function numbersAfter(at: readonly number[], heads: ReadonlyMap<number, number>, most: number) {
  const numbers: (readonly [lane: number, number: number])[] = []
  for (const lane of LANES) {
    const head = heads.get(lane) ?? 0
    for (let number = (at[lane] ?? 0) + 1; number <= head && numbers.length < most; number++) {
      numbers.push([lane, number])
    }
  }
  return numbers
}

/** The list of what changes with a record, if the caller may see the record now. */
async function listOf(context: RequestContext, entry: Numbered | undefined): Promise<SyncList | undefined> {
  if (entry === undefined) return undefined
  const [isNow] = await shownRecords(context, entry.kind, [entry.id])
  return isNow && { kind: RECORD_KINDS.indexOf(entry.kind), of: entry.id, id: 0 }
}

/**
 * Adds what entries mean for the caller. A record that has a later entry is left to it, so that it comes once. `isLast`:
 * there is no later entry in this sync.
 */
async function putChanges(
  context: RequestContext,
  entries: readonly Numbered[],
  isLast: boolean,
  changes: Changes,
): Promise<void> {
  for (const kind of RECORD_KINDS) {
    const own = entries.filter((entry) => entry.kind === kind)
    const versions = new Map(own.map(({ id, version }) => [id, version]))
    const shown = await shownRecords(context, kind, [...versions.keys()])
    const now = new Map(shown.map((one) => [one.id, one]))
    for (const [id, version] of versions) {
      const record = now.get(id)
      if (record === undefined) {
        if (own.some((entry) => entry.id === id && wasShown(context, entry))) put(changes, kind, id)
      } else if (isLast || record.version <= version) put(changes, kind, id, record.json)
    }
  }
}

/** Whether the caller could see the record before the change. */
const wasShown = ({ caller }: RequestContext, { kind, was }: Entry): boolean =>
  was !== null && (kind === 'category' || kind === 'tag' || isShown(caller, was))
