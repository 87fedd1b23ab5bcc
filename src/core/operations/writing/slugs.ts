import type { Storage } from '../../../storage/contract.ts'
import type { Status } from '../../../types/index.ts'
import type { PostKind, PostRecord, TermKind } from '../../domain/records/records.ts'
import { isReserved, numbered, slugify, withEnding } from '../../domain/text/slug.ts'
import { partsOf } from '../reading/parts.ts'
import type { Plan } from './plan.ts'

const TRASHED = '__trashed'

/** Up to this number, all are tried. Above, the search jumps, and finds a free number that is not always the lowest. */
const NEIGHBOURS = 10

/** The slugs that other records of the kind have, of these. */
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
    keysOnly: true,
  })
  // Any number of drafts may share a slug. Sharing a slug with a draft is allowed, claiming it twice is not.
  const claimed =
    having.length < enough
      ? []
      : await storage.find(kind, {
          where: [{ key: 'unique_slug', in: slugs }, others],
          order: 'id',
          limit: slugs.length,
          keysOnly: true,
        })
  return new Set([...having, ...claimed].map((document) => document.keys.slug))
}

/** When many writes want the same slug at once, each chooses among up to this many free numbers. */
const MOST_CHOICES = 64

/**
 * The slug itself, or with the lowest free number from 2 up; when many writes compete, with one of the next free
 * numbers.
 */
export async function freeSlug(
  plan: Plan,
  kind: PostKind | TermKind,
  slug: string,
  ownId: number,
): Promise<string> {
  const isFree = (candidate: string, taken: ReadonlySet<string>) =>
    !taken.has(candidate) && !plan.hasTaken(kind, candidate) && !(kind === 'event' && isReserved(candidate))
  // A write that lost the slug twice competes with many. If all took the lowest number, only one would succeed at a
  // time.
  const choices = Math.min(8 ** Math.max(0, plan.timesLost(kind, slug) - 1), MOST_CHOICES)
  const freeFrom = async (first: number, count = Math.max(NEIGHBOURS, choices)): Promise<string[]> => {
    const near = Array.from({ length: count }, (_, index) =>
      first + index === 1 ? slug : numbered(slug, first + index),
    )
    const taken = await takenOf(plan.site.storage, kind, near, ownId)
    return near.filter((candidate) => isFree(candidate, taken)).slice(0, choices)
  }
  // Most slugs are free, and reading about one slug is faster: 50 µs less on SQLite.
  let free = choices === 1 ? await freeFrom(1, 1) : []
  if (free.length === 0) free = await freeFrom(1)
  // Others may take it meanwhile. Then the search continues from there.
  for (let taken = NEIGHBOURS; free.length === 0; ) {
    const first = await leap(plan, kind, slug, ownId, taken, isFree)
    free = await freeFrom(first)
    taken = first
  }
  // By its ID, which is unique: so competing writes choose different numbers, as far as there are enough.
  const chosen = free[ownId % free.length]
  if (chosen === undefined) throw new TypeError('a slug that was free no longer is')
  plan.takeSlug(kind, ownId, { preferred: slug, taken: chosen })
  return chosen
}

/** Takes a slug for each of many records of a kind, each as `freeSlug` would. Returns them by ID. */
export async function claimSlugs(
  plan: Plan,
  kind: PostKind,
  wishes: readonly { readonly id: number; readonly slug: string }[],
): Promise<ReadonlyMap<number, string>> {
  const owners = new Map<string, number[]>()
  for (const part of partsOf(wishes)) {
    const slugs = part.map(({ slug }) => slug)
    const having = await plan.site.storage.find(kind, {
      where: [{ key: 'slug', in: slugs }],
      order: 'id',
      limit: Number.MAX_SAFE_INTEGER,
      keysOnly: true,
    })
    for (const { id, keys } of having) owners.set(keys.slug, [...(owners.get(keys.slug) ?? []), id])
  }
  const claimed = new Map<number, string>()
  for (const { id, slug } of wishes) {
    const isFree = !plan.hasTaken(kind, slug) && (owners.get(slug) ?? []).every((owner) => owner === id)
    if (isFree) plan.takeSlug(kind, id, { preferred: slug, taken: slug })
    claimed.set(id, isFree ? slug : await freeSlug(plan, kind, slug, id))
  }
  return claimed
}

