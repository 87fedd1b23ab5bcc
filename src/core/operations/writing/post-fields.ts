import { notADate } from '../../../errors.ts'
import type { Image, Status } from '../../../types/index.ts'
import { type Caller, forbidden, grantedStatus, has } from '../../access/policy.ts'
import { imageOfUrl, isSameImage } from '../../domain/images.ts'
import { hostImage } from '../../domain/records/media.ts'
import type { PublicationFields } from '../../domain/records/publication.ts'
import type { CustomValues, PostKind, PostRecord } from '../../domain/records/records.ts'
import type { UserId } from '../../domain/records/user-id.ts'
import { resolveDate } from '../../domain/time/date-text.ts'
import { UTC } from '../../domain/time/zones.ts'
import type { RequestContext } from '../../mount/request.ts'
import { type CustomChanges, checkCustomFields } from './custom-fields.ts'
import { ownImage } from './own-image.ts'

/** The fields that events, venues and organizers share. */
export interface PostFields extends PublicationFields {
  readonly author?: UserId | undefined
  readonly status?: Status | undefined
  readonly slug?: string | undefined
  readonly image?: number | string | null | undefined
  readonly custom_fields?: CustomValues | undefined
}

/** What the host makes of fields. `undefined` keeps what is stored. */
export interface HostFields {
  /** `null` for none. */
  readonly image: Image | null | undefined
  readonly custom: CustomChanges | undefined
}

export const NO_HOST_FIELDS: HostFields = { image: undefined, custom: undefined }

/**
 * Checks shared fields that only the host or the clock can judge. Faults go into the problems. `current`: the stored
 * record. The host is not called for its author, image and custom fields when they are sent back.
 */
export async function checkPostFields(
  kind: PostKind,
  fields: PostFields,
  context: RequestContext,
  current?: PostRecord,
): Promise<HostFields> {
  const { site, caller, params, problems } = context
  const now = context.clock.now()
  for (const [name, zone] of [
    ['date', site.zone],
    ['date_utc', UTC],
  ] as const) {
    const date = fields[name]
    if (date !== undefined && resolveDate(date, { now, zone }) === undefined)
      problems.invalid(name, notADate(date.text))
  }
  // A caller who may not choose the author is refused whatever the ID is. So the answer does not tell which users
  // exist.
  const mayName = has(caller, 'others') || fields.author === caller?.id
  const isKnown = fields.author === undefined || fields.author === current?.author || !mayName
  const [isAuthor, image, custom] = await Promise.all([
    isKnown || site.isAuthor(fields.author),
    current !== undefined && isSameImage(params.image, current.image)
      ? current.image
      : // The one that is shown of events without an image is never stored.
        kind === 'event' && isSameImage(params.image, site.defaultImage)
        ? null
        : resolveImage(fields.image, context, current?.image ?? null),
    checkCustomFields(kind, fields.custom_fields, context, current),
  ])
  if (!isAuthor) problems.invalid('author', 'is not the ID of a user')
  return { image, custom }
}

/** @param current that of the record: what answers show of it can be sent back, also where nobody else knows it. */
async function resolveImage(
  value: PostFields['image'],
  context: RequestContext,
  current: Image | null,
): Promise<Image | null | undefined> {
  const { site, problems } = context
  if (value === undefined || value === null) return value
  if (site.options.images !== undefined) {
    const own = await ownImage(context, value)
    if (own !== undefined) return own
  }
  const kept =
    current !== null && value === (typeof value === 'number' ? current.id : current.url) ? current : null
  if (site.resolveImage !== undefined) {
    const image = (await site.resolveImage(value)) ?? kept
    if (image === null) problems.invalid('image', 'is not an image of this site')
    return image && hostImage(image)
  }
  if (kept !== null) return kept
  if (typeof value === 'string') return imageOfUrl(value)
  problems.invalid('image', 'is not the ID of an image of this site')
  return undefined
}

/** Only callers who may edit all records may give a record to somebody else. */
export function demandAuthorRight(
  caller: Caller,
  author: UserId | undefined,
  current: UserId | undefined,
): void {
  if (author === undefined || author === (current ?? caller?.id) || has(caller, 'others')) return
  throw forbidden(caller, 'Not allowed to make somebody else the author.')
}

/** The status after the write, limited by the caller's rights. An update without one keeps the status. */
export function nextStatus(
  caller: Caller,
  requested: Status | undefined,
  current: PostRecord | null,
): Status {
  return current !== null && requested === undefined ? current.status : grantedStatus(caller, requested)
}

/** Whether the record now waits for somebody else's review. It has no slug until it is published. */
export function isWaiting(caller: Caller, status: Status, current: PostRecord | null): boolean {
  return (
    status === 'pending' && !has(caller, 'publish') && (current?.status !== 'pending' || current.slug === '')
  )
}
