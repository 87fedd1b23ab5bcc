import { mayRead } from '../access/policy.ts'
import { nameKey } from '../domain/content.ts'
import type { OrganizerRecord, VenueRecord } from '../domain/records.ts'
import { Problems } from '../errors.ts'
import type { Asked } from '../routes/route.ts'
import type { LinkedRef } from '../schema/linked.ts'
import type { Image } from '../types.ts'
import type { LinkedModel } from './linked-models.ts'
import type { Plan } from './plan.ts'
import { checkPostFields, demandAuthorRight, type PostFields } from './post-fields.ts'
import { reuseOrPlan } from './write-linked.ts'

type LinkedRecord = VenueRecord | OrganizerRecord

/** What became of the images that are given inline, by the fields that they came with. */
export type InlineImages = ReadonlyMap<PostFields, Image | null | undefined>

/** IDs must be of records that the caller may read and that are not in the trash; inline fields must hold. */
export async function checkLinkedRefs<R extends LinkedRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  refs: readonly LinkedRef<F>[] | undefined,
  asked: Asked,
): Promise<InlineImages> {
  const { site, caller, problems } = asked
  const images = new Map<PostFields, Image | null | undefined>()
  if (refs === undefined || refs.length === 0) return images
  const ids = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []))
  const found = ids.length === 0 ? [] : await model.get(site.storage, ids)
  const readable = found.filter((record) => record.status !== 'trash' && mayRead(caller, record))
  if (readable.length < ids.length) problems.invalid(model.kind, `is not the ID of a known ${model.kind}`)
  for (const ref of refs) {
    if ('id' in ref) continue
    const inside = new Problems()
    if (model.nameOf(ref.fields) === '') inside.invalid(model.kind, 'must not be blank')
    images.set(ref.fields, await checkPostFields(ref.fields, { ...asked, problems: inside }))
    const wrong = inside.summary()
    if (wrong !== '') problems.invalid(model.kind, wrong)
  }
  return images
}

/**
 * The IDs that the event is to be linked to; what is given by its fields is found by its name, or planned.
 * Without `refs` the ones that it has are kept.
 */
export async function resolveLinked<R extends LinkedRecord, F extends PostFields>(
  plan: Plan,
  model: LinkedModel<R, F>,
  refs: readonly LinkedRef<F>[] | undefined,
  kept: readonly number[],
  images: InlineImages,
): Promise<readonly number[]> {
  if (refs === undefined) return kept
  const ids: number[] = []
  const planned = new Map<string, number>()
  for (const ref of refs) {
    if ('id' in ref) {
      ids.push(ref.id)
      continue
    }
    const name = nameKey(model.nameOf(ref.fields) ?? '')
    const known = planned.get(name)
    if (known === undefined) demandAuthorRight(plan.caller, ref.fields.author, undefined)
    const id = known ?? (await reuseOrPlan(plan, model, ref.fields, images.get(ref.fields), false)).id
    planned.set(name, id)
    ids.push(id)
  }
  return [...new Set(ids)]
}
