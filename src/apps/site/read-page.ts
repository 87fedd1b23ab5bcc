import type { Route, TermPath } from './addresses.ts'
import type { Term } from './calendar.ts'
import type { Asked } from './filters.ts'
import { isMissing, readMoved } from './moved-page.ts'
import { listOf } from './pages/list.ts'
import { dayOf, monthOf } from './pages/month.ts'
import { placePage } from './pages/place.ts'
import { statusPage } from './pages/status.ts'
import { plain } from './plain.ts'
import { readDate, readEventPage } from './read-event.ts'
import { Moved, type Page, type Scene, withQuery } from './scene.ts'

/*
 * From the address of a page to the page.
 */

export type PageRoute = Extract<
  Route,
  { readonly is: 'events' | 'event' | 'date' | 'venue' | 'organizer' | 'none' }
>

export async function readPage(scene: Scene, route: PageRoute, asked: Asked): Promise<Page | Moved> {
  switch (route.is) {
    case 'none':
      return statusPage(scene, 404)
    case 'event':
      return readEventPage(scene, route.slug)
    case 'date':
      return readDate(scene, route)
    case 'venue':
    case 'organizer':
      return readPlace(scene, route.is, route.slug, asked)
    case 'events':
      return readEvents(scene, route, asked)
  }
}

async function readEvents(
  scene: Scene,
  route: Route & { is: 'events' },
  asked: Asked,
): Promise<Page | Moved> {
  const { view, term: path } = route
  const found = path === undefined ? undefined : await findTerm(scene, path)
  if (path !== undefined && found === undefined) return readMoved(scene, path.kind, path.slugs.at(-1) ?? '')
  if (found !== undefined && found.path.slugs.join('/') !== path?.slugs.join('/'))
    return new Moved(withQuery(scene.path({ ...route, term: found.path }), asked.filters))
  const about = { ...asked, term: found }
  // Days are those of the site, so that a page has one address.
  if (view.is === 'month') return monthOf(scene, { ...about, month: view.month ?? scene.today.slice(0, 7) })
  if (view.is === 'list') return listOf(scene, about)
  if (found === undefined) return dayOf(scene, { ...asked, day: view.day ?? scene.today })
  const day: Route = { is: 'events', view }
  const slug = found.path.slugs.at(-1) ?? ''
  return new Moved(withQuery(scene.path(day), { ...asked.filters, [found.path.kind]: [slug] }))
}

async function findTerm(scene: Scene, path: TermPath) {
  const collection = path.kind === 'tag' ? 'tags' : 'categories'
  try {
    const term = await scene.calendar.client[collection].getBySlug(path.slugs.at(-1) ?? '')
    return {
      path: await pathOf(scene, path.kind, term),
      name: plain(term.name),
      description: plain(term.description),
    }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Levels of categories. A circle ends here. */
const DEEPEST = 20

async function pathOf(scene: Scene, kind: TermPath['kind'], term: Term): Promise<TermPath> {
  const slugs = [term.slug]
  for (let parent = term.parent ?? 0; parent !== 0 && slugs.length < DEEPEST; ) {
    const above = await scene.calendar.client.categories.get(parent)
    slugs.unshift(above.slug)
    parent = above.parent ?? 0
  }
  return { kind, slugs }
}

async function readPlace(
  scene: Scene,
  kind: 'venue' | 'organizer',
  slug: string,
  asked: Asked,
): Promise<Page | Moved> {
  const { client } = scene.calendar
  try {
    const found =
      kind === 'venue'
        ? ({ kind, record: await client.venues.getBySlug(slug) } as const)
        : ({ kind, record: await client.organizers.getBySlug(slug) } as const)
    const own = found.record.slug ?? slug
    if (own !== slug) return new Moved(scene.path({ is: kind, slug: own }, asked.filters))
    return await placePage(scene, { ...asked, ...found, slug })
  } catch (error) {
    if (isMissing(error)) return readMoved(scene, kind, slug)
    throw error
  }
}
