import type { EventInput, LinkedInput, VenueInput } from 'kalends/client'
import { plusDays } from '../lib/dates.ts'

/** The form's fields as the API takes them. What is wrong with them is the API's to say. */
export function eventInputOf(form: FormData): EventInput {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    title: escapeText(text('title')),
    description: text('description'),
    start_date: text('start_date'),
    end_date: text('end_date'),
    all_day: form.has('all_day'),
    venue: venueOf(text),
    categories: form.getAll('categories').map(Number),
    cost: text('cost'),
    website: text('website'),
    status: text('status') === 'draft' ? 'draft' : 'publish',
    show_map: true,
    show_map_link: true,
  }
}

/** The input for another date of a series: moved by as many days as there are between two starts. */
export function movedBetween(from: string, to: string, input: EventInput): EventInput {
  const days = (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000
  const moved = (wall: EventInput['start_date']) =>
    days !== 0 && /^\d{4}-\d\d-\d\d/.test(wall) ? plusDays(wall, days) + wall.slice(10) : wall
  return { ...input, start_date: moved(input.start_date), end_date: moved(input.end_date) }
}

/** The ID of one that is there, the fields of a new one, or `null` for none. */
function venueOf(text: (name: string) => string): LinkedInput<VenueInput> {
  const choice = text('venue')
  if (choice === '') return null
  if (choice !== 'new') return Number(choice)
  return { venue: escapeText(text('venue_name')), address: text('venue_address'), city: text('venue_city') }
}

/** A title is HTML for the API, but text in this form. */
const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
