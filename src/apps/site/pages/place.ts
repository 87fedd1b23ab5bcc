import type { SiteOrganizer, SiteVenue } from '../calendar.ts'
import type { Filters, Problems } from '../filters.ts'
import { type Content, html, prose } from '../html.ts'
import { cut, plain } from '../plain.ts'
import type { Page, Scene } from '../scene.ts'
import { feedsOf, inOrder, listPage } from '../select.ts'
import { linesOf, mapLink, phoneLink, webLink } from './address.ts'
import { filterWords } from './filter-form.ts'
import { linkedFeeds } from './frame.ts'
import { first, PER_PAGE, pager, printed } from './list.ts'
import { isWhole, picture } from './picture.ts'
import { dayList, listed } from './rows.ts'

/*
 * The page of a venue or an organizer, with its events.
 */

export type PlaceAbout = {
  readonly filters: Filters
  readonly problems: Problems
  readonly slug: string
} & (
  | { readonly kind: 'venue'; readonly record: SiteVenue }
  | { readonly kind: 'organizer'; readonly record: SiteOrganizer }
)

export async function placePage(scene: Scene, about: PlaceAbout): Promise<Page> {
  const { say, words, today } = scene
  const { filters, problems, kind, record, slug } = about
  const query = { [kind]: [record.id] }
  const names = { category: new Map(), tag: new Map(), venue: new Map(), organizer: new Map() }
  const feeds = feedsOf(scene, query)
  const found = await listPage(scene, { query, names, feeds }, filters, PER_PAGE)
  const name = plain(about.kind === 'venue' ? about.record.venue : about.record.organizer)
  const address = (other: Filters) => scene.path({ is: kind, slug }, other)
  const lines = about.kind === 'venue' ? linesOf(about.record, words.locale) : []
  const contact: Content[] = [
    about.kind === 'venue' ? mapLink(about.record, say('Open map'), say('Map app'), words.locale) : undefined,
    webLink(record.website),
    phoneLink(record.phone),
  ]
  const shown = listed(scene, inOrder(found?.events ?? [], filters.past ? 'desc' : 'asc'))
  const from = filters.past ? undefined : filters.from || today
  const big = picture(record.image, {
    width: 1632,
    sizes: '(min-width: 60rem) 51rem, 100vw',
    alt: record.image?.alt ?? '',
    className: record.image && isWhole(record.image) ? 'kalends-big kalends-contain' : 'kalends-big',
  })
  const list =
    found === undefined
      ? html`<div class="kalends-empty"><h2>${say('There is no such page of this list')}</h2><p><a class="kalends-button kalends-quiet" href="${address(first(filters))}">${say('To the first page')}</a></p></div>`
      : shown.length > 0
        ? dayList(scene, shown, { from, hasPlace: kind !== 'venue' })
        : html`<div class="kalends-empty"><h2>${say('Nothing is planned yet')}</h2></div>`
  const description = (record.description ?? '').trim()
  const body = html`<p class="kalends-back"><a href="${scene.path({ is: 'events', view: { is: 'list' } })}">${words.back} ${say("What's on")}</a></p>
<article class="kalends-event kalends-of-place"><p class="kalends-rail">${kind === 'venue' ? say('Place') : say('Organizer')}</p>
<header class="kalends-head"><h1${name.length > 60 && html` class="kalends-long"`}>${name}</h1>${lines.length > 0 && html`<p class="kalends-lead">${lines.join(', ')}</p>`}<ul class="kalends-adds">${contact.map((one) => one && html`<li>${one}</li>`)}</ul></header>
${big && html`<figure class="kalends-figure">${big}</figure>`}
${description && html`<div class="kalends-text">${prose(description)}</div>`}</article>
${filterWords(scene, { count: found?.total ?? 0, filters, names, address, feeds, suffix: filters.past ? undefined : say('from today') })}
${list}
${pager(scene, filters, found?.totalPages ?? 0, address)}
${printed(scene, record.url)}`
  const status = Object.keys(problems).length > 0 ? 400 : found === undefined ? 404 : 200
  return {
    ...{ kind, status, title: name, body },
    description: cut(plain(description) || [name, ...lines].join(', '), 155),
    ...(status === 200
      ? { canonical: filters.page > 1 ? scene.url({ is: kind, slug }, filters) : record.url }
      : {}),
    isHidden: status !== 200 || filters.past,
    image: record.image ? { url: record.image.url, alt: record.image.alt ?? name } : undefined,
    jsonLd: record.json_ld && { '@context': 'http://schema.org', ...record.json_ld },
    head: linkedFeeds(feeds, name),
  }
}
