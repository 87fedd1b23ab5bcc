import { at, eventOf, openCalendar } from './calendar.ts'

/** Every route, and the methods that it has. */
export const ROUTES: [path: string, allowed: string[]][] = [
  ['/', ['GET']],
  ['/doc', ['GET']],
  ...['events', 'venues', 'organizers'].flatMap((name): [string, string[]][] => [
    [`/${name}`, ['GET', 'POST']],
    [`/${name}/1`, ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']],
    [`/${name}/by-slug/one`, ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']],
  ]),
  ...['categories', 'tags'].flatMap((name): [string, string[]][] => [
    [`/${name}`, ['GET', 'POST']],
    [`/${name}/1`, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
  ]),
]

/** One readable record behind each of the routes. */
export async function openStocked() {
  const calendar = openCalendar()
  const ids = {
    events: await calendar.make('events', eventOf({ title: 'One' })),
    venues: await calendar.make('venues', { venue: 'One' }),
    organizers: await calendar.make('organizers', { organizer: 'One' }),
    categories: await calendar.make('categories', { name: 'One' }),
    tags: await calendar.make('tags', { name: 'One' }),
  }
  const pathOf = (path: string) =>
    path.replace(/^\/(\w+)\/1$/, (_, name: string) => `/${name}/${at(ids, name)}`)
  return { ...calendar, ids, routes: ROUTES.map(([path, allowed]) => [pathOf(path), allowed] as const) }
}
