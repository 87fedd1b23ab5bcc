import {
  feedEvents,
  newestEvents,
  writeCalendar,
  writeInSlices,
  writeRss,
} from '../operations/events/feeds.ts'
import { readEvent } from '../operations/events/read-event.ts'
import { withoutMarkedAny } from '../operations/reading/status-filter.ts'
import { eventFeedSchema } from '../schema/event-list.ts'
import { eventPasswordSchema } from '../schema/event-read.ts'
import { endpoint } from './route.ts'

const headersOf = (name: string) => ({
  'content-type': 'text/calendar; charset=utf-8',
  'content-disposition': `inline; filename="${name}.ics"`,
})

export const calendar = endpoint({
  operation: 'readCalendar',
  isAlone: true,
  input: eventFeedSchema,
  before: withoutMarkedAny,
  run: async (context, fields) => {
    const answer = await feedEvents(context, fields)
    const content = await writeInSlices(writeCalendar(answer.content.events, context), context.slice)
    return { ...answer, content, headers: headersOf('events') }
  },
})

export const news = endpoint({
  operation: 'readNews',
  isAlone: true,
  input: eventFeedSchema,
  before: withoutMarkedAny,
  run: async (context, fields) => {
    const answer = await newestEvents(context, fields)
    const { events, query } = answer.content
    const search = new URLSearchParams(query.map(([name, value]) => [name, value]))
    const self = `${context.links.collection('event')}.rss${query.length === 0 ? '' : `?${search}`}`
    const content = await writeInSlices(writeRss(events, self, context), context.slice)
    return { ...answer, content, headers: { 'content-type': 'application/rss+xml; charset=utf-8' } }
  },
})

export const eventCalendar = endpoint({
  operation: 'readEventCalendar',
  isAlone: true,
  headers: ['X-Event-Password'],
  input: eventPasswordSchema,
  run: async (context, fields) => {
    const answer = await readEvent(context, fields)
    const content = await writeInSlices(writeCalendar([answer.content], context), context.slice)
    return { ...answer, content, headers: headersOf(`event-${answer.content.event.id}`) }
  },
})
