import { cutText } from '../bounded.ts'
import { exampleOf } from '../input.ts'
import { type Json, own, textOf } from '../json.ts'
import { readWhen, WHEN_HELP, wallNow } from '../when.ts'
import { ROW_FIELDS, rowOf, rowSchema } from './event-text.ts'
import { listSchema, pageArguments, pageOf, pageQuery, placeIn } from './pages.ts'
import { bodyOf, rowsIn } from './rest.ts'
import { type CalendarTool, object, READS, type Session, ToolError } from './tool.ts'

/** Filters of the list of events that pass as they are. */
const FILTERS: Json = {
  search: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'Words in title, description or excerpt.',
  },
  categories: {
    type: 'array',
    items: { type: 'string', maxLength: 200 },
    maxItems: 20,
    description: 'Names or slugs of categories; any of them.',
  },
  tags: {
    type: 'array',
    items: { type: 'string', maxLength: 200 },
    maxItems: 20,
    description: 'Names or slugs of tags; any of them.',
  },
  venue: { type: 'integer', minimum: 1, description: 'ID of a venue; see find_places.' },
  organizer: { type: 'integer', minimum: 1, description: 'ID of an organizer; see find_organizers.' },
  featured: { type: 'boolean', description: 'Only featured events.' },
  event_status: {
    type: 'string',
    enum: ['scheduled', 'canceled', 'postponed', 'moved_online', 'rescheduled'],
    description: 'Only events with this status.',
  },
  status: {
    type: 'string',
    enum: ['publish', 'future', 'draft', 'pending', 'private', 'trash'],
    description: 'Default: published, and what the caller may see of works in progress.',
  },
  series: { type: 'integer', minimum: 1, description: 'ID of a series: only its dates.' },
}

export const findEvents: CalendarTool = {
  name: 'find_events',
  title: 'Find events',
  description:
    'Finds events of the calendar by time, words, category, tag, venue or organizer, in the order of their start. ' +
    'Say the time as people do, in "when"; the answer says which interval was understood. ' +
    'Each date of a repeating event is a row of its own. Call get_event for the description of one.',
  needsWrite: false,
  annotations: READS,
  inputSchema: () =>
    object({
      when: {
        type: 'string',
        minLength: 1,
        maxLength: 60,
        description: `Default: from now on. One of: ${WHEN_HELP}.`,
      },
      ...FILTERS,
      ...pageArguments,
    }),
  outputSchema: listSchema('events', rowSchema, {
    interval: {
      type: 'object',
      description:
        'On the wall clock of the calendar. An event is in it if it begins before "to" and ends after "from".',
      properties: {
        from: { type: 'string' },
        to: { type: ['string', 'null'] },
        timezone: { type: 'string' },
      },
      required: ['from', 'to', 'timezone'],
    },
  }),
  run: async (args, session) => {
    const interval = intervalOf(own(args, 'when'), session)
    const page = pageOf(args)
    const body = bodyOf(
      await session.calendar('GET', '/events', {
        query: {
          ...pageQuery(page),
          ...filtersOf(args),
          strict_dates: '1',
          ends_after: interval.from,
          ...(interval.to !== null && { starts_before: interval.to }),
          orderby: 'start_date',
          order: 'asc',
          _fields: ROW_FIELDS,
        },
      }),
    )
    return {
      interval: { ...interval, timezone: session.me.timezone },
      events: rowsIn(body, 'events').map(rowOf),
      ...placeIn(page, body),
    }
  },
}

function intervalOf(when: unknown, { me, now }: Session): { from: string; to: string | null } {
  const today = { now, timezone: me.timezone, startOfWeek: me.startOfWeek }
  if (when === undefined) return { from: wallNow(today), to: null }
  const interval = readWhen(textOf(when), today)
  if (interval !== undefined) return interval
  throw new ToolError(
    `when ${JSON.stringify(cutText(textOf(when), 60))} is not understood; a value that would do: ` +
      `${JSON.stringify(exampleOf('when', undefined))}. It takes: ${WHEN_HELP}.`,
  )
}

function filtersOf(args: Json): Record<string, string> {
  const names = Object.keys(FILTERS).filter((name) => own(args, name) !== undefined)
  return Object.fromEntries(
    names.map((name) => {
      const value = own(args, name)
      // A comma in a name would be two names.
      if (Array.isArray(value)) return [name, value.map((one) => String(one).replaceAll(',', ' ')).join(',')]
      return [name === 'series' ? 'post_parent' : name, String(value)]
    }),
  )
}
