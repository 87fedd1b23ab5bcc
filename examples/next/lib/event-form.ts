import { type ClientEvent, etagOf } from 'kalends/client'
import { every } from './every.ts'
import { eventPath } from './paths.ts'
import { reader } from './reader.ts'
import { textOf } from './text.ts'

export interface Choice {
  id: number
  name: string
}

/** What the form begins with: plain values, which can be handed to the browser. */
export interface EventFormValues {
  /** Absent for a new event. */
  saved?: { id: number; etag: string; path: string }
  title: string
  description: string
  /** `YYYY-MM-DDTHH:MM`, in `timezone`; '' for none yet. */
  start: string
  end: string
  timezone: string
  isAllDay: boolean
  venue: string
  categories: number[]
  cost: string
  website: string
  status: 'publish' | 'draft'
}

export function valuesOf(event: ClientEvent): EventFormValues {
  return {
    saved: { id: event.id, etag: etagOf(event), path: eventPath(event) },
    title: textOf(event.title),
    description: event.description,
    start: inputTime(event.start_date),
    end: inputTime(event.end_date),
    timezone: event.timezone,
    isAllDay: event.all_day === true,
    venue: String(event.venue[0]?.id ?? ''),
    categories: event.categories.map(({ id }) => id),
    cost: textOf(event.cost),
    // The API shows the event's own address where it has no website.
    website: event.website === event.url ? '' : event.website,
    status: event.status === 'publish' ? 'publish' : 'draft',
  }
}

export const newValues = (timezone: string): EventFormValues => ({
  title: '',
  description: '',
  start: '',
  end: '',
  timezone,
  isAllDay: false,
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
