import type { PostKind, PostRecord, TermKind } from '../domain/records.ts'
import { isReserved, numbered, slugify, withEnding } from '../domain/slug.ts'
import type { Storage } from '../storage/contract.ts'
import type { Status } from '../types.ts'
import type { Plan } from './plan.ts'

const TRASHED = '__trashed'

/** So many numbers are tried one by one; beyond, the search leaps, and finds a free one but not always the least. */
const NEIGHBOURS = 10

/** Which of these slugs other records of the kind have. */
async function takenOf(
  storage: Storage,
  kind: PostKind | TermKind,
  slugs: readonly string[],
  ownId: number,
): Promise<Set<string>> {
  const others = { key: 'id', notIn: [ownId] } as const
  const enough = slugs.length * 2
  const having = await storage.find(kind, {
    where: [{ key: 'slug', in: slugs }, others],
    order: 'id',
    limit: enough,
  })
  // Drafts may share a slug, any number of them. Nothing breaks by sharing with a draft, but by claiming twice.
  const claimed =
    having.length < enough
      ? []
      : await storage.find(kind, {
          where: [{ key: 'unique_slug', in: slugs }, others],
          order: 'id',
          limit: slugs.length,
        })
  return new Set([...having, ...claimed].map((document) => document.keys.slug))
}

/** Where many want the same slug at once, they come to choose among up to so many free numbers. */
const MOST_CHOICES = 64

/** The slug itself, or with the least free number from 2 up behind it; in a crowd, with one of the next free ones. */
export async function freeSlug(
  plan: Plan,
  kind: PostKind | TermKind,
  slug: string,
  ownId: number,
): Promise<string> {
  const isFree = (candidate: string, taken: ReadonlySet<string>) =>
    !taken.has(candidate) && !plan.hasClaimed(kind, candidate) && !(kind === 'event' && isReserved(candidate))
  // Who lost is not alone: if all went on to take the least, only one of them would get through each time.
  const choices = Math.min(8 ** plan.lost, MOST_CHOICES)
  const freeFrom = async (first: number, count = Math.max(NEIGHBOURS, choices)): Promise<string[]> => {
    const near = Array.from({ length: count }, (_, index) =>
      first + index === 1 ? slug : numbered(slug, first + index),
    )
    const taken = await takenOf(plan.site.storage, kind, near, ownId)
    return near.filter((candidate) => isFree(candidate, taken)).slice(0, choices)
  }
  // Most slugs are nobody's yet, and about one alone it is quicker to ask: 50 µs less on SQLite.
  let free = choices === 1 ? await freeFrom(1, 1) : []
  if (free.length === 0) free = await freeFrom(1)
  // While one is looked for, others may take it: then from there on.
  for (let taken = NEIGHBOURS; free.length === 0; ) {
    const first = await leap(plan, kind, slug, ownId, taken, isFree)
    free = await freeFrom(first)
    taken = first
  }
  // By its ID, which no other write has: so all of a crowd choose differently, as far as there are numbers.
  const chosen = free[ownId % free.length]
  if (chosen === undefined) throw new TypeError('a slug that was free no longer is')
  plan.claim(kind, chosen)
  return chosen
}

/** A free number above one that is taken: numbers ever further apart are looked at together, then those between. */
async function leap(
  plan: Plan,
  kind: PostKind | TermKind,
  slug: string,
  ownId: number,
  taken: number,
  isFree: (candidate: string, taken: ReadonlySet<string>) => boolean,
): Promise<number> {
  let below = taken
  let free = Number.POSITIVE_INFINITY
  while (free - below > 1) {
    const rungs = rungsBetween(below, free)
    const candidates = rungs.map((number) => numbered(slug, number))
    const others = await takenOf(plan.site.storage, kind, candidates, ownId)
    const first = candidates.findIndex((candidate) => isFree(candidate, others))
    below = rungs[(first === -1 ? rungs.length : first) - 1] ?? below
    free = rungs[first] ?? free
  }
  return free
}

/** So many numbers are looked at together. */
const RUNGS = 16

function rungsBetween(below: number, free: number): number[] {
  if (free === Number.POSITIVE_INFINITY) {
    return Array.from({ length: RUNGS }, (_, index) => below + NEIGHBOURS * 2 ** index)
  }
  const step = Math.ceil((free - below) / (RUNGS + 1))
  const most = Math.ceil((free - below) / step) - 1
  return Array.from({ length: most }, (_, index) => below + step * (index + 1))
}

const untrashed = (slug: string): string => slug.replace(/__trashed(-\d+)?$/, '')

/**
 * The slug of a post after a write. `given`: what the caller asked for; `name`: what it is made from otherwise.
 * Drafts of events need none and may share one; what waits for somebody else's review (`isWaiting`) gets none yet;
 * the trash frees it, and coming back takes it again or the next free one.
 */
export async function postSlug(
  plan: Plan,
  kind: PostKind,
  id: number,
  current: PostRecord | null,
  next: { status: Status; given: string | undefined; name: string; isWaiting: boolean },
): Promise<string> {
  const isTrashing = next.status === 'trash' && current !== null && current.status !== 'trash'
  const isRestoring = next.status !== 'trash' && current?.status === 'trash'
  const isEventDraft = kind === 'event' && (next.status === 'draft' || next.status === 'pending')
  const kept = isRestoring ? untrashed(current.slug) : (current?.slug ?? '')
  const wanted = next.given === undefined ? kept : slugify(next.given)

  if (isTrashing) return freeSlug(plan, kind, withEnding(wanted, TRASHED), id)
  if (next.isWaiting && wanted === '') return ''
  if (isEventDraft && (next.given === undefined || wanted !== '')) return wanted
  const isKept = current !== null && wanted !== '' && wanted === current.slug && !wasShared(kind, current)
  if (isKept) return wanted
  return freeSlug(plan, kind, wanted || slugify(next.name) || String(id), id)
}

const wasShared = (kind: PostKind, post: PostRecord): boolean =>
  kind === 'event' && (post.status === 'draft' || post.status === 'pending')
