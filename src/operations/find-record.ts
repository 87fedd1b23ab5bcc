import { type Caller, forbidden, mayEdit, mayRead, readableBy } from '../access/policy.ts'
import type { EventRecord, PostKind, RecordOf, TermKind } from '../domain/records.ts'
import { slugKey } from '../domain/slug.ts'
import { ApiError, type Problems } from '../errors.ts'
import type { Asked } from '../routes/route.ts'
import { idFrom } from '../schema/wire.ts'
import type { Document } from '../storage/contract.ts'

/**
 * The record that the path names, or 404. A field `id` may only repeat which one it is: another is 400, whether the
 * path names it by ID or by slug.
 */
export async function findRecord<K extends PostKind | TermKind>(asked: Asked, kind: K): Promise<RecordOf[K]> {
  const { site, path, params, problems } = asked
  problems.throwIfAny()
  const [document] =
    path.id === undefined
      ? await bySlug(asked, kind, path.slug ?? '')
      : await site.storage.get(kind, idsOf(path.id))
  if (document === undefined) throw new ApiError(`rest-${kind}-not-found`)
  const record = site.memo.record(kind, document)
  // Beside a slug, a guess of the ID must not tell whether it was right; all that follows is a refusal.
  if (!mayKnow(asked.caller, record)) return record
  checkId(params, record.id, problems)
  problems.throwIfAny()
  return record
}

const mayKnow = (caller: Caller, record: RecordOf[PostKind | TermKind]): boolean =>
  !('status' in record) || mayRead(caller, record)

/** The event that a parameter names, if there is one that the caller may read. */
export async function readableEvent({ site, caller }: Asked, id: number): Promise<EventRecord | undefined> {
  const [document] = await site.storage.get('event', [id])
  const event = document === undefined ? undefined : site.memo.record('event', document)
  return event !== undefined && mayRead(caller, event) ? event : undefined
}

export function checkId(params: Asked['params'], id: number, problems: Problems): void {
  const said = params.id
  if (said === undefined || said === null || idFrom(said) === id) return
  problems.invalid('id', 'is not the ID of the record that the path names')
}

const idsOf = (digits: string): number[] => {
  const id = Number(digits)
  return Number.isSafeInteger(id) && id > 0 ? [id] : []
}

/**
 * Drafts of events may share a slug. What the caller may read comes before what it may not, then the record that has
 * claimed the slug, if there is one, then the oldest.
 */
async function bySlug<K extends PostKind | TermKind>(
  asked: Asked,
  kind: K,
  slug: string,
): Promise<readonly Document<K>[]> {
  const { caller } = asked
  const { storage, memo } = asked.site
  const wanted = slugKey(slug)
  if (wanted === '') return []
  const first = (key: 'unique_slug' | 'slug') =>
    storage.find(kind, { where: [{ key, in: [wanted] }], order: 'id', limit: 1 })
  const claimed = await first('unique_slug')
  if (claimed.some((document) => mayKnow(caller, memo.record(kind, document)))) return claimed
  const [found, [readable]] = await Promise.all([
    claimed.length > 0 ? claimed : first('slug'),
    kind !== 'event'
      ? []
      : storage.find('event', {
          where: [{ key: 'slug', in: [wanted] }, ...readableBy(caller)],
          order: 'id',
          limit: 1,
        }),
  ])
  if (readable === undefined || readable.id === found[0]?.id) return found
  const [again] = await storage.get(kind, [readable.id])
  // It may have been renamed between the two questions: then the slug is another's, or nobody's.
  return again?.keys.slug === wanted ? [again] : bySlug(asked, kind, slug)
}

/** What every change of an existing record asks first: the right to it, and the version that the caller saw. */
export function demandChange(caller: Caller, post: RecordOf[PostKind], ifMatch: string | undefined): void {
  if (!mayEdit(caller, post)) throw forbidden(caller)
  demandVersion(post.version, ifMatch)
}

/** RFC 9110, section 13.1.1; of a tag only the version counts, which its first part is. */
export function demandVersion(version: number, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  // Whole members of the list only: neither `W/"1"`, which is weak, nor what is no tag at all.
  const versions = [...ifMatch.matchAll(/(?<=^|,)\s*"([^"]*)"\s*(?=,|$)/g)]
  if (versions.some(([, tag = '']) => tag.split('.')[0] === String(version))) return
  throw new ApiError('rest_precondition_failed')
}
