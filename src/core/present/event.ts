import type { Currency, DateDetails, Event, Image, Recurrence } from '../../types/index.ts'
import { shownImage } from '../domain/images.ts'
import { presentCost } from '../domain/records/cost.ts'
import type { EventRecord, Series } from '../domain/records/records.ts'
import type { WallClock } from '../domain/time/zones.ts'
import { EVENT, type SecretEventField } from '../fields/event.ts'
import type { Links } from './links.ts'
import { shownOfEvent } from './plain.ts'
import { globalIdOf, isDraft, modifiedUtc, NEVER, permalinkOf, type Shown } from './post.ts'

/** The fields that depend on more than the event's record. They are the last ones in its JSON. */
type LinkedField = 'post_parent' | 'categories' | 'tags' | 'venue' | 'organizer' | 'custom_fields' | 'json_ld'

type OwnFields = Omit<Event, LinkedField>

/**
 * `isProtected`: the caller lacks the password. Then the event shows its title and its times; all else is blank. `next`: of a
 * series, the start of its next date, if it is asked for.
 */
export function presentEvent(
  record: EventRecord,
  links: Links,
  { currency, defaultImage }: { readonly currency: Currency; readonly defaultImage: Image | null },
  isProtected: boolean,
  next?: string | null,
): Shown<OwnFields> {
  // The types keep what a password protects apart.
  const event: Omit<EventRecord, SecretEventField> = record
  const open: Pick<EventRecord, SecretEventField> | undefined = isProtected ? undefined : record
  const globalId = globalIdOf(event, links)
  const url = permalinkOf(event, links)
  const { cost, cost_details } = presentCost(open?.cost ?? null, currency)
  const first = {
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
    image:
      open === undefined
        ? (false as const)
        : (shownImage(open.image, links.api) ?? defaultImage ?? (false as const)),
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
  }
  const last = {
    recurrence: event.series && recurrenceOf(event.series, next),
    recurrence_id: event.occurrence?.at,
    previous_start_date: event.previous_start_date,
    overrides: open && event.occurrence && [...event.occurrence.overrides],
  }
  return Object.assign(first, shownOfEvent(EVENT, event, open), last)
}

const recurrenceOf = (
  { rrule, exdate, rdate, count, work }: Series,
  next: string | null | undefined,
): Recurrence => ({
  rrule,
  exdate: [...exdate],
  rdate: [...rdate],
  count,
  ...(work === undefined ? {} : { unfinished: true }),
  ...(next === undefined ? {} : { next }),
})

const details = (wall: WallClock): DateDetails => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
})
