import type { SiteEvent } from '../calendar.ts'
import { type Content, type Html, html } from '../html.ts'
import { cut, plain } from '../plain.ts'
import { hiddenText, type Scene } from '../scene.ts'
import { type Times, timesOf } from '../times.ts'
import { picture } from './picture.ts'

/*
 * Events by day, as lists show them.
 */

export interface Listed {
  readonly event: SiteEvent
  readonly times: Times
}

export const listed = (scene: Scene, events: readonly SiteEvent[]): Listed[] =>
  events.map((event) => ({ event, times: timesOf(event, scene.me.timezone) }))

export const isLocked = (event: SiteEvent): boolean => event.featured === null

/** In one word, and the colour of its badge. */
export function stateOf({ say, words, today }: Scene, event: SiteEvent) {
  switch (event.event_status) {
    case 'canceled':
      return { word: say('Cancelled'), tone: 'bad' }
    case 'postponed':
      return { word: say('Postponed'), tone: 'warn' }
    case 'rescheduled': {
      const from = event.previous_start_date?.slice(0, 10)
      return {
        word: from ? say('Moved from #', words.date(from, today.slice(0, 4))) : say('Postponed'),
        tone: 'warn',
      }
    }
    case 'moved_online':
      return { word: say('Moved online'), tone: 'plain' }
    default:
      return isLocked(event) ? { word: say('Behind a password'), tone: 'plain' } : undefined
  }
}

export function placeOf({ say }: Scene, event: SiteEvent): string {
  if (event.event_status === 'moved_online') return say('Online')
  const [venue] = event.venue
  const place =
    venue === undefined ? '' : [plain(venue.venue), plain(venue.city ?? '')].filter(Boolean).join(', ')
  return place || (event.is_virtual ? say('Online') : '')
}

/** Beside an event in a list: `19:00–21:00`, and what follows beneath. */
function timeOf({ words, say }: Scene, { event, times }: Listed, day: string): readonly [string, string[]] {
  const { start, end, isAllDay, isNight, hasEnd, lastDay, otherZone } = times
  const below: string[] = []
  if (otherZone !== undefined) {
    const own = event.start_date
    const weekday = own.startsWith(start.day) ? '' : `${words.day(own, { weekday: 'short' })}, `
    below.push(`${weekday}${words.time(own.slice(11, 16))} (${say('# time', words.zone(otherZone))})`)
  }
  if (isAllDay) {
    if (end.day > start.day && end.day > day) below.push(say('until #', words.shortDate(end.day)))
    return [say('All day'), below]
  }
  if (start.day < day) {
    if (lastDay <= day) return [say('until #', words.time(end.time)), below]
    return [say('All day'), [say('until #', words.shortDate(end.day)), ...below]]
  }
  if (!hasEnd) return [words.time(start.time), below]
  if (start.day === end.day) return [words.timeRange(start.time, end.time), below]
  if (isNight)
    return [
      words.timeRange(start.time, end.time),
      [say('ends #', words.day(end.day, { weekday: 'long' })), ...below],
    ]
  const until = `${words.shortDate(end.day)}, ${words.time(end.time)}`
  return [say('from #', words.time(start.time)), [say('until #', until), ...below]]
}

interface RowOptions {
  readonly day: string
  /** Rows of other days than that of their heading say theirs. */
  readonly isDated?: boolean
  readonly hasPlace?: boolean
  readonly className?: string
  /** Characters of the title in the grid of a month. Screen readers get all of it. */
  readonly cutTitle?: number
}

export function row(scene: Scene, one: Listed, options: RowOptions): Html {
  const { day, isDated, hasPlace = true, className, cutTitle } = options
  const { words } = scene
  const { event, times } = one
  const state = stateOf(scene, event)
  const isOff = event.event_status === 'canceled'
  const [time, below] = timeOf(scene, one, isDated ? times.start.day : day)
  const cost = cut(plain(event.cost), 60)
  const lines = isDated ? [time, ...below] : below
  const place = hasPlace ? placeOf(scene, event) : ''
  const isFeatured = event.featured === true && !isDated
  const title = plain(event.title)
  const excerpt = isFeatured ? cut(plain(event.excerpt || event.description), 140) : ''
  const shown = isDated
    ? undefined
    : picture(event.image, {
        width: isFeatured ? 544 : 240,
        sizes: isFeatured ? '(min-width: 48rem) 17rem, 92vw' : '7.5rem',
        alt: '',
        className: 'kalends-picture',
      })
  const short = cutTitle === undefined ? title : cut(title, cutTitle)
  const name: Content =
    short === title
      ? title
      : html`<span class="kalends-whole">${title}</span><span class="kalends-cut" aria-hidden="true">${short}</span>`
  const begins = cutTitle !== undefined && !times.isAllDay && words.time(times.start.time)
  const heading: Content = html`<a href="${scene.href(event.url)}">${name}${state && hiddenText(`, ${state.word}`)}</a>`
  const classes = ['kalends-row', className, isFeatured && 'kalends-featured', isOff && 'kalends-off']
    .filter(Boolean)
    .join(' ')
  return html`<li class="${classes}">${begins && html`<span class="kalends-begin" aria-hidden="true">${begins}</span> `}<div class="kalends-time"><time datetime="${times.start.day}${!times.isAllDay && `T${times.start.time}`}">${isDated ? words.shortDate(times.start.day) : time}</time>${lines.map((line) => html` <small>${line}</small>`)}${cost && html` <small>${cost}</small>`}</div>
<div class="kalends-what"><h3>${heading}</h3>${(state || place) && html`<p class="kalends-place">${state && html`<span class="kalends-badge kalends-${state.tone}" aria-hidden="true">${state.word}</span> `}${place}</p>`}${excerpt && html`<p class="kalends-excerpt">${excerpt}</p>`}</div>${shown}</li>
`
}

/** `3 Thursday December Today`, as the heading of a day. */
export function dayHeading({ words, say, today }: Scene, day: string): Html {
  const isOtherYear = !day.startsWith(today.slice(0, 4))
  const parts = html`<span class="kalends-number">${Number(day.slice(8))}</span> <span class="kalends-weekday">${words.day(day, { weekday: 'long' })}</span> <span class="kalends-month-name">${words.day(day, { month: 'long', ...(isOtherYear ? { year: 'numeric' } : {}) })}</span>${day === today && html` <span class="kalends-now">${say('Today')}</span>`}`
  const classes = day === today ? 'kalends-rail kalends-is-today' : 'kalends-rail'
  return html`<h2 class="${classes}">${parts}</h2>`
}

/** Events that began before `from` stand on that day. Days are in the order of the events. */
export function byDay(events: readonly Listed[], from: string | undefined): [string, Listed[]][] {
  const days = new Map<string, Listed[]>()
  for (const one of events) {
    const { start, lastDay } = one.times
    const day = from !== undefined && start.day < from && lastDay >= from ? from : start.day
    const known = days.get(day)
    if (known === undefined) days.set(day, [one])
    else known.push(one)
  }
  return [...days]
}

export function dayList(
  scene: Scene,
  events: readonly Listed[],
  { from, hasPlace }: { from?: string | undefined; hasPlace?: boolean } = {},
): Html {
  return html`<div class="kalends-days">${byDay(events, from).map(
    ([day, rows]) => html`<section class="kalends-day" id="day-${day}">${dayHeading(scene, day)}
<ol class="kalends-rows">${rows.map((one) => row(scene, one, { day, ...(hasPlace === undefined ? {} : { hasPlace }) }))}</ol></section>
`,
  )}</div>`
}
