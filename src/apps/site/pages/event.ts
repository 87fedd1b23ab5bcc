import type { Event, SiteEvent } from '../calendar.ts'
import { type Content, type Html, html, prose } from '../html.ts'
import { cut, plain } from '../plain.ts'
import type { Page, Scene } from '../scene.ts'
import { ownTimesOf } from '../times.ts'
import { linesOf, mapLink, webLink } from './address.ts'
import { linkedFeeds } from './frame.ts'
import { printed } from './list.ts'
import { isWhole, picture } from './picture.ts'
import { listed, row, stateOf } from './rows.ts'

/*
 * The page of an event.
 */

export interface EventAbout {
  readonly event: SiteEvent
  /** Other dates of its series. */
  readonly dates: readonly SiteEvent[]
  readonly atPlace: readonly SiteEvent[]
  readonly before: SiteEvent | undefined
  readonly after: SiteEvent | undefined
  readonly canonical: string
  readonly isHidden: boolean
}

const DATES_SHOWN = 6

const isOff = (event: Pick<Event, 'event_status'>): boolean => event.event_status === 'canceled'

export function eventPage(scene: Scene, about: EventAbout): Page {
  const { say, words, calendar, me } = scene
  const { event, canonical } = about
  const title = plain(event.title)
  const times = ownTimesOf(event, me.timezone)
  const state = stateOf(scene, event)
  const day = times.start.day
  const [venue] = event.venue
  const place =
    venue &&
    html`<a href="${scene.href(venue.url)}">${plain(venue.venue)}</a>${venue.city && `, ${plain(venue.city)}`}`
  const isOnline = event.is_virtual === true
  const big = picture(event.image, {
    width: 1632,
    sizes: '(min-width: 60rem) 51rem, 100vw',
    alt: event.image?.alt ?? '',
    className: event.image && isWhole(event.image) ? 'kalends-big kalends-contain' : 'kalends-big',
  })
  const band =
    state &&
    event.event_status &&
    html`<div class="kalends-band kalends-${state.tone}"><strong>${state.word}</strong><p>${plain(event.event_status_reason ?? '')}</p></div>`
  const description = event.description.trim()
  const body = html`<p class="kalends-back"><a href="${scene.path({ is: 'events', view: { is: 'list' } })}">${words.back} ${say("What's on")}</a></p>
${band}
<article class="kalends-event${isOff(event) && ' kalends-is-off'}${big === undefined && ' kalends-plain'}">
<div class="kalends-rail" aria-hidden="true"><span class="kalends-number">${Number(day.slice(8))}</span> <span class="kalends-weekday">${words.day(day, { weekday: 'long' })}</span> <span class="kalends-month-name">${words.day(day, { month: 'long' })}</span></div>
<header class="kalends-head"><h1${title.length > 60 && html` class="kalends-long"`}>${title}</h1><p class="kalends-when">${isOff(event) ? html`<s>${unbroken(words.when(event, me.timezone))}</s>` : unbroken(words.when(event, me.timezone))}</p>${place ? html`<p class="kalends-where">${place}</p>` : isOnline && html`<p class="kalends-where">${say('Online')}</p>`}</header>
${big && html`<figure class="kalends-figure">${big}</figure>`}
<div class="kalends-facts">${facts(scene, event)}</div>
${description !== '' && html`<div class="kalends-text">${prose(description)}</div>`}
</article>
${moreDates(scene, about)}
${about.atPlace.length > 0 && section(say('More at this place'), html`<ol class="kalends-rows">${listed(scene, about.atPlace).map((one) => row(scene, one, { day: one.times.start.day, isDated: true, hasPlace: false }))}</ol>`)}
${neighbours(scene, about)}
${printed(scene, canonical)}`
  return {
    kind: 'event',
    title: state && event.event_status ? `${state.word}: ${title}` : title,
    body,
    description: cut(plain(event.excerpt || event.description) || words.when(event, me.timezone), 155),
    canonical,
    isHidden: about.isHidden,
    image: event.image ? { url: event.image.url, alt: event.image.alt ?? title } : undefined,
    jsonLd: event.json_ld,
    head: linkedFeeds({ ics: `${calendar.base}${icsOf(scene, event)}`, rss: `${scene.feedBase}.rss` }, title),
  }
}

const icsOf = ({ feedBase, calendar }: Scene, { slug }: SiteEvent): string =>
  `${feedBase.slice(calendar.base.length)}/by-slug/${encodeURIComponent(slug)}.ics`

const section = (name: string, content: Content): Html =>
  html`<section class="kalends-section"><h2>${name}</h2><div>${content}</div></section>`

/** A line may end between a day and a time, never within a time. */
const unbroken = (text: string): Content =>
  text
    .split(/(\d[\d:.\u00a0\p{L}]{0,20}–\d[\d:.\u00a0\p{L}]{0,20})/u)
    .map((part, at) => (at % 2 === 0 ? part : html`<span class="kalends-unbroken">${part}</span>`))

const fact = (label: string, content: Content): Content =>
  content &&
  !(Array.isArray(content) && content.length === 0) &&
  html`<div class="kalends-fact"><dt>${label}</dt><dd>${content}</dd></div>`

