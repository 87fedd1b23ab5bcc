import type { Media } from '../../../types/index.ts'
import { shownImage } from '../../domain/images.ts'
import { imageOfMedia, type MediaRecord } from '../../domain/records/media.ts'
import { atInstant, type Zone } from '../../domain/time/zones.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'

/** As answers show it. */
export function shownMedia(
  record: MediaRecord,
  { site, links }: Pick<RequestContext, 'site' | 'links'>,
): Media {
  const image = shownImage(imageOfMedia(record), links.api)
  const sizes = Object.entries(image?.sizes ?? {}).map(([name, { url, width, height }]) => [
    name,
    { url, width, height },
  ])
  return {
    id: record.id,
    url: image?.url ?? '',
    alt: record.alt,
    title: record.title,
    decorative: record.decorative,
    mime_type: record.type,
    width: record.width,
    height: record.height,
    filesize: record.filesize,
    sizes: Object.fromEntries(sizes),
    author: record.author,
    date: onClock(record.date, site.zone),
  }
}

const onClock = (utc: string, zone: Zone): string =>
  atInstant(Date.parse(`${utc.replace(' ', 'T')}Z`) / 1000, zone).wall

export const singleMedia = (
  record: MediaRecord,
  context: RequestContext,
  status: 200 | 201 = 200,
): Answer<string> => ({
  status,
  content: JSON.stringify(shownMedia(record, context)),
  ...(status === 201 ? { headers: { location: `${context.links.api}/media/${record.id}` } } : {}),
  id: record.id,
  version: record.version,
})
