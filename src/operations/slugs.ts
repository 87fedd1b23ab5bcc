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
  const [claimed, shared] = await Promise.all([
    storage.find(kind, {
      where: [{ key: 'unique_slug', in: slugs }, others],
      order: 'id',
      limit: slugs.length,
    }),
    // Drafts that share a slug can be many; the first few tell enough, since nothing breaks by sharing with a draft.
    storage.find(kind, { where: [{ key: 'slug', in: slugs }, others], order: 'id', limit: slugs.length * 2 }),
  ])
  return new Set([...claimed, ...shared].map((document) => document.keys.slug))
}

/** The slug itself, or with the least free number from 2 up behind it. */
export async function freeSlug(
  plan: Plan,
  kind: PostKind | TermKind,
  slug: string,
  ownId: number,
): Promise<string> {
  const isFree = (candidate: string, taken: ReadonlySet<string>) =>
    !taken.has(candidate) && !plan.hasClaimed(kind, candidate) && !(kind === 'event' && isReserved(candidate))
  const near = [slug, ...Array.from({ length: NEIGHBOURS - 1 }, (_, index) => numbered(slug, index + 2))]
  const taken = await takenOf(plan.site.storage, kind, near, ownId)
  const free =
    near.find((candidate) => isFree(candidate, taken)) ?? (await leap(plan, kind, slug, ownId, isFree))
  plan.claim(kind, free)
  return free
}

async function leap(
  plan: Plan,
  kind: PostKind | TermKind,
  slug: string,
  ownId: number,
  isFree: (candidate: string, taken: ReadonlySet<string>) => boolean,
): Promise<string> {
  const check = async (number: number) => {
    const candidate = numbered(slug, number)
    return isFree(candidate, await takenOf(plan.site.storage, kind, [candidate], ownId))
  }
  let taken = NEIGHBOURS
  let free = NEIGHBOURS * 2
  while (!(await check(free))) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (await check(middle)) free = middle
    else taken = middle
  }
  return numbered(slug, free)
}

const untrashed = (slug: string): string => slug.replace(/__trashed(-\d+)?$/, '')

/**
 * The slug of a post after a write. `given`: what the caller asked for; `name`: what it is made from otherwise.
 * Drafts of events need none and may share one; what waits for somebody else's review (`isWaiting`) has none yet;
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
  if (next.isWaiting) return ''
  if (isEventDraft && (next.given === undefined || wanted !== '')) return wanted
  const isKept = current !== null && wanted !== '' && wanted === current.slug && !wasShared(kind, current)
  if (isKept) return wanted
  return freeSlug(plan, kind, wanted || slugify(next.name) || String(id), id)
}

const wasShared = (kind: PostKind, post: PostRecord): boolean =>
  kind === 'event' && (post.status === 'draft' || post.status === 'pending')
