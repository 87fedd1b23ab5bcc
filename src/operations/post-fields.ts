import { type Caller, forbidden, grantedStatus, has } from '../access/policy.ts'
import { isDateText } from '../domain/publication.ts'
import type { PostRecord } from '../domain/records.ts'
import type { Asked } from '../routes/route.ts'
import type { Image, Status } from '../types.ts'

/** The fields that events, venues and organizers share, as they were read. */
export interface PostFields {
  readonly author?: number | undefined
  readonly date?: string | undefined
  readonly date_utc?: string | undefined
  readonly status?: Status | undefined
  readonly slug?: string | undefined
  readonly image?: number | string | null | undefined
}

/**
 * Looks at what only the host or the clock can tell of the shared fields; what is wrong goes into the problems.
 * Answers the image: undefined to keep it, null for none.
 */
export async function checkPostFields(fields: PostFields, asked: Asked): Promise<Image | null | undefined> {
  const { site, caller, now, problems } = asked
  for (const name of ['date', 'date_utc'] as const) {
    const text = fields[name]
    if (text !== undefined && !isDateText(text, now, site.zone)) problems.invalid(name, 'is no date')
  }
  // Who may not make somebody else the author is refused whoever that is: it is not told who exists.
  const mayName = has(caller, 'others') || fields.author === caller?.id
  const [isAuthor, image] = await Promise.all([
    fields.author === undefined || !mayName ? true : site.isAuthor(fields.author),
    resolveImage(fields.image, asked),
  ])
  if (!isAuthor) problems.invalid('author', 'is not the ID of a user')
  return image
}

async function resolveImage(
  given: PostFields['image'],
  { site, problems }: Asked,
): Promise<Image | null | undefined> {
  if (given === undefined || given === null) return given
  if (site.resolveImage !== undefined) {
    const image = await site.resolveImage(given)
    if (image === null) problems.invalid('image', 'is no image of this site')
    return image
  }
  if (typeof given === 'string') return imageOfUrl(given)
  problems.invalid('image', 'is not the ID of an image of this site')
  return undefined
}

/** All that can be known of an image without fetching it. */
function imageOfUrl(url: string): Image {
  const [, extension = ''] = /\.([a-z0-9]{1,5})$/i.exec(new URL(url).pathname) ?? []
  return { url, id: 0, extension: extension.toLowerCase(), width: 0, height: 0, filesize: 0, sizes: {} }
}

/** Giving a record to somebody else is for those who may edit everybody's. */
export function demandAuthorRight(
  caller: Caller,
  asked: number | undefined,
  current: number | undefined,
): void {
  if (asked === undefined || asked === (current ?? caller?.id) || has(caller, 'others')) return
  throw forbidden(caller, 'Not allowed to make somebody else the author.')
}

/** The status that the write gets: as asked, as far as the caller may; kept when none is asked on an update. */
export function nextStatus(caller: Caller, asked: Status | undefined, current: PostRecord | null): Status {
  return current !== null && asked === undefined ? current.status : grantedStatus(caller, asked)
}

/** Whether the record is handed to somebody else for review: it has no slug until it is published. */
export function isWaiting(caller: Caller, status: Status, current: PostRecord | null): boolean {
  return (
    status === 'pending' && !has(caller, 'publish') && (current?.status !== 'pending' || current.slug === '')
  )
}
