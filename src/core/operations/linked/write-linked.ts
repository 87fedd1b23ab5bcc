import { ApiError } from '../../../errors.ts'
import { mayRead } from '../../access/policy.ts'
import { publication } from '../../domain/records/publication.ts'
import type { OrganizerRecord, VenueRecord } from '../../domain/records/records.ts'
import { nameKey } from '../../domain/text/name-key.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import type { Removal } from '../../schema/event-scope.ts'
import { demandUnmerged } from '../reading/merged.ts'
import { demandChange, findRepeated } from '../writing/change-checks.ts'
import { commit } from '../writing/commit.ts'
import { nextCustomFields } from '../writing/custom-fields.ts'
import { demandForce, planErasure } from '../writing/erase.ts'
import { located } from '../writing/located.ts'
import { guardName } from '../writing/name-guards.ts'
import { commitNew, once, type Receipt } from '../writing/once.ts'
import type { Plan } from '../writing/plan.ts'
import {
  checkPostFields,
  demandAuthorRight,
  type HostFields,
  isWaiting,
  NO_HOST_FIELDS,
  nextStatus,
  type PostFields,
} from '../writing/post-fields.ts'
import { postSlug } from '../writing/slugs.ts'
import { type WritableModel, writableOrganizers, writableVenues } from './linked-writes.ts'
import { readLinked, singleLinked } from './read-linked.ts'

type LinkedRecord = VenueRecord | OrganizerRecord

async function createLinked<R extends LinkedRecord, F extends PostFields>(
  model: WritableModel<R, F>,
  context: RequestContext,
  fields: F,
): Promise<Answer<R>> {
  const answer = await once(
    context,
    (receipt) => makeLinked(model, context, fields, receipt),
    (context) => readLinked(model, context),
  )
  return located(context, model.kind, answer)
}

async function makeLinked<R extends LinkedRecord, F extends PostFields>(
  model: WritableModel<R, F>,
  context: RequestContext,
  fields: F,
  receipt: Receipt | undefined,
): Promise<Answer<R>> {
  const { caller, problems } = context
  const own = await checkPostFields(model.kind, fields, context)
  if (problems.summary() !== '' && model.nameOf(fields) === '')
    problems.invalid(model.kind, 'must not be blank')
  problems.throwIfAny()
  if (model.nameOf(fields) === '') throw new ApiError(`could-not-create-${model.kind}`)
  demandAuthorRight(caller, fields.author, undefined)
  const record = await commitNew(context, receipt, (plan) => reuseOrPlan(plan, model, fields, own, true))
  return { ...singleLinked(record), status: 201 }
}

/** `restored`: in place of what the host makes of the body. */
async function updateLinked<R extends LinkedRecord, F extends PostFields>(
  model: WritableModel<R, F>,
  context: RequestContext,
  fields: F,
  restored?: HostFields,
): Promise<Answer<R>> {
  const { site, caller, problems } = context
  const now = context.clock.now()
  if (model.nameOf(fields) === '') problems.invalid(model.kind, 'must not be blank')
  const checked = await checkPostFields(model.kind, fields, context, await findRepeated(context, model.kind))
  problems.throwIfAny()
  const own = restored ?? checked
  const record = await commit({ site, caller, now }, async (plan) => {
    const current = await model.find(context)
    await demandUnmerged(context, current)
    demandChange(caller, current, context.client)
    demandAuthorRight(caller, fields.author, current.author)
    const status = nextStatus(caller, fields.status, current)
    return plan.put(await nextRecord(plan, model, current, fields, status, own), current)
  })
  return singleLinked(record)
}

/** Moves the record to the trash, where it may not be yet (410); with `force`, deletes it for good and answers it as it was. */
async function deleteLinked<R extends LinkedRecord, F extends PostFields>(
  model: WritableModel<R, F>,
  context: RequestContext,
  { force }: Removal,
): Promise<Answer<R>> {
  const { site, caller } = context
  const now = context.clock.now()
  demandForce(force, context)
  const record = await commit({ site, caller, now }, async (plan) => {
    const current = await model.find(context)
    await demandUnmerged(context, current)
    demandChange(caller, current, context.client)
    if (force) {
      await planErasure(plan, [current])
      return current
    }
    if (current.status === 'trash') throw new ApiError(`${model.kind}-is-in-trash`)
    return plan.put(await nextRecord(plan, model, current, model.nothing, 'trash', NO_HOST_FIELDS), current)
  })
  return singleLinked(record)
}