function facts(scene: Scene, event: SiteEvent): Html {
  const { say, words, feedBase } = scene
  const ics = `${scene.calendar.base}${icsOf(scene, event)}`
  const places = event.venue.map(
    (venue) =>
      html`<div class="kalends-venue"><a href="${scene.href(venue.url)}"><strong>${plain(venue.venue)}</strong></a>${linesOf(venue, words.locale).map((line) => html`<br>${line}`)}${mapLink(venue, say('Open map'), say('Map app'), words.locale) && html`<br>${mapLink(venue, say('Open map'), say('Map app'), words.locale)}`}</div>`,
  )
  const terms = (list: readonly { name: string; slug: string }[], kind: 'category' | 'tag'): Content =>
    list.map(
      (term, at) =>
        html`${at > 0 && ', '}<a href="${scene.path({ is: 'events', view: { is: 'list' }, term: { kind, slugs: [term.slug] } })}">${plain(term.name)}</a>`,
    )
  const online =
    event.virtual_url &&
    webLink(event.virtual_url) &&
    html`<a rel="nofollow noopener" href="${event.virtual_url}">${say('Join online')}</a>`
  return html`${!isOff(event) && html`<p><a class="kalends-button" href="${scene.href(ics)}">${say('Add to calendar')}</a></p><ul class="kalends-adds"><li><a rel="nofollow noopener" href="${googleLink(event)}">${say('Google')}</a></li><li><a rel="nofollow noopener" href="${outlookLink(event)}">${say('Outlook')}</a></li><li><a href="${feedBase.replace(/^https?:/, 'webcal:')}.ics">${say('Subscribe to all')}</a></li></ul>`}<dl>${fact(say('Where'), places.length > 0 ? places : event.is_virtual && (online || say('Online')))}${fact(say('Online'), places.length > 0 && online)}${fact(say('Cost'), plain(event.cost))}${fact(
    say('By'),
    event.organizer.map(
      (one, at) => html`${at > 0 && html`<br>`}<a href="${scene.href(one.url)}">${plain(one.organizer)}</a>`,
    ),
  )}${fact(say('Website'), event.website === event.url ? undefined : webLink(event.website))}${fact(say('In'), event.categories.length > 0 && terms(event.categories, 'category'))}${fact(say('Tags'), event.tags.length > 0 && terms(event.tags, 'tag'))}</dl>`
}

function moreDates(scene: Scene, { dates, event }: EventAbout): Content {
  const { say, words } = scene
  const others = dates.filter(({ id }) => id !== event.id)
  if (others.length === 0) return undefined
  const link = (one: SiteEvent) =>
    html`<li><a href="${scene.href(one.url)}">${words.date(one.start_date.slice(0, 10), scene.today.slice(0, 4))}</a></li>`
  const first = html`<ul class="kalends-dates">${others.slice(0, DATES_SHOWN).map(link)}</ul>`
  const rest =
    others.length > DATES_SHOWN &&
    html`<details class="kalends-rest"><summary>${say('All # dates', others.length)}</summary><ul class="kalends-dates">${others.slice(DATES_SHOWN).map(link)}</ul></details>`
  return section(say('More dates'), [first, rest])
}

function neighbours(scene: Scene, { before, after }: EventAbout): Content {
  const { say, words, me } = scene
  if (before === undefined && after === undefined) return undefined
  const one = (event: SiteEvent | undefined, isAfter: boolean): Html => {
    if (event === undefined) return html`<span></span>`
    const times = ownTimesOf(event, me.timezone)
    const date = words.date(times.start.day, scene.today.slice(0, 4))
    const when = times.isAllDay ? date : `${date}, ${words.time(times.start.time)}`
    return html`<a${isAfter && html` class="kalends-after"`} href="${scene.href(event.url)}"><small>${!isAfter && `${words.back} `}${when}${isAfter && ` ${words.on}`}</small> <span>${plain(event.title)}</span></a>`
  }
  return html`<nav class="kalends-neighbours" aria-label="${say('Previous and next event')}">${one(before, false)}${one(after, true)}</nav>`
}

// —— Calendars of others ——————————————————————————————————————————————————————————————————————————————————————

const compact = (utc: string): string => `${utc.replace(/[-:]/g, '').replace(' ', 'T')}Z`
const day = (text: string): string => text.slice(0, 10).replaceAll('-', '')

function placeText({ venue: [venue], virtual_url }: SiteEvent): string {
  if (venue === undefined) return virtual_url ?? ''
  return [plain(venue.venue), plain(venue.address ?? ''), plain(venue.city ?? '')].filter(Boolean).join(', ')
}

function googleLink(event: SiteEvent): string {
  const next = new Date(Date.parse(`${event.end_date.slice(0, 10)}T00:00:00Z`) + 86_400_000)
  const dates = event.all_day
    ? `${day(event.start_date)}/${Number.isNaN(next.getTime()) ? '' : day(next.toISOString())}`
    : `${compact(event.utc_start_date)}/${compact(event.utc_end_date)}`
  const query = {
    action: 'TEMPLATE',
    text: plain(event.title),
    dates,
    details: event.url,
    location: placeText(event),
  }
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(query)}`
}

function outlookLink(event: SiteEvent): string {
  const iso = (utc: string) => `${utc.replace(' ', 'T')}Z`
  const query = {
    ...{ path: '/calendar/action/compose', rru: 'addevent', subject: plain(event.title) },
    ...{ startdt: iso(event.utc_start_date), enddt: iso(event.utc_end_date) },
    ...{ allday: String(event.all_day === true), body: event.url, location: placeText(event) },
  }
  return `https://outlook.live.com/calendar/0/deeplink/compose?${new URLSearchParams(query)}`
}
