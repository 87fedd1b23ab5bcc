import { ApiError, type Problems } from '../../../errors.ts'
import type { Document } from '../../../storage/contract.ts'
import { type Caller, mayRead, readableBy } from '../../access/policy.ts'
import type { EventRecord, PostKind, RecordOf, TermKind } from '../../domain/records/records.ts'
import { slugKey } from '../../domain/text/slug.ts'
import type { Params, RequestContext } from '../../mount/request.ts'
import { idFrom } from '../../schema/wire.ts'

/**
 * The record in the path, or 404. A field `id` with another ID than the record's is 400, also when the path has a slug.
 */
export async function findRecord<K extends PostKind | TermKind>(
  context: RequestContext,
  kind: K,
): Promise<RecordOf[K]> {
  const { params, problems } = context
  problems.throwIfAny()
  const record = await lookUp(context, kind)
  if (record === undefined) throw new ApiError(`rest-${kind}-not-found`)
  // With a slug in the path, the answer must not tell whether a guessed `id` is right. The operation refuses the record
  // later.
  if (!mayKnow(context.caller, record)) return record
  checkId(params, record.id, problems)
  problems.throwIfAny()
  return record
}

/** The record in the path, whoever may read it. */
export async function lookUp<K extends PostKind | TermKind>(
  context: RequestContext,
  kind: K,
): Promise<RecordOf[K] | undefined> {
  const { site, path } = context
  const [document] =
    path.id === undefined
      ? await bySlug(context, kind, path.slug ?? '')
      : await site.storage.get(kind, idsOf(path.id))
  return document === undefined ? undefined : site.memo.record(kind, document)
}

const mayKnow = (caller: Caller, record: RecordOf[PostKind | TermKind]): boolean =>
  !('status' in record) || mayRead(caller, record)

/** The event with this ID, if the caller may read it. */
export async function readableEvent(
  { site, caller }: Pick<RequestContext, 'site' | 'caller'>,
  id: number,
): Promise<EventRecord | undefined> {
  const [document] = await site.storage.get('event', [id])
  const event = document === undefined ? undefined : site.memo.record('event', document)
  return event !== undefined && mayRead(caller, event) ? event : undefined
}

export function checkId(params: Params, id: number, problems: Problems): void {
  const sent = params.id
  if (sent === undefined || sent === null || idFrom(sent) === id) return
  problems.invalid('id', 'is not the ID of the record in the path')
}

const idsOf = (digits: string): number[] => {
  const id = Number(digits)
  return Number.isSafeInteger(id) && id > 0 ? [id] : []
}

/**
 * Drafts of events may share a slug. The order of preference: a record that the caller may read, the record that has
 * claimed the slug, the oldest one.
 */
async function bySlug<K extends PostKind | TermKind>(
  context: RequestContext,
  kind: K,
  slug: string,
): Promise<readonly Document<K>[]> {
  const { caller } = context
  const { storage, memo } = context.site
  const normalized = slugKey(slug)
  if (normalized === '') return []
  const first = (key: 'unique_slug' | 'slug') =>
    storage.find(kind, { where: [{ key, in: [normalized] }], order: 'id', limit: 1 })
  const claimed = await first('unique_slug')
  if (claimed.some((document) => mayKnow(caller, memo.record(kind, document)))) return claimed
  const [found, [readable]] = await Promise.all([
    claimed.length > 0 ? claimed : first('slug'),
    kind !== 'event'
      ? []
      : storage.find('event', {
          where: [{ key: 'slug', in: [normalized] }, ...readableBy(caller)],
          order: 'id',
          limit: 1,
        }),
  ])
  if (readable === undefined || readable.id === found[0]?.id) return found
  const [again] = await storage.get(kind, [readable.id])
  // It may have been renamed between the two reads. Then the slug is free, or another record has it.
  return again?.keys.slug === normalized ? [again] : bySlug(context, kind, slug)
}
