import { cutText } from '../bounded.ts'
import { isObject, type Json, own, textOf } from '../json.ts'
import { numberOf } from './rest.ts'
import { answer } from './tool.ts'

/*
 * Events as tools show them: what an assistant needs, in few words.
 */

export const ROW_FIELDS =
  'id,title,start_date,end_date,timezone,all_day,status,event_status,event_status_reason,cost,post_parent,venue,' +
  'categories,is_virtual,recurrence_id'

export const rowSchema = answer(
  {
    id: { type: 'integer' },
    title: { type: 'string' },
    start: { type: 'string', description: 'On the wall clock of the event: YYYY-MM-DD HH:MM:SS.' },
    end: { type: 'string' },
    timezone: { type: 'string' },
    all_day: { type: 'boolean' },
    status: { type: 'string' },
    event_status: { type: 'string' },
    event_status_reason: { type: 'string' },
    cost: { type: 'string' },
    series: {
      type: 'integer',
      description: 'The event repeats, and this is one date of it: ID of all dates.',
    },
    place: { type: 'string' },
    online: { type: 'boolean' },
    categories: { type: 'array', items: { type: 'string' } },
  },
  ['id', 'title', 'start', 'end', 'timezone'],
)

/** Compact: what is usual is not said. */
export function rowOf(event: Json): Json {
  const text = (name: string, length: number) => cutText(textOf(own(event, name)), length)
  const some = (name: string, length: number) =>
    text(name, length) === '' ? {} : { [name]: text(name, length) }
  const status = textOf(own(event, 'event_status'))
  const place = placeOf(own(event, 'venue'))
  const series = own(event, 'recurrence_id') === undefined ? 0 : (numberOf(own(event, 'post_parent')) ?? 0)
  const categories = namesIn(own(event, 'categories'))
  return {
    id: numberOf(own(event, 'id')) ?? 0,
    title: text('title', 160),
    start: text('start_date', 40),
    end: text('end_date', 40),
    timezone: text('timezone', 60),
    ...(own(event, 'all_day') === true && { all_day: true }),
    ...(text('status', 20) !== 'publish' && some('status', 20)),
    ...(status !== '' &&
      status !== 'scheduled' && { event_status: status, ...some('event_status_reason', 120) }),
    ...some('cost', 60),
    ...(series > 0 && { series }),
    ...(place !== '' && { place }),
    ...(own(event, 'is_virtual') === true && { online: true }),
    ...(categories.length > 0 && { categories }),
  }
}

/** Names of terms, a few. */
export const namesIn = (terms: unknown): string[] =>
  (Array.isArray(terms) ? terms : [])
    .filter(isObject)
    .slice(0, 3)
    .map((term) => cutText(textOf(own(term, 'name')), 40))

/** One line: the name and the town. */
export function placeOf(venue: unknown): string {
  const one: unknown = Array.isArray(venue) ? venue[0] : venue
  if (!isObject(one)) return ''
  const parts = ['venue', 'city'].map((name) => cutText(textOf(own(one, name)), 80))
  return parts.filter((part) => part !== '').join(', ')
}
