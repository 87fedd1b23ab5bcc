import { invalidParam } from '../../../errors.ts'
import type { Change } from '../../../storage/contract.ts'
import type { Image } from '../../../types/index.ts'
import { imageOfMedia, isGoing, isImage, mediaContent, mediaOf } from '../../domain/records/media.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'
import type { RequestContext } from '../../mount/request.ts'

/* Images that were uploaded, in writes of records. Loaded with the first write of a calendar that has some. */

/** What this reads and adds to the plan of a write. */
interface ImagePlan extends Pick<RequestContext, 'site'> {
  readonly now: Date
  readonly images: { readonly named: ReadonlySet<number>; readonly dropped: ReadonlySet<number> }
  readonly changes: Change[]
  readonly hold: (kind: 'extra', id: number, version: number) => void
}

/** The image with this ID, or with an address of ours. `undefined`: there is none, or it is being deleted. */
export async function ownImage(
  { site, links }: Pick<RequestContext, 'site' | 'links'>,
  reference: number | string,
): Promise<Image | undefined> {
  const id = typeof reference === 'number' ? reference : idIn(reference, `${links.api}/media/`)
  const [document] = id === undefined ? [] : (await site.storage.get('extra', [id])).filter(isImage)
  const record = document === undefined ? undefined : mediaOf(document)
  return record === undefined || isGoing(record) ? undefined : imageOfMedia(record)
}

function idIn(url: string, start: string): number | undefined {
  const [, digits] = url.startsWith(start) ? (/^(\d{1,16})\//.exec(url.slice(start.length)) ?? []) : []
  return digits === undefined || !Number.isSafeInteger(Number(digits)) ? undefined : Number(digits)
}

/**
 * The commit is refused if an image that a record names anew is deleted by then. What it names no more is kept for the
 * days that `api.purge` is given, from now on.
 */
export async function holdImages(plan: ImagePlan): Promise<void> {
  const { named, dropped } = plan.images
  const ids = [...new Set([...named, ...dropped])]
  const images = (await plan.site.storage.get('extra', ids)).filter(isImage)
  const found = new Map(images.map((one) => [one.id, mediaOf(one)]))
  for (const id of named) {
    const record = found.get(id)
    if (record === undefined || isGoing(record)) throw invalidParam('image', 'was deleted in this moment')
    if (!dropped.has(id)) plan.hold('extra', id, record.version)
  }
  const touched = atInstant(unixSeconds(plan.now), UTC).wall
  for (const id of dropped) {
    const record = found.get(id)
    if (record === undefined || isGoing(record)) continue
    const content = mediaContent({ ...record, touched })
    plan.changes.push({ do: 'put', kind: 'extra', id, expect: record.version, content })
  }
}
