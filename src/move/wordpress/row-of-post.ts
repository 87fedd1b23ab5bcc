import { isRow, type Row } from '../../formats/rows.ts'
import { isOldId } from './old-id.ts'

/*
 * An event that the events interface does not answer for, out of what WordPress shows of its post to editors.
 */

/** The event as a list would show it; `undefined` if its dates are not told. */
export function rowOfPost(post: Row, image: Row | undefined): Row | undefined {
  const meta = isRow(post.meta) ? post.meta : {}
  const metaOf = (name: string): unknown => (Array.isArray(meta[name]) ? meta[name][0] : meta[name])
  const textOf = (name: string): string => {
    const value = metaOf(name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const isYes = (name: string): boolean => /^(?:yes|true|1|on)$/i.test(String(metaOf(name) ?? ''))
  const start = textOf('_EventStartDate')
  if (start === '') return undefined
  const cost = textOf('_EventCost')
  return {
    ...{ id: post.id, author: post.author, status: post.status, slug: post.slug },
    ...{ date: post.date, date_utc: post.date_gmt, modified: post.modified, modified_utc: post.modified_gmt },
    ...{
      title: renderedIn(post.title),
      description: renderedIn(post.content),
      excerpt: renderedIn(post.excerpt),
    },
    image: image === undefined ? false : imageRow(image),
    all_day: isYes('_EventAllDay'),
    ...{ start_date: start, end_date: textOf('_EventEndDate') },
    ...{ utc_start_date: textOf('_EventStartDateUTC'), utc_end_date: textOf('_EventEndDateUTC') },
    ...{ timezone: textOf('_EventTimezone'), website: textOf('_EventURL'), cost },
    cost_details: {
      currency_symbol: cost === '' ? '' : textOf('_EventCurrencySymbol'),
      currency_position: textOf('_EventCurrencyPosition'),
      values: cost === '' ? [] : [cost],
    },
    ...{ show_map: isYes('_EventShowMap'), show_map_link: isYes('_EventShowMapLink') },
    ...{ hide_from_listings: isYes('_EventHideFromUpcoming'), featured: isYes('_tribe_featured') },
    sticky: post.menu_order === -1,
    ...{ categories: linksOf(post.tribe_events_cat), tags: linksOf(post.tags) },
    ...{ venue: linksOf(meta._EventVenueID), organizer: linksOf(meta._EventOrganizerID) },
  }
}

const renderedIn = (field: unknown): unknown => (isRow(field) ? field.rendered : field)

/** IDs, which metadata has as texts. */
const linksOf = (value: unknown): readonly Row[] =>
  (Array.isArray(value) ? value : [value]).map(Number).flatMap((id) => (isOldId(id) ? [{ id }] : []))

/** An image of WordPress as events show theirs. */
function imageRow({ id, source_url: url, media_details }: Row): Row {
  const { width, height, filesize, sizes } = isRow(media_details) ? media_details : {}
  const [, extension = ''] = /\.([a-z\d]{1,8})$/i.exec(String(url)) ?? []
  const named = Object.entries(isRow(sizes) ? sizes : {}).flatMap(([name, size]) =>
    isRow(size) ? [[name, { ...size, 'mime-type': size.mime_type, url: size.source_url }] as const] : [],
  )
  return { url, id, extension, width, height, filesize, sizes: Object.fromEntries(named) }
}
