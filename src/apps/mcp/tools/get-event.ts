import { cutText } from '../bounded.ts'
import { isObject, type Json, own, textOf } from '../json.ts'
import { rowOf, rowSchema } from './event-text.ts'
import { bodyOf, numberOf } from './rest.ts'
import { answer, type CalendarTool, object, READS, type Session } from './tool.ts'

/** Characters of a description in one answer. */
const PART = 6000

export const ID: Json = { type: 'integer', minimum: 1, description: 'ID of the event.' }

const properties = isObject(rowSchema.properties) ? rowSchema.properties : {}

const eventSchema = answer(
  {
    ...properties,
    version: {
      type: 'string',
      description: 'Pass it to update_event or delete_event: they fail if somebody else was first.',
    },
    url: { type: 'string' },
    website: { type: 'string' },
    description: { type: 'string', description: 'HTML.' },
    description_next: { type: 'integer', description: 'There is more: pass it as description_from.' },
    excerpt: { type: 'string' },
    recurrence: { type: ['object', 'null'] },
    venue: { type: ['object', 'null'] },
    organizers: { type: 'array', items: { type: 'object' } },
    tags: { type: 'array', items: { type: 'string' } },
    virtual_url: { type: 'string' },
    custom_fields: { type: 'object' },
  },
  ['id', 'title', 'start', 'end', 'timezone'],
)

export const getEvent: CalendarTool = {
  name: 'get_event',
  title: 'Read an event',
  description: 'All about one event: its times, place, people, description and, if it repeats, its rule.',
  needsWrite: false,
  annotations: READS,
  inputSchema: () =>
    object(
      {
        id: ID,
        description_from: {
          type: 'integer',
          minimum: 0,
          description: 'description_next of the answer before, for the rest of a long description.',
        },
      },
      ['id'],
    ),
  outputSchema: eventSchema,
  run: async (args, session) => {
    const id = numberOf(own(args, 'id')) ?? 0
    return read(id, numberOf(own(args, 'description_from')) ?? 0, session)
  },
}

/** The event as it is now. */
export async function read(id: number, from: number, { calendar }: Session): Promise<Json> {
  const response = await calendar('GET', `/events/${id}`)
  return eventOf(bodyOf(response), response.headers.get('etag'), from)
}

export function eventOf(event: Json, version: string | null, from = 0): Json {
  const line = (name: string): Json => {
    const text = cutText(textOf(own(event, name)), 500)
    return text === '' ? {} : { [name]: text }
  }
  const description = textOf(own(event, 'description'))
  const custom = own(event, 'custom_fields')
  const venue = own(event, 'venue')
  return {
    ...rowOf(event),
    ...(version !== null && { version }),
    ...line('url'),
    ...line('website'),
    description: description.slice(from, from + PART),
    ...(description.length > from + PART && { description_next: from + PART }),
    ...line('excerpt'),
    recurrence: own(event, 'recurrence') ?? null,
    venue: venueOf(Array.isArray(venue) ? venue[0] : venue),
    organizers: linked(own(event, 'organizer'), 'organizer'),
    tags: (Array.isArray(own(event, 'tags')) ? [own(event, 'tags')].flat() : [])
      .filter(isObject)
      .slice(0, 20)
      .map((tag) => cutText(textOf(own(tag, 'name')), 60)),
    ...line('virtual_url'),
    ...(isObject(custom) && { custom_fields: custom }),
  }
}

const VENUE_FIELDS = ['venue', 'address', 'city', 'zip', 'country', 'phone', 'website']

export function venueOf(venue: unknown): Json | null {
  if (!isObject(venue)) return null
  const lines = VENUE_FIELDS.map((name) => [name, cutText(textOf(own(venue, name)), 120)] as const)
  return {
    id: numberOf(own(venue, 'id')) ?? 0,
    ...Object.fromEntries(lines.filter(([, text]) => text !== '')),
  }
}

/** ID and name. */
const linked = (list: unknown, name: string): Json[] =>
  (Array.isArray(list) ? list : [])
    .filter(isObject)
    .slice(0, 20)
    .map((one) => ({ id: numberOf(own(one, 'id')) ?? 0, name: cutText(textOf(own(one, name)), 120) }))
