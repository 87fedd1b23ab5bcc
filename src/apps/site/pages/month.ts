import type { Route, TermPath } from '../addresses.ts'
import { MOST_EVENTS } from '../calendar.ts'
import { addDays, addMonths, lastOf, weeksOf } from '../days.ts'
import { countOf, type FilterName, type Filters, type Problems } from '../filters.ts'
import { type Html, html } from '../html.ts'
import { hiddenText, type Page, type Scene } from '../scene.ts'
import { eventsWithin, feedsOf, select } from '../select.ts'
import { filterForm, filterWords } from './filter-form.ts'
import { linkedFeeds } from './frame.ts'
import { filterOfTerm, type ListAbout, printed, switcher } from './list.ts'
import { dayHeading, type Listed, listed, row } from './rows.ts'

/*
 * A month: on wide screens a grid, else a small calendar to jump from and the same days as an agenda.
 */

/** Entries in a day of the grid. If there are more, one less and a link to the day. */
const FITTING = 4
const TITLE_LENGTH = 46

interface About extends ListAbout {
  readonly month: string
}

export async function monthOf(scene: Scene, { filters, problems, term, month }: About): Promise<Page> {
  const { say, words, me } = scene
  const asked: Filters = term === undefined ? filters : { ...filters, ...filterOfTerm(term.path) }
  const weeks = weeksOf(month, me.start_of_week)
  const days = weeks.flat().filter((day) => day !== undefined)
  const selecting = select(scene, asked)
  const [selection, { events, total }, choices] = await Promise.all([
    selecting,
    selecting.then((selection) => eventsWithin(scene, selection, days[0] ?? '', days.at(-1) ?? '')),
    scene.choices(),
  ])
  const shown = listed(scene, events)
  const inMonth = shown.filter(
    ({ times }) => times.start.day <= lastOf(month) && times.lastDay >= `${month}-01`,
  )
  const route = (other: string): Route => ({
    is: 'events',
    view: { is: 'month', month: other },
    term: term?.path,
  })
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)]
  const heading = term === undefined ? words.month(month) : `${term.name}: ${words.month(month)}`
  const bounds = { start_date: `${month}-01`, end_date: lastOf(month) }
  const feeds = selection.feeds && selection.query && feedsOf(scene, selection.query, bounds)
  const without: readonly FilterName[] = term === undefined ? [] : [term.path.kind]
  const neighbour = (other: string | undefined, rel: 'prev' | 'next') =>
    other !== undefined &&
    html`<li><a rel="${rel}" href="${scene.path(route(other), filters)}">${rel === 'prev' && `${words.back}\u00a0`}${words.day(`${other}-01`, { month: 'long' })}${hiddenText(` ${other.slice(0, 4)}`)}${rel === 'next' && `\u00a0${words.on}`}</a></li>`
  const body = html`<div class="kalends-top"><h1>${heading}</h1><nav class="kalends-switch kalends-months" aria-label="${say('Months')}"><ul>${neighbour(before, 'prev')}${neighbour(after, 'next')}</ul></nav>${switcher(scene, 'month', filters, term?.path, month)}</div>
${filterForm(scene, { action: scene.path(route(month)), filters, problems, choices, without, isFolded: true })}
${jumpCalendar(scene, weeks, month, inMonth)}
${grid(scene, weeks, month, shown, filters, term?.path)}
${total > MOST_EVENTS && html`<p>${say('Not all events fit on this page.')}</p>`}
${filterWords(scene, { count: inMonth.length, filters, names: selection.names, address: (other) => scene.path(route(month), other), feeds, suffix: say('in #', words.day(`${month}-01`, { month: 'long' })), label: say('This month:') })}
${printed(scene, scene.url(route(month), filters))}`
  const isWrong = Object.keys(problems).length > 0
  return {
    kind: 'month',
    status: isWrong ? 400 : 200,
    title: heading,
    description: `${heading}: ${words.count(inMonth.length)}`,
    body,
    ...(isWrong ? {} : { canonical: scene.url(route(month), filters) }),
    // Months without end would be crawled without end.
    isHidden: isWrong || countOf(filters) > 0 || inMonth.length === 0,
    head: linkedFeeds(feeds, heading),
  }
}

