import { at, listOf, openCalendar } from '../routes/calendar.ts'
import { calendarOf, conditional, type eventOn, feedServer } from './feeds.ts'

/* A calendar in memory, with sources that say what a test wants. */

type Events = readonly ReturnType<typeof eventOn>[]

export function opened() {
  const server = feedServer()
  const calendar = openCalendar({ sources: { fetch: server.fetch } })
  const sourceOf = async (name: string, events: Events, fields: object = {}) => {
    const url = `https://${name}.example/feed.ics`
    const serve = (next: Events) => server.serve(url, conditional(calendarOf(next)))
    serve(events)
    const id = await calendar.make('sources', { url, status: 'publish', ...fields })
    return { id, serve, pull: async () => (await calendar.ask('POST', `/sources/${id}/pull`)).body }
  }
  const all = async (query = '') => {
    const range = 'start_date=2027-01-01&end_date=2030-01-01&per_page=50'
    const { body } = await calendar.ask('GET', `/events?${range}&status=publish,pending,draft${query}`)
    return listOf(body.events)
  }
  /** Each as a line, in their order. */
  const events = async () =>
    (await all()).map((event) => {
      const [title, start, standing] = ['title', 'start_date', 'event_status'].map((name) => at(event, name))
      return [title, start, standing].filter((part) => part !== undefined).join(' ')
    })
  return { ...calendar, server, sourceOf, all, events }
}
