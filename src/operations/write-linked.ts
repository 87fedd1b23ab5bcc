import { mayRead } from '../access/policy.ts'
import { nameKey } from '../domain/content.ts'
import { publication } from '../domain/publication.ts'
import type { OrganizerRecord, VenueRecord } from '../domain/records.ts'
import { ApiError } from '../errors.ts'
import type { Answer, Asked } from '../routes/route.ts'
import { requireFields } from '../schema/read.ts'
import type { Image } from '../types.ts'
import { demandChange } from './find-record.ts'
import type { LinkedModel } from './linked-models.ts'
import { commitNew, once } from './once.ts'
import { commit, type Plan } from './plan.ts'
import { checkPostFields, demandAuthorRight, isWaiting, nextStatus, type PostFields } from './post-fields.ts'
import { singleLinked } from './read-linked.ts'
import { postSlug } from './slugs.ts'

type LinkedRecord = VenueRecord | OrganizerRecord

export function createLinked<R extends LinkedRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  asked: Asked,
): Promise<Answer> {
  return once(
    asked,
    (asked) => makeLinked(model, asked),
    async (asked) => {
      const record = await model.find(asked)
      if (!mayRead(asked.caller, record)) throw new ApiError(`${model.kind}-not-accessible`)
      return singleLinked(model, asked, record, false)
    },
  )
}

async function makeLinked<R extends LinkedRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  asked: Asked,
): Promise<Answer> {
  const { site, caller, params, problems, note } = asked
  requireFields([model.kind], params, problems)
  const fields = model.read(site, params, problems)
  const image = await checkPostFields(fields, asked)
  if (problems.summary() !== '' && model.nameOf(fields) === '')
    problems.invalid(model.kind, 'must not be blank')
  problems.throwIfAny(note)
  if (model.nameOf(fields) === '') throw new ApiError(`could-not-create-${model.kind}`)
  demandAuthorRight(caller, fields.author, undefined)
  const record = await commitNew(asked, (plan) => reuseOrPlan(plan, model, fields, image, true))
  return { ...singleLinked(model, asked, record, false), status: 201 }
}

export async function updateLinked<R extends LinkedRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  asked: Asked,
): Promise<Answer> {
  const { site, caller, now, params, problems } = asked
  const fields = model.read(site, params, problems)
  if (model.nameOf(fields) === '') problems.invalid(model.kind, 'must not be blank')
  const image = await checkPostFields(fields, asked)
  problems.throwIfAny()
  const record = await commit({ site, caller, now }, async (plan) => {
    const current = await model.find(asked)
    demandChange(caller, current, asked.ifMatch)
    demandAuthorRight(caller, fields.author, current.author)
    const status = nextStatus(caller, fields.status, current)
    return plan.put(await nextRecord(plan, model, current, fields, status, image))
  })
  return singleLinked(model, asked, record, false)
}

/** Moves to the trash; what is there already is 410. */
export async function deleteLinked<R extends LinkedRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  asked: Asked,
): Promise<Answer> {
  const { site, caller, now } = asked
  const record = await commit({ site, caller, now }, async (plan) => {
    const current = await model.find(asked)
    demandChange(caller, current, asked.ifMatch)
    if (current.status === 'trash') throw new ApiError(`${model.kind}-is-in-trash`)
    return plan.put(await nextRecord(plan, model, current, model.nothing, 'trash', undefined))
  })
  return singleLinked(model, asked, record, false)
}

/**
 * The record of the same name that the caller may read, if there is one (with a description given, and
 * `matchDescription`, only if that is the same), else a new one, planned.
 */
export async function reuseOrPlan<R extends LinkedRecord, F extends PostFields>(
  plan: Plan,
  model: LinkedModel<R, F>,
  fields: F,
  image: Image | null | undefined,
  matchDescription: boolean,
): Promise<R> {
  const name = model.nameOf(fields) ?? ''
  const description = model.descriptionOf(fields)
  const sameName = await model.named(plan.site.storage, nameKey(name))
  const same = sameName.find(
    (record) =>
      record.status !== 'trash' &&
      mayRead(plan.caller, record) &&
      (!matchDescription || description === '' || description === model.descriptionOf(record)),
  )
  if (same !== undefined) return same
  const status = nextStatus(plan.caller, fields.status, null)
  return plan.put(await nextRecord(plan, model, null, fields, status, image ?? null))
}

async function nextRecord<R extends LinkedRecord, F extends PostFields>(
  plan: Plan,
  model: LinkedModel<R, F>,
  current: R | null,
  fields: F,
  status: R['status'],
  image: Image | null | undefined,
): Promise<R> {
  const { caller, now, site } = plan
  const id = current?.id ?? (await plan.freshId('post'))
  const published = publication(current, status, fields, now, site.zone)
  const slug = await postSlug(plan, model.kind, id, current, {
    status: published.status,
    given: fields.slug,
    name: model.nameOf(fields) ?? (current === null ? undefined : model.nameOf(current)) ?? '',
    isWaiting: isWaiting(caller, status, current),
  })
  const post = {
    ...published,
    // On creation the change is as old as the publication date says.
    ...(current === null ? { modified: published.date, modified_utc: published.date_utc } : {}),
    id,
    version: current?.version ?? 0,
    author: fields.author ?? current?.author ?? caller?.id ?? 0,
    slug,
    image: image === undefined ? (current?.image ?? null) : image,
  }
  return model.next(post, current, fields)
}