/** A calendar with a link to each day that has events. */
function jumpCalendar(scene: Scene, weeks: Weeks, month: string, events: readonly Listed[]): Html {
  const { words, say, today } = scene
  const has = (day: string) => events.some((one) => isOnAgenda(one, day))
  return html`<nav class="kalends-jump" aria-label="${say('Jump to a day')}"><div class="kalends-jump-days" aria-hidden="true">${weeks[0]?.map((day) => html`<span>${day && words.day(day, { weekday: 'narrow' })}</span>`)}</div><ul class="kalends-jump-days">${weeks
    .flat()
    .map((day) => {
      if (day === undefined || !day.startsWith(month)) return html`<li aria-hidden="true"></li>`
      const number = Number(day.slice(8))
      const isToday = day === today && html` aria-current="date"`
      return has(day)
        ? html`<li><a href="#day-${day}" aria-label="${words.day(day, { day: 'numeric', month: 'long' })}"${isToday}>${number}</a></li>`
        : html`<li><span${isToday}>${number}</span></li>`
    })}</ul></nav>`
}

/** In the agenda longer events stand on their first day, and on the first of the month. */
const isOnAgenda = ({ times }: Listed, day: string): boolean =>
  times.start.day === day || (day.endsWith('-01') && times.start.day < day && times.lastDay >= day)

type Weeks = readonly (readonly (string | undefined)[])[]

function grid(
  scene: Scene,
  weeks: Weeks,
  month: string,
  events: readonly Listed[],
  filters: Filters,
  term: TermPath | undefined,
): Html {
  const { words } = scene
  const names = weeks.find((week) => week.every((day) => day !== undefined)) ?? []
  const isLong = ({ times }: Listed) => times.start.day < times.lastDay
  const long = events.filter(isLong)
  const short = events.filter((one) => !isLong(one))
  return html`<div class="kalends-grid" data-weeks="${weeks.length}"><div class="kalends-weekdays" aria-hidden="true">${names.map((day) => html`<span>${day && words.day(day, { weekday: 'long' })}</span>`)}</div>${weeks.map(
    (week) => {
      const lanes = lanesOf(week, long)
      return html`<div class="kalends-week">${week.map((day) =>
        day === undefined
          ? html`<div class="kalends-cell kalends-outside"></div>`
          : cell(
              scene,
              { day, month, lanes, week, filters, term },
              short.filter(({ times }) => times.start.day === day),
            ),
      )}</div>
`
    },
  )}</div>`
}

/** Longer events of a week, each in the first lane that is free. */
function lanesOf(week: readonly (string | undefined)[], long: readonly Listed[]): Listed[][] {
  const days = week.filter((day) => day !== undefined)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const lanes: Listed[][] = []
  for (const one of long) {
    if (one.times.start.day > last || one.times.lastDay < first) continue
    const free = lanes.find((lane) => lane.every(({ times }) => times.lastDay < one.times.start.day))
    if (free === undefined) lanes.push([one])
    else free.push(one)
  }
  return lanes
}

interface Cell {
  readonly day: string
  readonly month: string
  readonly week: readonly (string | undefined)[]
  readonly lanes: readonly Listed[][]
  readonly filters: Filters
  readonly term: TermPath | undefined
}

function cell(
  scene: Scene,
  { day, month, week, lanes, filters, term }: Cell,
  short: readonly Listed[],
): Html {
  const { say } = scene
  const onDay = lanes.map((lane) => lane.find(({ times }) => times.start.day <= day && times.lastDay >= day))
  const used = onDay.findLastIndex((one) => one !== undefined) + 1
  const bars = onDay.slice(0, used)
  const count = bars.filter((one) => one !== undefined).length + short.length
  const room = used + short.length > FITTING ? FITTING - 1 : FITTING
  const isOutside = !day.startsWith(month)
  const isWeekStart = week.find((one) => one !== undefined) === day
  const isBare = short.length === 0 && !bars.some((one) => one !== undefined && isOnAgenda(one, day))
  // What the grid hides.
  const more =
    bars.slice(room).filter((one) => one !== undefined).length +
    Math.max(0, short.length - Math.max(0, room - used))
  const classes = ['kalends-cell', isOutside && 'kalends-outside', isBare && 'kalends-none']
    .filter(Boolean)
    .join(' ')
  const dayFilters = term === undefined ? filters : { ...filters, ...filterOfTerm(term) }
  const link = scene.path({ is: 'events', view: { is: 'day', day } }, dayFilters)
  return html`<section class="${classes}"${!isOutside && html` id="day-${day}"`}>${dayHeading(scene, day)}${count > 0 && html`<ol class="kalends-rows">${bars.map((one, at) => bar(scene, one, day, isWeekStart, at >= room))}${short.map((one, at) => entry(scene, one, day, used + at >= room ? 'kalends-over' : ''))}</ol>`}${more > 0 && html`<p class="kalends-more"><a href="${link}">${say('# more', more)}</a></p>`}</section>`
}

