import { type Caller, forbidden, mayEdit, mayRead } from '../access/policy.ts'
import {
  type EventRecord,
  fromDocument,
  type PostKind,
  type RecordOf,
  type TermKind,
} from '../domain/records.ts'
import { slugKey } from '../domain/slug.ts'
import { ApiError, type Problems } from '../errors.ts'
import type { Asked } from '../routes/route.ts'
import { idFrom } from '../schema/wire.ts'
import type { Storage } from '../storage/contract.ts'

/**
 * The record that the path names, or 404. A field `id` may only repeat which one it is: another is 400, whether the
 * path names it by ID or by slug.
 */
export async function findRecord<K extends PostKind | TermKind>(asked: Asked, kind: K): Promise<RecordOf[K]> {
  const { site, path, params, problems } = asked
  problems.throwIfAny()
  const [document] =
    path.id === undefined
      ? await bySlug(site.storage, kind, path.slug ?? '')
      : await site.storage.get(kind, idsOf(path.id))
  if (document === undefined) throw new ApiError(`rest-${kind}-not-found`)
  checkId(params, document.id, problems)
  problems.throwIfAny()
  return fromDocument(document)
}

/** The event that a parameter names, if there is one that the caller may read. */
export async function readableEvent({ site, caller }: Asked, id: number): Promise<EventRecord | undefined> {
  const [document] = await site.storage.get('event', [id])
  const event = document === undefined ? undefined : fromDocument(document)
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

/** Of several drafts with one slug the published record comes first, if there is one, then the oldest. */
async function bySlug<K extends PostKind | TermKind>(storage: Storage, kind: K, slug: string) {
  const wanted = slugKey(slug)
  if (wanted === '') return []
  const claimed = await storage.find(kind, {
    where: [{ key: 'unique_slug', in: [wanted] }],
    order: 'id',
    limit: 1,
  })
  return claimed.length > 0
    ? claimed
    : storage.find(kind, { where: [{ key: 'slug', in: [wanted] }], order: 'id', limit: 1 })
}

/** What every change of an existing record asks first: the right to it, and the version that the caller saw. */
export function demandChange(caller: Caller, post: RecordOf[PostKind], ifMatch: string | undefined): void {
  if (!mayEdit(caller, post)) throw forbidden(caller)
  demandVersion(post.version, ifMatch)
}

/** RFC 9110, section 13.1.1; of a tag only the version counts, which its first part is. */
export function demandVersion(version: number, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const versions = [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)].filter(([, weak]) => weak === undefined)
  if (versions.some(([, , tag = '']) => tag.split('.')[0] === String(version))) return
  throw new ApiError('rest_precondition_failed')
}
