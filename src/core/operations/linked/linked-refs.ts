import { noneHas, Problems } from '../../../errors.ts'
import { mayRead } from '../../access/policy.ts'
import type { OrganizerRecord, VenueRecord } from '../../domain/records/records.ts'
import type { RequestContext } from '../../mount/request.ts'
import type { LinkedRef } from '../../schema/linked.ts'
import type { Plan } from '../writing/plan.ts'
import {
  checkPostFields,
  demandAuthorRight,
  type HostFields,
  NO_HOST_FIELDS,
  type PostFields,
} from '../writing/post-fields.ts'
import type { WritableModel } from './linked-writes.ts'
import { reuseOrPlan } from './write-linked.ts'

type LinkedRecord = VenueRecord | OrganizerRecord

/** What the host makes of inline venues and organizers, by the fields that they were sent with. */
export type InlineFields = ReadonlyMap<PostFields, HostFields>

/** IDs must be of records that the caller may read and that are not in the trash. Inline fields must be valid. */
export async function checkLinkedRefs<R extends LinkedRecord, F extends PostFields>(
  model: WritableModel<R, F>,
  refs: readonly LinkedRef<F>[] | undefined,
  context: RequestContext,
): Promise<InlineFields> {
  const { site, caller, problems } = context
  const checked = new Map<PostFields, HostFields>()
  if (refs === undefined || refs.length === 0) return checked
  const ids = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []))
  const found = [...(await model.staying(site, ids))]
  const readable = found.filter(([, record]) => record.status !== 'trash' && mayRead(caller, record))
  if (readable.length < ids.length) {
    const sent = readable.map(([id]) => ({ id }))
    problems.invalid(model.kind, noneHas(model.kind, ids, sent))
  }
  for (const ref of refs) {
    if ('id' in ref) continue
    const inside = new Problems()
    if (model.nameOf(ref.fields) === '') inside.invalid(model.kind, 'must not be blank')
    checked.set(ref.fields, await checkPostFields(model.kind, ref.fields, { ...context, problems: inside }))
    const wrong = inside.summary()
    if (wrong !== '') problems.invalid(model.kind, wrong)
  }
  return checked
}

/**
 * The IDs that the event will link to. Inline fields select a record by its name, or create one in the same commit.
 * Without `refs`, links stay as they are. Links that the caller may not see always stay. Links to records in the trash
 * stay if the caller sends back the links that answers show. The versions of new links are checked: a record that is
 * merged meanwhile is not linked to.
 */
export async function resolveLinked<R extends LinkedRecord, F extends PostFields>(
  plan: Plan,
  model: WritableModel<R, F>,
  refs: readonly LinkedRef<F>[] | undefined,
  current: readonly number[],
  inline: InlineFields,
): Promise<readonly number[]> {
  if (refs === undefined) return current
  const ids: number[] = []
  const planned: { readonly fields: F; readonly id: number }[] = []
  const sent = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []))
  const staying = await model.staying(plan.site, sent)
  const link = ({ id, version }: Pick<R, 'id' | 'version'>) => {
    if (!current.includes(id)) plan.hold(model.kind, id, version)
    ids.push(id)
    return id
  }
  for (const ref of refs) {
    if ('id' in ref) {
      const record = staying.get(ref.id)
      // One that was deleted meanwhile is linked to all the same, as if it had been deleted afterwards.
      if (record === undefined) ids.push(ref.id)
      else link(record)
      continue
    }
    const known = planned.find(({ fields }) => model.isSame(fields, ref.fields))
    if (known === undefined) demandAuthorRight(plan.caller, ref.fields.author, undefined)
    const own = inline.get(ref.fields) ?? NO_HOST_FIELDS
    if (known !== undefined) ids.push(known.id)
    else {
      const id = link(await reuseOrPlan(plan, model, ref.fields, own, false))
      planned.push({ fields: ref.fields, id })
    }
  }
  const own = await linksOf(plan, model, current)
  if (isSameList(ids, own.shown)) return current
  return [...new Set([...ids, ...own.hidden])]
}

/** `shown`: the links that answers show to the caller. `hidden`: those that the caller may not know of. */
async function linksOf<R extends LinkedRecord, F extends PostFields>(
  { site, caller }: Plan,
  model: WritableModel<R, F>,
  ids: readonly number[],
): Promise<{ shown: readonly number[]; hidden: readonly number[] }> {
  const records = ids.length === 0 ? [] : await model.get(site, ids)
  const known = new Map(records.map((record) => [record.id, record]))
  const those = (test: (record: R) => boolean) =>
    ids.filter((id) => {
      const record = known.get(id)
      return record !== undefined && test(record)
    })
  return {
    shown: those((record) => record.status !== 'trash' && mayRead(caller, record)),
    hidden: those((record) => !mayRead(caller, record)),
  }
}

const isSameList = (ids: readonly number[], others: readonly number[]): boolean =>
  ids.length === others.length && ids.every((id, at) => id === others[at])
