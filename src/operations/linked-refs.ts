import { mayRead } from '../access/policy.ts'
import { nameKey } from '../domain/content.ts'
import { isDateText } from '../domain/publication.ts'
import type { OrganizerRecord, VenueRecord } from '../domain/records.ts'
import type { Asked } from '../routes/route.ts'
import type { LinkedRef } from '../schema/linked.ts'
import type { LinkedModel } from './linked-models.ts'
import type { Plan } from './plan.ts'
import type { PostFields } from './post-fields.ts'
import { demandAuthorRight } from './post-fields.ts'
import { reuseOrPlan } from './write-linked.ts'

type LinkedRecord = VenueRecord | OrganizerRecord

/** IDs must be of records that the caller may read and that are not in the trash; inline fields must hold. */
export async function checkLinkedRefs<R extends LinkedRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  refs: readonly LinkedRef<F>[] | undefined,
  { site, caller, now, problems }: Asked,
): Promise<void> {
  if (refs === undefined || refs.length === 0) return
  const ids = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []))
  const found = ids.length === 0 ? [] : await model.get(site.storage, ids)
  const readable = found.filter((record) => record.status !== 'trash' && mayRead(caller, record))
  if (readable.length < ids.length) problems.invalid(model.kind, `is not the ID of a known ${model.kind}`)
  for (const ref of refs) {
    if ('id' in ref) continue
    const { date, date_utc, author, image } = ref.fields
    if (model.nameOf(ref.fields) === '') problems.invalid(model.kind, 'has a blank name')
    for (const text of [date, date_utc]) {
      if (text !== undefined && !isDateText(text, now, site.zone))
        problems.invalid(model.kind, 'has a date that is none')
    }
    if (author !== undefined && !(await site.isAuthor(author)))
      problems.invalid(model.kind, 'has an unknown author')
    if (image !== undefined && image !== null) {
      problems.invalid(model.kind, 'cannot be given an image inside an event')
    }
  }
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
    const id = known ?? (await reuseOrPlan(plan, model, ref.fields, null, false)).id
    planned.set(name, id)
    ids.push(id)
  }
  return [...new Set(ids)]
}