/** A longer event: its title on its first day here, and a bar on those that follow. */
function bar(
  scene: Scene,
  one: Listed | undefined,
  day: string,
  isWeekStart: boolean,
  isOver: boolean,
): Html {
  const over = isOver ? ' kalends-over' : ''
  if (one === undefined) return html`<li class="kalends-gap${over}" aria-hidden="true"></li>`
  const { times } = one
  const begins = times.start.day === day
  const isFirst = day.endsWith('-01')
  const ends = times.lastDay === day && ' kalends-ends'
  const isTold = begins || isFirst || isWeekStart
  if (!isTold) return html`<li class="kalends-strip kalends-follows${ends}${over}" aria-hidden="true"></li>`
  const classes = `kalends-strip${begins ? ' kalends-begins' : ''}${ends || ''}${begins || isFirst ? (begins || isWeekStart ? '' : ' kalends-told') : ' kalends-again'}${over}`
  return entry(scene, one, day, classes)
}

/** A row of the agenda, of which the grid shows time and title. */
const entry = (scene: Scene, one: Listed, day: string, className: string): Html =>
  row(scene, one, { day, className, cutTitle: TITLE_LENGTH })

/** A day with all that takes place on it. */
export async function dayOf(scene: Scene, { filters, problems, day }: DayAbout): Promise<Page> {
  const { say, words, today } = scene
  const selecting = select(scene, filters)
  const [selection, { events, total }, choices] = await Promise.all([
    selecting,
    selecting.then((selection) => eventsWithin(scene, selection, day, day)),
    scene.choices(),
  ])
  const shown = listed(scene, events)
  const route = (other: string | undefined): Route => ({ is: 'events', view: { is: 'day', day: other } })
  const [before, after] = [addDays(day, -1), addDays(day, 1)]
  const heading = words.fullDate(day)
  const feeds =
    selection.feeds && selection.query && feedsOf(scene, selection.query, { start_date: day, end_date: day })
  const neighbour = (other: string | undefined, rel: 'prev' | 'next') =>
    other !== undefined &&
    html`<a class="kalends-button kalends-quiet" rel="${rel}" href="${scene.path(route(other), filters)}">${rel === 'prev' && `${words.back} `}${words.shortDate(other)}${rel === 'next' && ` ${words.on}`}</a>`
  const body = html`<div class="kalends-top"><h1>${heading}</h1>${switcher(scene, day === today ? 'today' : 'day', filters, undefined, day.slice(0, 7))}</div>
${filterForm(scene, { action: scene.path(route(day)), filters, problems, choices, isFolded: true })}
${filterWords(scene, { count: shown.length, filters, names: selection.names, address: (other) => scene.path(route(day), other), feeds })}
${shown.length > 0 ? html`<div class="kalends-days"><section class="kalends-day">${dayHeading(scene, day)}<ol class="kalends-rows">${shown.map((one) => row(scene, one, { day }))}</ol></section></div>` : html`<div class="kalends-empty"><h2>${say('No events match')}</h2><p><a class="kalends-button kalends-quiet" href="${scene.path({ is: 'events', view: { is: 'list' } })}">${say('Show all events')}</a></p></div>`}
${total > MOST_EVENTS && html`<p>${say('Not all events fit on this page.')}</p>`}
<nav class="kalends-pager" aria-label="${say('Pages')}"><span>${neighbour(before, 'prev')}</span><span>${neighbour(after, 'next')}</span></nav>
${printed(scene, scene.url(route(day), filters))}`
  const isWrong = Object.keys(problems).length > 0
  return {
    kind: 'day',
    status: isWrong ? 400 : 200,
    title: heading,
    description: `${heading}: ${words.count(shown.length)}`,
    body,
    ...(isWrong ? {} : { canonical: scene.url(route(day), filters) }),
    isHidden: isWrong || countOf(filters) > 0 || shown.length === 0,
    head: linkedFeeds(feeds, heading),
  }
}

interface DayAbout {
  readonly filters: Filters
  readonly problems: Problems
  readonly day: string
}
