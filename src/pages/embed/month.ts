import { formatsOf, plusDays, plusMonths, todayOf, weekStartOf } from './days.ts'
import { button, element } from './dom.ts'
import type { Show } from './element.ts'
import { entryOf } from './entry.ts'
import { daysOf, readAll, type Shown } from './events.ts'
import { createGrid } from './grid.ts'
import { ATTRIBUTES, countText, FILTERS, queryOf } from './settings.ts'

export const MONTH_ATTRIBUTES: readonly string[] = [...ATTRIBUTES, 'month', 'week-start']

/** Clocks of two zones differ by up to 26 hours. */
const DAYS_BETWEEN_ZONES = 2

/** `<kalends-month>`: a month as a grid, and the events of the selected day below it. */
export const showMonth: Show = (root, settings, signal) => {
  const { texts, language, attribute } = settings
  const today = todayOf()
  const formats = formatsOf(language, today)
  const weekStart = weekStartOf(language, attribute('week-start'))
  const grid = createGrid({ settings, formats, weekStart, today, onSelect: (day) => select(day, true) })
  let month = ''
  let selected = ''
  let events: readonly Shown[] = []
  let loading = new AbortController()
  signal.addEventListener('abort', () => loading.abort())

  const title = element(settings.heading(0), { id: 'title', 'aria-live': 'polite' })
  const status = element('p', { role: 'status' })
  const retry = element('p', { class: 'more' })
  const dayTitle = element(settings.heading(1), { id: 'day' })
  const dayList = element('ul', { class: 'list' })
  const turn = (months: number) => () => select(plusMonths(`${month}-01`, months), false)
  root.append(
    element(
      'div',
      { class: 'head' },
      title,
      status,
      element(
        'div',
        { class: 'buttons' },
        button({ 'aria-label': texts.previous, title: texts.previous }, '‹', turn(-1)),
        button({}, texts.today, () => select(today, true)),
        button({ 'aria-label': texts.next, title: texts.next }, '›', turn(1)),
      ),
    ),
    retry,
    grid.table,
    element('section', { class: 'day', 'aria-labelledby': 'day' }, dayTitle, dayList),
  )

  /** `isExact`: the visitor chose this day. Otherwise, the next day of the month that has events is selected. */
  function select(day: string, isExact: boolean): void {
    selected = day
    if (!day.startsWith(month) || month === '') turnTo(day.slice(0, 7), isExact)
    grid.select(day)
    const own = events.filter((event) => takesPlaceIn(event, day, day))
    dayTitle.textContent = formats.fullDay(day)
    dayList.replaceChildren(...own.map((event) => entryOf(event, { settings, formats, isDated: false })))
    if (own.length === 0 && grid.table.ariaBusy !== 'true') dayList.append(element('li', {}, texts.none))
  }

  function turnTo(next: string, isExact: boolean): void {
    month = next
    events = []
    title.textContent = formats.month(`${month}-01`)
    load(grid.draw(month), isExact)
  }

  async function load(range: { readonly first: string; readonly last: string }, isExact: boolean) {
    loading.abort()
    loading = new AbortController()
    const { signal } = loading
    const margin = settings.zone === undefined ? 0 : DAYS_BETWEEN_ZONES
    const query = queryOf(settings, FILTERS)
    query.set('ends_after', plusDays(range.first, -1 - margin))
    query.set('starts_before', plusDays(range.last, margin))
    query.set('per_page', '50')
    status.textContent = texts.loading
    status.className = ''
    retry.replaceChildren()
    grid.table.ariaBusy = 'true'
    try {
      const read = await readAll(settings, query, signal)
      if (signal.aborted) return
      grid.table.ariaBusy = 'false'
      events = read
      grid.fill(month, events)
      const own = events.filter((event) => takesPlaceIn(event, `${month}-01`, `${month}-31`))
      status.textContent = countText(texts, own.length)
      select(isExact ? selected : nextDayOf(own), true)
    } catch (error) {
      if (signal.aborted) return
      console.error('<kalends-month>:', error)
      grid.table.ariaBusy = 'false'
      status.textContent = texts.failed
      status.className = 'failed'
      retry.append(button({}, texts.retry, () => load(range, isExact)))
    }
  }

  /** The first day from the selected one on that has events, or else the first such day of the month. */
  function nextDayOf(own: readonly Shown[]): string {
    const days = own
      .map((event) => daysOf(event))
      .flatMap(({ first, last }) => [first, selected].filter((day) => first <= day && day <= last))
      .filter((day) => day.startsWith(month))
      .sort()
    return days.find((day) => day >= selected) ?? days[0] ?? selected
  }

  const asked = attribute('month') ?? ''
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked)
  select(isMonth && !today.startsWith(asked) ? `${asked}-01` : today, false)
}

function takesPlaceIn(event: Shown, from: string, to: string): boolean {
  const { first, last } = daysOf(event)
  return first <= to && last >= from
}
