import { feedEvents, newestEvents } from '../operations/feed-events.ts'
import { readEvent } from '../operations/read-event.ts'
import { type Endpoint, everybody, type Route } from './route.ts'

const formats = () => import('../present/feeds.ts')

const headersOf = (name: string) => ({
  'content-type': 'text/calendar; charset=utf-8',
  'content-disposition': `inline; filename="${name}.ics"`,
})

const all: Endpoint = {
  methods: ['GET'],
  allows: everybody,
  schema: (schemas) => schemas.eventFeed(),
  run: async (context) => {
    const { writeCalendar } = await formats()
    const answer = await feedEvents(context)
    return { ...answer, content: writeCalendar(answer.content.events, context), headers: headersOf('events') }
  },
  about: {
    operation: 'readCalendar',
    summary: 'Events as an iCalendar feed to subscribe to, from 90 days ago unless asked otherwise.',
    answer: 'text/calendar',
    success: 200,
    errors: ['rest_invalid_param'],
  },
}

const news: Endpoint = {
  methods: ['GET'],
  allows: everybody,
  schema: (schemas) => schemas.eventFeed(),
  run: async (context) => {
    const { writeRss } = await formats()
    const answer = await newestEvents(context)
    const { events, query } = answer.content
    const search = new URLSearchParams(query.map(([name, value]) => [name, value]))
    const self = `${context.links.collection('event')}.rss${query.length === 0 ? '' : `?${search}`}`
    const headers = { 'content-type': 'application/rss+xml; charset=utf-8' }
    return { ...answer, content: writeRss(events, self, context), headers }
  },
  about: {
    operation: 'readNews',
    summary: 'The 50 events that were published last, as RSS.',
    answer: 'application/rss+xml',
    success: 200,
    errors: ['rest_invalid_param'],
  },
}

const one: Endpoint = {
  methods: ['GET'],
  headers: ['X-Event-Password'],
  allows: everybody,
  schema: (schemas) => schemas.eventPassword(),
  run: async (context) => {
    const { writeCalendar } = await formats()
    const answer = await readEvent(context)
    const headers = headersOf(`event-${answer.content.event.id}`)
    return { ...answer, content: writeCalendar([answer.content], context), headers }
  },
  about: {
    operation: 'readEventCalendar',
    summary: 'One event as iCalendar.',
    answer: 'text/calendar',
    success: 200,
    errors: [
      'rest-event-not-found',
      'event-not-accessible',
      'event-no-longer-available',
      'event-password-protected',
    ],
  },
}

export const feedRoutes: readonly Route[] = [
  { path: '/events.ics', tag: 'Events', endpoints: [all] },
  { path: '/events.rss', tag: 'Events', endpoints: [news] },
  { path: '/events/:id.ics', tag: 'Events', endpoints: [one] },
  { path: '/events/by-slug/:slug.ics', tag: 'Events', endpoints: [one] },
]
