import type { Change, Condition, Document, Storage } from '../../storage/contract.ts'
import { isTooLarge } from '../../storage/failures.ts'
import type { Erased, NamedRecord } from '../../types/index.ts'
import type { Caller } from '../access/policy.ts'
import { isObject, parse } from '../domain/json.ts'
import { authorLabel, IMAGES } from '../domain/records/media.ts'
import { type UserId, userKey } from '../domain/records/user-id.ts'
import { OVERDUE } from '../domain/recurrence/series.ts'
import { isAddress } from '../domain/text/address.ts'
import { type Mentions, mentionsAddress, mentionsName } from '../domain/text/mentions.ts'
import { EVENT } from '../fields/event.ts'
import { isText, listOf } from '../fields/row.ts'
import type { Site } from '../mount/site.ts'
import { completeSeries } from './events/series/complete-series.ts'
import { type Entry, entryContent, entryIn, RECORD_KINDS } from './journal/outbox.ts'
import { findInParts } from './reading/parts.ts'
import { createSlices } from './reading/slices.ts'
import { commitChanges } from './writing/plan.ts'

export { isAddress }

/*
 * Erases a person. Each step looks for what is still there and takes it out in a commit of its own. So it can be cut off
 * anywhere and repeated, and processes that do it at the same time only find less.
 */

export interface Person {
  readonly user: UserId | undefined
  readonly email: string | undefined
  /** Known to the host. */
  readonly names: readonly string[]
  readonly signal: AbortSignal | undefined
}

/** Documents that are read at a time: each can be long. */
const PART = 20
const MOST_NAMED = 1000
const MOST_NAMES = 20
const MOST_CHARACTERS = 200

/** What can be searched for. */
const isName = (name: unknown): name is string =>
  isText(name) && name.trim().length >= 2 && name.length <= MOST_CHARACTERS && /[\p{L}\p{N}]/u.test(name)

export const areNames = (names: unknown): boolean =>
  Array.isArray(names) && names.length <= MOST_NAMES && names.every(isName)

interface Work {
  readonly site: Site
  readonly now: Date
  readonly person: Person
  readonly hasAddress: Mentions
  /** Under which the person was found here. */
  readonly found: Set<string>
  readonly isOver: () => boolean
}

export async function erasePerson(site: Site, now: Date, person: Person): Promise<Erased> {
  const { user, email, names, signal } = person
  const work: Work = {
    ...{ site, now, person, found: new Set() },
    hasAddress: email === undefined ? () => false : mentionsAddress(email),
    isOver: () => signal?.aborted === true,
  }
  await completeErasures(site, now)
  const keep = (name: unknown) => keepName(work, name)
  const sent = await site.extensions.erase?.(site, now, { email, keepName: keep, isOver: work.isOver })
  const { withdrawn = 0, contacts = 0 } = sent ?? {}
  const entries = await eraseEntries(work)
  const all = [...new Set([...names, ...work.found])]
  const { named, more } = await namedIn(work, anyOf([work.hasAddress, ...all.map(mentionsName)]))
  const authored = user === undefined ? 0 : await countAuthored(site, user)
  return { withdrawn, contacts, entries, authored, names: [...work.found], named, more }
}

const anyOf =
  (all: readonly Mentions[]): Mentions =>
  (value) =>
    all.some((isIn) => isIn(value))

/** What somebody else chose, so its length and number have bounds. */
function keepName({ found }: Work, name: unknown): void {
  if (isName(name) && found.size < MOST_NAMES) found.add(name.trim())
}

/** A call that was cut off can have left a series that is going. */
async function completeErasures(site: Site, now: Date): Promise<void> {
  const interrupted = [
    { key: 'series', in: [true] },
    { key: 'due', lte: OVERDUE },
  ] as const
  for await (const { id } of findInParts(site.storage, 'event', interrupted)) {
    await completeSeries(site, id, now)
  }
}

// —— The journal ———————————————————————————————————————————————————————————————————————————————————————————————

/** Returns how many entries are changed. */
async function eraseEntries(work: Work): Promise<number> {
  const { site, isOver } = work
  const { storage } = site
  const isNamed = anyOf([work.hasAddress, ...work.person.names.map(mentionsName)])
  const slice = createSlices()
  let erased = 0
  for (let after = 0; !isOver(); await slice()) {
    const where = [{ key: 'id', gt: after }] as const
    const found = await storage.find('entry', { where, order: 'id', limit: PART })
    const changes: Change[] = []
    for (const { id, version, data } of found) {
      const before = entryIn(data)
      const entry = await withoutCopies(withoutUser(work, before), site, isNamed)
      if (entry !== before) {
        changes.push({ do: 'put', kind: 'entry', id, expect: version, content: entryContent(entry) })
      }
    }
    const written = changes.length === 0 ? 0 : await commitWhatFits(site, changes)
    erased += written
    // Others have changed or removed some: look at the part again.
    if (written < changes.length) continue
    after = found.at(-1)?.id ?? after
    if (found.length < PART) break
  }
  return erased
}

