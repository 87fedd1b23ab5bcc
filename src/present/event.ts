import { presentCost } from '../domain/cost.ts'
import type { EventRecord, Series } from '../domain/records.ts'
import type { WallClock } from '../domain/zones.ts'
import type { Currency, DateDetails, Event, Recurrence } from '../types.ts'
import type { Links } from './links.ts'
import { globalIdOf, isDraft, modifiedUtc, NEVER, permalinkOf, type Shown } from './post.ts'

/** The fields that depend on more than the event's record. They are the last ones in its JSON. */
type LinkedField = 'post_parent' | 'categories' | 'tags' | 'venue' | 'organizer' | 'custom_fields' | 'json_ld'

type OwnFields = Omit<Event, LinkedField>

/** `isProtected`: the caller lacks the password. Then the event shows its title and its times; all else is blank. */
export function presentEvent(
  event: EventRecord,
  links: Links,
  currency: Currency,
  isProtected: boolean,
): Shown<OwnFields> {
  const open = isProtected ? undefined : event
  const globalId = globalIdOf(event, links)
  const url = permalinkOf(event, links)
  const { cost, cost_details } = presentCost(open?.cost ?? null, currency)
  return {
    id: event.id,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: String(event.author),
    status: event.status,
    date: event.date,
    date_utc: isDraft(event) ? NEVER : event.date_utc,
    modified: event.modified,
    modified_utc: modifiedUtc(event),
    url,
    rest_url: links.record('event', event.id),
    title: event.title,
    slug: event.slug,
    description: open?.description ?? '',
    excerpt: open?.excerpt ?? '',
    image: open?.image ?? false,
    all_day: open?.all_day ?? null,
    start_date: event.start,
    start_date_details: details(event.start),
    end_date: event.end,
    end_date_details: details(event.end),
    utc_start_date: event.utc_start,
    utc_start_date_details: details(event.utc_start),
    utc_end_date: event.utc_end,
    utc_end_date_details: details(event.utc_end),
    timezone: event.timezone,
    timezone_abbr: event.timezone_abbr,
    cost,
    cost_details,
    website: open === undefined ? '' : (open.website ?? url),
    show_map: open?.show_map ?? null,
    show_map_link: open?.show_map_link ?? null,
    hide_from_listings: open?.hide_from_listings ?? null,
    sticky: open?.sticky ?? null,
    featured: open?.featured ?? null,
    ticketed: open?.ticketed ?? null,
    recurrence: event.series && recurrenceOf(event.series),
    recurrence_id: event.occurrence?.at,
    overrides: open?.occurrence && [...open.occurrence.overrides],
  }
}

const recurrenceOf = ({ rrule, exdate, rdate, count, unfinished }: Series): Recurrence => ({
  rrule,
  exdate: [...exdate],
  rdate: [...rdate],
  count,
  ...(unfinished === undefined ? {} : { unfinished: true }),
})

const details = (wall: WallClock): DateDetails => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
})