/** A free number above one that is taken. Probes numbers at growing distances, then searches between them. */
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

/** The number of probes per read. */
const RUNGS = 16

function rungsBetween(below: number, free: number): number[] {
  if (free === Number.POSITIVE_INFINITY) {
    return Array.from({ length: RUNGS }, (_, index) => below + NEIGHBOURS * 2 ** index)
  }
  const step = Math.ceil((free - below) / (RUNGS + 1))
  const most = Math.ceil((free - below) / step) - 1
  return Array.from({ length: most }, (_, index) => below + step * (index + 1))
}

/** Slugs of a record that goes to the trash. `slug` must be claimed. */
export const trashedSlug = (slug: string) => ({ slug: withEnding(slug, TRASHED), own_slug: slug })

/** For documents from before `own_slug` existed. */
const untrashed = (slug: string): string => slug.replace(/__trashed(-\d+)?$/, '')

const ownSlug = ({ status, slug, own_slug }: PostRecord): string =>
  status === 'trash' ? (own_slug ?? untrashed(slug)) : slug

/**
 * The slug of a post after a write. `requested`: the slug in the request; `name`: what it is made from otherwise. Drafts of
 * events need none and may share one. A record that waits for somebody else's review (`isWaiting`) has none until its
 * status changes. The trash frees the slug; coming back, the record takes it again, or the next free one.
 */
export async function postSlug(
  plan: Plan,
  kind: PostKind,
  id: number,
  current: PostRecord | null,
  next: NextPost,
): Promise<Pick<PostRecord, 'slug' | 'own_slug'>> {
  const slugs = await nextSlugs(plan, kind, id, current, next)
  if (current?.status === 'publish' && (next.status !== 'publish' || slugs.slug !== current.slug))
    plan.left.push({ kind, id, slug: current.slug })
  return slugs
}

interface NextPost {
  readonly status: Status
  readonly requested: string | undefined
  readonly name: string
  readonly isWaiting: boolean
}

async function nextSlugs(
  plan: Plan,
  kind: PostKind,
  id: number,
  current: PostRecord | null,
  next: NextPost,
): Promise<Pick<PostRecord, 'slug' | 'own_slug'>> {
  const slugified = next.requested === undefined ? undefined : slugify(next.requested)
  const wasTrashed = current?.status === 'trash'
  // A record in the trash has a slug of our making. Sent back, it is no new slug.
  const requested = wasTrashed && slugified === current.slug ? undefined : slugified
  const preferred = requested ?? (current === null ? '' : ownSlug(current))
  if (next.status !== 'trash')
    return { slug: await livingSlug(plan, kind, id, current, { ...next, requested, preferred }) }
  if (wasTrashed && requested === undefined) return { slug: current.slug, own_slug: preferred }
  if (current !== null && !wasTrashed) {
    const trashed = trashedSlug(preferred)
    return { ...trashed, slug: await freeSlug(plan, kind, trashed.slug, id) }
  }
  const slug = await freeSlug(plan, kind, preferred || slugify(next.name) || String(id), id)
  return { slug, own_slug: slug }
}

/** For a post that is not, or no longer, in the trash. `preferred`: the requested slug, else the current one. */
async function livingSlug(
  plan: Plan,
  kind: PostKind,
  id: number,
  current: PostRecord | null,
  next: NextPost & { readonly preferred: string },
): Promise<string> {
  const { requested, preferred } = next
  const isEventDraft = kind === 'event' && (next.status === 'draft' || next.status === 'pending')
  const isUntouched = requested === undefined && current?.status === next.status
  if (preferred === '' && (next.isWaiting || isUntouched)) return ''
  if (isEventDraft && (requested === undefined || preferred !== '')) return preferred
  const isKept =
    current !== null && preferred !== '' && preferred === current.slug && !wasShared(kind, current)
  if (isKept) return preferred
  return freeSlug(plan, kind, preferred || slugify(next.name) || String(id), id)
}

const wasShared = (kind: PostKind, post: PostRecord): boolean =>
  kind === 'event' && (post.status === 'draft' || post.status === 'pending')
