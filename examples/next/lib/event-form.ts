import { type ClientEvent, etagOf } from 'kalends/client'
import { every } from './every.ts'
import { eventPath } from './paths.ts'
import { reader } from './reader.ts'
import { type Repeat, repeatOf } from './repeat.ts'
import { dateText } from './repeat-text.ts'
import { DATE_SCOPES, type ScopeChoice, seriesScopes } from './scope.ts'
import { readNextDate, readSeries, seriesIdOf } from './series.ts'
import { textOf } from './text.ts'

export interface Choice {
  id: number
  name: string
}

export interface Saved {
  id: number
  etag: string
  /** As `EventFormValues.start`. */
  start: string
}

export interface SeriesValues {
  path: string
  /** Which dates a change or a deletion can mean; none if there is only one answer. */
  scopes: readonly ScopeChoice[]
  /** For the form of the series itself: its next date. */
  next: Saved | undefined
  /** Dates besides those of the rule. The form keeps them. */
  alsoOn: readonly string[]
}

/** What the form begins with: plain values, which can be handed to the browser. */
export interface EventFormValues {
  /** Absent for a new event. */
  saved?: Saved
  /** Absent unless the event is a series or a date of one. */
  series?: SeriesValues
  title: string
  description: string
  /** `YYYY-MM-DDTHH:MM`, in `timezone`; '' for none yet. */
  start: string
  end: string
  timezone: string
  isAllDay: boolean
  repeat: Repeat
  venue: string
  categories: number[]
  cost: string
  website: string
  status: 'publish' | 'draft'
}

export async function valuesOf(event: ClientEvent): Promise<EventFormValues> {
  const series = (await readSeries([event])).get(seriesIdOf(event))
  return {
    saved: savedOf(event),
    ...(series && { series: await seriesValuesOf(series, event) }),
    title: textOf(event.title),
    description: event.description,
    start: inputTime(event.start_date),
    end: inputTime(event.end_date),
    timezone: event.timezone,
    isAllDay: event.all_day === true,
    repeat: repeatOf(series?.recurrence, (series ?? event).start_date),
    venue: String(event.venue[0]?.id ?? ''),
    categories: event.categories.map(({ id }) => id),
    cost: textOf(event.cost),
    // The API shows the event's own address where it has no website.
    website: event.website === event.url ? '' : event.website,
    status: event.status === 'publish' ? 'publish' : 'draft',
  }
}

async function seriesValuesOf(series: ClientEvent, event: ClientEvent): Promise<SeriesValues> {
  const next = event.id === series.id ? await readNextDate(series) : undefined
  const ownScopes = next === undefined ? [] : seriesScopes(dateText(next.start_date.slice(0, 10)))
  return {
    path: eventPath(series),
    scopes: event.id === series.id ? ownScopes : DATE_SCOPES,
    next: next && savedOf(next),
    alsoOn: series.recurrence?.rdate ?? [],
  }
}

export const savedOf = (event: ClientEvent): Saved => ({
  id: event.id,
  etag: etagOf(event),
  start: inputTime(event.start_date),
})

export const newValues = (timezone: string): EventFormValues => ({
  title: '',
  description: '',
  start: '',
  end: '',
  timezone,
  isAllDay: false,
  repeat: repeatOf(undefined, ''),
  venue: '',
  categories: [],
  cost: '',
  website: '',
  status: 'publish',
})

const inputTime = (wall: string): string => wall.slice(0, 16).replace(' ', 'T')

export async function readVenues(): Promise<Choice[]> {
  const { venues } = await reader()
  const all = await every(venues.list({ per_page: 50 }))
  return all
    .map(({ id, venue }) => ({ id, name: textOf(venue) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
