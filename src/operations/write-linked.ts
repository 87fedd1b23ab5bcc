import { mayRead } from '../access/policy.ts'
import { nameKey } from '../domain/name-key.ts'
import { publication } from '../domain/publication.ts'
import type { OrganizerRecord, VenueRecord } from '../domain/records.ts'
import { ApiError } from '../errors.ts'
import type { Answer, RequestContext } from '../request.ts'
import { requireFields } from '../schema/read.ts'
import { demandChange, findRepeated } from './change-checks.ts'
import { nextCustomFields } from './custom-fields.ts'
import { planErasure, readForce } from './erase.ts'
import { type WritableModel, writableOrganizers, writableVenues } from './linked-writes.ts'
import { guardName } from './name-guards.ts'
import { commitNew, once } from './once.ts'
import { commit, type Plan } from './plan.ts'
import {
  checkPostFields,
  demandAuthorRight,
  type HostFields,
  isWaiting,
  NO_HOST_FIELDS,
  nextStatus,
  type PostFields,
} from './post-fields.ts'
import { readLinked, singleLinked } from './read-linked.ts'
import { postSlug } from './slugs.ts'

type LinkedRecord = VenueRecord | OrganizerRecord

function createLinked<R extends LinkedRecord, F extends PostFields>(
  model: WritableModel<R, F>,
  context: RequestContext,
): Promise<Answer<R>> {
  return once(
    context,
    (context) => makeLinked(model, context),
    (context) => readLinked(model, context),
  )
}

async function makeLinked<R extends LinkedRecord, F extends PostFields>(
  model: WritableModel<R, F>,
  context: RequestContext,
): Promise<Answer<R>> {
  const { site, caller, params, problems, note } = context
  requireFields([model.kind], params, problems)
  const fields = await model.read(site, params, problems)
  const own = await checkPostFields(model.kind, fields, context)
  if (problems.summary() !== '' && model.nameOf(fields) === '')
    problems.invalid(model.kind, 'must not be blank')
  problems.throwIfAny(note)
  if (model.nameOf(fields) === '') throw new ApiError(`could-not-create-${model.kind}`)
  demandAuthorRight(caller, fields.author, undefined)
  const record = await commitNew(context, (plan) => reuseOrPlan(plan, model, fields, own, true))
  return { ...singleLinked(record), status: 201 }
}

async function updateLinked<R extends LinkedRecord, F extends PostFields>(
  model: WritableModel<R, F>,
  context: RequestContext,
): Promise<Answer<R>> {
  const { site, caller, now, params, problems } = context
  const fields = await model.read(site, params, problems)
  if (model.nameOf(fields) === '') problems.invalid(model.kind, 'must not be blank')
  const own = await checkPostFields(model.kind, fields, context, await findRepeated(context, model.kind))
  problems.throwIfAny()
  const record = await commit({ site, caller, now }, async (plan) => {
    const current = await model.find(context)
    demandChange(caller, current, context.preconditions)
    demandAuthorRight(caller, fields.author, current.author)
    const status = nextStatus(caller, fields.status, current)
    return plan.put(await nextRecord(plan, model, current, fields, status, own))
  })
  return singleLinked(record)
}

/** Moves the record to the trash, where it may not be yet (410); with `force`, deletes it for good and answers it as it was. */
async function deleteLinked<R extends LinkedRecord, F extends PostFields>(
  model: WritableModel<R, F>,
  context: RequestContext,
): Promise<Answer<R>> {
  const { site, caller, now } = context
  const force = await readForce(context)
  const record = await commit({ site, caller, now }, async (plan) => {
    const current = await model.find(context)
    demandChange(caller, current, context.preconditions)
    if (force) {
      await planErasure(plan, [current])
      return current
    }
    if (current.status === 'trash') throw new ApiError(`${model.kind}-is-in-trash`)
    return plan.put(await nextRecord(plan, model, current, model.nothing, 'trash', NO_HOST_FIELDS))
  })
  return singleLinked(record)
}

/**
 * The oldest record of the same name that the caller may read, else a new one. With `matchDescription`, a given
 * description must be the same, too.
 */
export async function reuseOrPlan<R extends LinkedRecord, F extends PostFields>(
  plan: Plan,
  model: WritableModel<R, F>,
  fields: F,
  own: HostFields,
  matchDescription: boolean,
): Promise<R> {
  const name = model.nameOf(fields) ?? ''
  const description = model.descriptionOf(fields)
  const same = await model.findNamed(
    plan.site,
    name,
    (record) =>
      record.status !== 'trash' &&
      mayRead(plan.caller, record) &&
      (!matchDescription || description === '' || description === model.descriptionOf(record)),
  )
  if (same !== undefined) return same
  const status = nextStatus(plan.caller, fields.status, null)
  return plan.put(await nextRecord(plan, model, null, fields, status, own))
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
const writesOf = <R extends LinkedRecord, F extends PostFields>(model: WritableModel<R, F>) => ({
  create: (context: RequestContext) => createLinked(model, context),
  update: (context: RequestContext) => updateLinked(model, context),
  remove: (context: RequestContext) => deleteLinked(model, context),
})

export const venueWrites = writesOf(writableVenues)
export const organizerWrites = writesOf(writableOrganizers)

export type LinkedWrites<R extends LinkedRecord> = ReturnType<typeof writesOf<R, PostFields>>
