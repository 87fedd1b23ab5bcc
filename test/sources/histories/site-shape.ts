import { type Entry, later, laterByDays, occurrencesOf, utcOf } from './entries.ts'

/*
 * The events interface of a site with The Events Calendar: pages of a list between two days. Dates of a series are records of
 * their own, whose IDs are made anew when the series is saved.
 */

const SITE = 'https://wp.example'

const dashed = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** `key`: of the entry, so that a date of a series is a record of its own. */
function rowsOf(entry: Entry): Record<string, unknown>[] {
  return occurrencesOf(entry).map(({ at, start, title, isCanceled }, number) => {
    const end = entry.isDay
      ? `${laterByDays(start, entry.hours / 24 - 1).slice(0, 10)} 23:59:59`
      : later(start, entry.hours)
    const id =
      entry.series === undefined
        ? entry.key + 1000 * entry.uid
        : 10_000_000 + entry.key * 1000 + entry.version * 10 + number
    const slug = `${entry.key}-${dashed(entry.place)}${entry.series === undefined ? '' : `/${at.slice(0, 10)}`}`
    return {
      ...{
        id,
        global_id: `wp.example?id=${id}`,
        status: 'publish',
        title: `${title}`,
        url: `${SITE}/event/${slug}/`,
      },
      ...{
        description: `<p>${entry.text}</p>\n`,
        all_day: entry.isDay,
        timezone: 'Europe/Berlin',
        image: false,
      },
      ...{ start_date: start, end_date: end, utc_start_date: utcOf(start), utc_end_date: utcOf(end) },
      ...{ cost: '', website: '', categories: [], tags: [], organizer: [] },
      venue: { id: 3, venue: entry.place, slug: dashed(entry.place), address: '', city: '', country: '' },
      ...(isCanceled ? { event_status: 'canceled', event_status_reason: null } : {}),
    }
  })
}

export function siteAnswer(entries: readonly Entry[], url: URL): Response {
  const query = url.searchParams
  const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? '9999']
  const [size, page] = [Number(query.get('per_page') ?? 10), Number(query.get('page') ?? 1)]
  const all = entries
    .flatMap(rowsOf)
    .filter(({ start_date, end_date }) => String(end_date) >= from && String(start_date) <= to)
    .sort((a, b) => (String(a.start_date) < String(b.start_date) ? -1 : 1))
  const pages = Math.ceil(all.length / size)
  return Response.json({
    events: all.slice((page - 1) * size, page * size),
    ...{ rest_url: url.href, total: all.length, total_pages: pages },
  })
}
