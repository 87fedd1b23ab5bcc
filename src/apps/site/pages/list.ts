import type { Route, TermPath } from '../addresses.ts'
import type { SiteEvent } from '../calendar.ts'
import { countOf, type FilterName, type Filters, type Problems } from '../filters.ts'
import { type Content, type Html, html } from '../html.ts'
import type { Page, Scene } from '../scene.ts'
import { inOrder, listPage, select } from '../select.ts'
import { filterForm, filterWords } from './filter-form.ts'
import { linkedFeeds } from './frame.ts'
import { dayList, listed } from './rows.ts'

/*
 * The list of what is to come, or of what was, of all events or of a term.
 */

export const PER_PAGE = 30

export interface ListAbout {
  readonly filters: Filters
  readonly problems: Problems
  readonly term?: { readonly path: TermPath; readonly name: string; readonly description: string } | undefined
}

export const filterOfTerm = (term: TermPath): Partial<Filters> => ({ [term.kind]: [term.slugs.at(-1) ?? ''] })

export async function listOf(scene: Scene, { filters, problems, term }: ListAbout): Promise<Page> {
  const { say } = scene
  const asked = term === undefined ? filters : { ...filters, ...filterOfTerm(term.path) }
  const selecting = select(scene, asked)
  // At once, so that the storage is asked in one go.
  const [selection, found, choices] = await Promise.all([
    selecting,
    selecting.then((selection) => listPage(scene, selection, asked, PER_PAGE)),
    scene.choices(),
  ])
  const route: Route = { is: 'events', view: { is: 'list' }, term: term?.path }
  const address = (other: Filters) => scene.path(route, other)
  const total = found?.total ?? 0
  const heading = term?.name ?? (filters.past ? say('Past events') : say("What's on"))
  const without: readonly FilterName[] = term === undefined ? [] : [term.path.kind]
  const isFiltered = countOf(filters) > 0
  const body = html`<div class="kalends-top"><h1>${heading}</h1>${switcher(scene, 'list', filters, term?.path)}</div>
${term?.description && html`<p class="kalends-lead">${term.description}</p>`}
${filterForm(scene, { action: scene.path(route), filters, problems, choices, without })}
${filterWords(scene, { count: total, filters, names: selection.names, address, feeds: selection.feeds })}
${found === undefined ? noSuchPage(scene, address(first(filters))) : listBody(scene, found.events, filters, isFiltered, scene.path(route))}
${pager(scene, filters, found?.totalPages ?? 0, address)}
${printed(scene, scene.url(route, filters))}`
  const status = Object.keys(problems).length > 0 ? 400 : found === undefined ? 404 : 200
  const totalPages = found?.totalPages ?? 0
  const canonical = scene.url(route, filters)
  const neighbour = (rel: string, page: number) =>
    page >= 1 &&
    page <= totalPages &&
    html`<link rel="${rel}" href="${scene.url(route, { ...filters, page })}">\n`
  return {
    kind: term === undefined ? 'list' : 'term',
    ...{ status, title: heading, body },
    description: term?.description || `${scene.name}: ${scene.words.count(total)}`,
    ...(status === 200 ? { canonical } : {}),
    isHidden: status !== 200 || isFiltered || filters.past,
    head: [
      linkedFeeds(selection.feeds, heading),
      neighbour('prev', filters.page - 1),
      neighbour('next', filters.page + 1),
    ],
  }
}

export const first = (filters: Filters): Filters => ({ ...filters, page: 1 })

function listBody(
  scene: Scene,
  events: readonly SiteEvent[],
  filters: Filters,
  isFiltered: boolean,
  all: string,
): Content {
  const { say, today } = scene
  if (events.length > 0) {
    const from = filters.past ? undefined : filters.from || today
    const shown = listed(scene, inOrder(events, filters.past ? 'desc' : 'asc')).filter(
      // Nights that end early belong to the day before.
      ({ times }) => from === undefined || filters.from === '' || times.lastDay >= from,
    )
    return dayList(scene, shown, { from })
  }
  if (!isFiltered && !filters.past) {
    return html`<div class="kalends-empty"><h2>${say('Nothing is planned yet')}</h2><p>${say('Come back soon, or subscribe to hear of it.')}</p></div>`
  }
  return html`<div class="kalends-empty"><h2>${say('No events match')}</h2><p>${say('Take away a filter, or look at all that is to come.')}</p><p><a class="kalends-button kalends-quiet" href="${all}">${say('Show all events')}</a></p></div>`
}

const noSuchPage = ({ say }: Scene, to: string): Html =>
  html`<div class="kalends-empty"><h2>${say('There is no such page of this list')}</h2><p><a class="kalends-button kalends-quiet" href="${to}">${say('To the first page')}</a></p></div>`

/** List, month, today. */
export function switcher(
  scene: Scene,
  current: 'list' | 'month' | 'today' | 'day',
  filters: Filters,
  term: TermPath | undefined,
  month?: string,
): Html {
  const { say } = scene
  const kept: Partial<Filters> = { ...filters, from: '', to: '', past: false, page: 1 }
  const at = (view: 'list' | 'month' | 'day'): string =>
    scene.path(
      {
        is: 'events',
        view: view === 'month' ? { is: view, month } : { is: view },
        term: view === 'day' ? undefined : term,
      },
      view === 'day' && term !== undefined ? { ...kept, ...filterOfTerm(term) } : kept,
    )
  const one = (label: string, href: string, isCurrent: boolean) =>
    html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${label}</a></li>`
  return html`<nav class="kalends-switch" aria-label="${say('Views')}"><ul>${one(say('List'), at('list'), current === 'list')}${one(say('Month'), at('month'), current === 'month')}${one(say('Today'), at('day'), current === 'today')}</ul></nav>`
}

export function pager(
  scene: Scene,
  filters: Filters,
  totalPages: number,
  address: (filters: Filters) => string,
): Content {
  const { say } = scene
  const { page, past } = filters
  const button = (label: string, other: Partial<Filters>, rel: string) =>
    html`<a class="kalends-button kalends-quiet" rel="${rel}" href="${address({ ...filters, ...other })}">${label}</a>`
  const hasMore = page < totalPages
  const isBeyond = page > Math.max(totalPages, 1)
  if (isBeyond) return undefined
  const earlier = past
    ? hasMore && button(say('← Earlier events'), { page: page + 1 }, 'next')
    : page > 1
      ? button(say('← Earlier events'), { page: page - 1 }, 'prev')
      : button(say('← Past events'), { past: true, page: 1, from: '', to: '' }, 'nofollow')
  const later = past
    ? page > 1
      ? button(say('Later events →'), { page: page - 1 }, 'prev')
      : button(say('Events to come →'), { past: false, page: 1 }, 'nofollow')
    : hasMore && button(say('Later events →'), { page: page + 1 }, 'next')
  return html`<nav class="kalends-pager" aria-label="${say('Pages')}"><span>${earlier}</span>${totalPages > 1 && html`<span class="kalends-of">${say('Page # of #', page, totalPages)}</span>`}<span>${later}</span></nav>`
}

/** At the foot of a printed page. */
export function printed(scene: Scene, url: string): Html {
  const { name, say, words, today } = scene
  const code = scene.path({ is: 'qr' })
  return html`<div class="kalends-printed"><p>${name} <br>${url.replace(/^https?:\/\//, '')} <br>${say('Printed #', words.fullDate(today))}</p><img src="${code}?of=${encodeURIComponent(url.slice(scene.calendar.base.length))}" alt="" width="116" height="116" loading="lazy"></div>`
}