/**
 * The record of the same name that the caller may read, and that no town tells apart, else a new one. With `matchDescription`, a given
 * description must be the same, too. Without, a name that only a merged record has stands for the one that stays.
 */
export async function reuseOrPlan<R extends LinkedRecord, F extends PostFields>(
  plan: Plan,
  model: WritableModel<R, F>,
  fields: F,
  own: HostFields,
  matchDescription: boolean,
): Promise<R> {
  const description = model.descriptionOf(fields)
  const merged: number[] = []
  const same = await model.findNamed(plan.site, fields, (record) => {
    if (record.merged !== undefined) merged.push(record.id)
    return (
      record.merged === undefined &&
      record.status !== 'trash' &&
      mayRead(plan.caller, record) &&
      (!matchDescription || description === '' || description === model.descriptionOf(record))
    )
  })
  const named = (record: R, isNew = false): R => {
    plan.site.onNamed?.(model.kind, record.id, model.nameOf(record) ?? '', isNew)
    return record
  }
  if (same !== undefined) return named(same)
  if (!matchDescription) {
    for (const record of (await model.staying(plan.site, merged)).values()) {
      if (record.status !== 'trash' && mayRead(plan.caller, record)) return named(record)
    }
  }
  const status = nextStatus(plan.caller, fields.status, null)
  return named(plan.put(await nextRecord(plan, model, null, fields, status, own), null), true)
}

async function nextRecord<R extends LinkedRecord, F extends PostFields>(
  plan: Plan,
  model: WritableModel<R, F>,
  current: R | null,
  fields: F,
  status: R['status'],
  { image, custom }: HostFields,
): Promise<R> {
  const { caller, now, site } = plan
  const id = current?.id ?? (await plan.freshId('post'))
  const published = publication(current, status, fields, now, site.zone)
  const name = model.nameOf(fields) ?? (current === null ? undefined : model.nameOf(current)) ?? ''
  if (current === null || nameKey(name) !== nameKey(model.nameOf(current) ?? ''))
    guardName(plan, model.kind, nameKey(name))
  const { slug, own_slug } = await postSlug(plan, model.kind, id, current, {
    status: published.status,
    requested: fields.slug,
    name,
    isWaiting: isWaiting(caller, status, current),
  })
  if (image !== undefined) plan.changeImage(current?.image ?? null, image)
  const post = {
    ...published,
    // A new record was last changed at its publication date.
    ...(current === null ? { modified: published.date, modified_utc: published.date_utc } : {}),
    id,
    version: current?.version ?? 0,
    author: fields.author ?? current?.author ?? caller?.id ?? 0,
    slug,
    own_slug,
    image: image === undefined ? (current?.image ?? null) : image,
    custom_fields: nextCustomFields(current?.custom_fields, custom),
  }
  return model.next(post, current, fields)
}

/** The writes of venues or of organizers. */
const writesOf = <R extends LinkedRecord, F extends PostFields>(
  model: WritableModel<R, F>,
): LinkedWrites<R, F> => ({
  create: (context, fields) => createLinked(model, context, fields),
  update: (context, fields, restored) => updateLinked(model, context, fields, restored),
  remove: (context, fields) => deleteLinked(model, context, fields),
})

export const venueWrites = writesOf(writableVenues)
export const organizerWrites = writesOf(writableOrganizers)

/** `F`: the fields of a body. */
export interface LinkedWrites<R extends LinkedRecord, F> {
  readonly create: (context: RequestContext, fields: F) => Promise<Answer<R>>
  readonly update: (context: RequestContext, fields: F, restored?: HostFields) => Promise<Answer<R>>
  readonly remove: (context: RequestContext, fields: Removal) => Promise<Answer<R>>
}