/** Returns how many changes took effect. */
async function commitWhatFits(site: Site, changes: readonly Change[]): Promise<number> {
  try {
    return (await commitChanges(site, changes, null)).conflict === null ? changes.length : 0
  } catch (error) {
    if (!isTooLarge(error) || changes.length === 1) throw error
    let written = 0
    for (const change of changes) written += await commitWhatFits(site, [change])
    return written
  }
}

/** The ID stays, unless it is the address itself: without the host's list of users it names nobody. */
function withoutUser(work: Work, entry: Entry): Entry {
  const by = nameless(work, entry.by)
  const isAuthor = work.hasAddress(entry.was?.author)
  if (by === entry.by && !isAuthor) return entry
  return { ...entry, by, was: isAuthor && entry.was !== null ? { ...entry.was, author: 0 } : entry.was }
}

function nameless(work: Work, by: Caller): Caller {
  if (by === null) return null
  const { id, role, name } = by
  if (id === work.person.user) keepName(work, name)
  if (work.hasAddress(id)) return null
  // The host may have answered more of a user than we show.
  const isMore = Object.keys(by).length > 2
  return isMore && (id === work.person.user || work.hasAddress(by)) ? { id, role } : by
}

/** While the record itself names the person, its history is none the worse for it. */
async function withoutCopies(entry: Entry, { storage }: Site, isNamed: Mentions): Promise<Entry> {
  const copies = [entry.before, entry.after].filter((copy) => copy !== null)
  if (!copies.some(({ data }) => isNamed(parse(data)))) return entry
  const [now] = await storage.get(entry.kind, [entry.id])
  return now !== undefined && isNamed(parse(now.data)) ? entry : { ...entry, before: null, after: null }
}

// —— What only people can mend —————————————————————————————————————————————————————————————————————————————————

const ofOwner = (owner: string): readonly Condition<'extra'>[] => [{ key: 'owner', in: [owner] }]

/** The documents of each kind that is told. */
const READ: Readonly<Record<NamedRecord['kind'], (storage: Storage) => AsyncIterable<Document>>> = {
  category: (storage) => findInParts(storage, 'category', []),
  tag: (storage) => findInParts(storage, 'tag', []),
  venue: (storage) => findInParts(storage, 'venue', []),
  organizer: (storage) => findInParts(storage, 'organizer', []),
  event: (storage) => findInParts(storage, 'event', []),
  media: (storage) => findInParts(storage, 'extra', ofOwner(IMAGES)),
  source: (storage) => findInParts(storage, 'extra', ofOwner('source')),
  suggestion: (storage) => findInParts(storage, 'extra', ofOwner('suggestion')),
}
const TOLD = [...RECORD_KINDS, 'media', 'source', 'suggestion'] as const satisfies NamedRecord['kind'][]

/** Records that are looked at between two turns of the event loop. */
const SLICE = 100

async function namedIn({ site, isOver }: Work, isNamed: Mentions) {
  const named: NamedRecord[] = []
  const slice = createSlices()
  let looked = 0
  for (const kind of TOLD) {
    for await (const document of READ[kind](site.storage)) {
      if (isOver()) return { named, more: true }
      if (++looked % SLICE === 0) await slice()
      const fields = fieldsWith(kind, document, isNamed)
      if (fields.length === 0) continue
      if (named.length === MOST_NAMED) return { named, more: true }
      named.push({ kind, id: document.id, fields })
    }
  }
  return { named, more: isOver() }
}

function fieldsWith(kind: NamedRecord['kind'], document: Document, isNamed: Mentions): readonly string[] {
  const data = parse(document.data)
  if (!isObject(data)) return []
  const names = Object.entries(data).flatMap(([name, value]) => (isNamed(value) ? [name] : []))
  if (names.length === 0 || kind !== 'event') return names
  // A date of a series has the other fields from its series, which is listed itself.
  const overrides = isObject(data.occurrence) ? data.occurrence.overrides : undefined
  return areTexts(overrides) ? names.filter((name) => isItsOwn(name, overrides)) : names
}

const areTexts = listOf(isText)

function isItsOwn(name: string, overrides: readonly string[]): boolean {
  const row = Object.entries(EVENT).find(([field]) => field === name)?.[1]
  const follows = row?.follows === true ? name : (row?.follows ?? null)
  return follows === null || overrides.includes(follows)
}

async function countAuthored({ storage }: Site, user: UserId): Promise<number> {
  const where = [{ key: 'author', in: [userKey(user)] }] as const
  const counts = await Promise.all([
    storage.count('event', { where }),
    storage.count('venue', { where }),
    storage.count('organizer', { where }),
    storage.count('extra', {
      where: [...ofOwner(IMAGES), { key: 'labels', in: [authorLabel(userKey(user))] }],
    }),
  ])
  return counts.reduce((sum, one) => sum + one, 0)
}
