import type { Formats } from './days.ts'
import { plusDays, plusMonths, startOfWeek, weeksOf } from './days.ts'
import { element } from './dom.ts'
import { titleOf } from './entry.ts'
import { daysOf, type Shown } from './events.ts'
import { countText, type Settings } from './settings.ts'

/** Events that a cell shows if there are more. */
const MOST_IN_CELL = 3

export interface GridFacts {
  readonly settings: Settings
  readonly formats: Formats
  readonly weekStart: number
  readonly today: string
  /** Called when a day was chosen by mouse or keyboard. */
  readonly onSelect: (day: string) => void
}

interface Cell {
  readonly cell: HTMLTableCellElement
  readonly button: HTMLButtonElement
  readonly events: HTMLUListElement
}

/** The weeks of a month as a table. One day is in the tab order; keys move to the others (ARIA practices, date grid). */
export function createGrid({ settings, formats, weekStart, today, onSelect }: GridFacts) {
  const { texts, isRightToLeft } = settings
  const body = element('tbody')
  const weekdays = weekOf(startOfWeek(today, weekStart)).map((day) =>
    element('th', { scope: 'col', abbr: formats.weekday(day) }, formats.weekdayShort(day)),
  )
  const table = element(
    'table',
    { role: 'grid', 'aria-labelledby': 'title' },
    element('thead', {}, element('tr', {}, ...weekdays)),
    body,
  )
  let cells = new Map<string, Cell>()

  body.addEventListener('keydown', (pressed) => {
    const { key, altKey, ctrlKey, metaKey, target } = pressed
    if (altKey || ctrlKey || metaKey || !(target instanceof HTMLButtonElement)) return
    const day = target.value
    const week = startOfWeek(day, weekStart)
    const forth = isRightToLeft ? -1 : 1
    const targets: Readonly<Record<string, () => string>> = {
      ArrowLeft: () => plusDays(day, -forth),
      ArrowRight: () => plusDays(day, forth),
      ArrowUp: () => plusDays(day, -7),
      ArrowDown: () => plusDays(day, 7),
      Home: () => week,
      End: () => plusDays(week, 6),
      PageUp: () => plusMonths(day, pressed.shiftKey ? -12 : -1),
      PageDown: () => plusMonths(day, pressed.shiftKey ? 12 : 1),
    }
    const chosen = targets[key]?.()
    if (chosen === undefined) return
    pressed.preventDefault()
    onSelect(chosen)
    cells.get(chosen)?.button.focus()
  })

  function cellOf(day: string, month: string): HTMLTableCellElement {
    const isOther = !day.startsWith(month)
    const button = element(
      'button',
      { type: 'button', value: day, tabindex: '-1', 'aria-label': formats.fullDay(day) },
      element('span', {}, formats.dayNumber(day)),
    )
    if (day === today) button.setAttribute('aria-current', 'date')
    button.addEventListener('click', () => onSelect(day))
    const events = element('ul')
    const cell = element('td', { class: isOther ? 'other' : '' }, button, events)
    cells.set(day, { cell, button, events })
    return cell
  }

  /** An event of several days is in the same row of each. */
  function fillWeek(week: readonly string[], all: readonly Shown[]): void {
    const rows = new Map(week.map((day): [string, Shown[]] => [day, []]))
    for (const event of all) {
      const { first, last } = daysOf(event)
      const own = week.filter((day) => first <= day && day <= last)
      let at = 0
      while (own.some((day) => rows.get(day)?.[at] !== undefined)) at++
      for (const day of own) {
        const row = rows.get(day)
        if (row !== undefined) row[at] = event
      }
    }
    for (const [day, events] of rows) fillDay(day, events, day === week[0])
  }

  function fillDay(day: string, events: readonly (Shown | undefined)[], isWeekStart: boolean): void {
    const found = cells.get(day)
    if (found === undefined) return
    const count = events.filter(Boolean).length
    found.button.setAttribute('aria-label', `${formats.fullDay(day)}, ${countText(texts, count)}`)
    const entries = Array.from(events, (event) => {
      const { first, last } = event === undefined ? { first: '', last: '' } : daysOf(event)
      const isShown = event !== undefined && (first === day || isWeekStart)
      return isShown ? chipOf(event, day, last) : element('li', { class: 'blank', 'aria-hidden': 'true' })
    })
    found.events.replaceChildren(...entries)
    // One row less, which says how many there are.
    const hidden = events.length > MOST_IN_CELL ? events.slice(MOST_IN_CELL - 1).filter(Boolean).length : 0
    if (hidden > 0) {
      for (const entry of entries.slice(MOST_IN_CELL - 1)) entry.classList.add('extra')
      const more = element('li', { class: 'rest' }, texts.more.replace('#', String(hidden)))
      found.events.append(more)
    }
    const dots = element('span', { class: 'dots', 'aria-hidden': 'true' }, '•'.repeat(Math.min(count, 3)))
    found.button.replaceChildren(element('span', {}, formats.dayNumber(day)), ...(count > 0 ? [dots] : []))
  }

  /** Not in the tab order: the keyboard reaches the event in the list of the selected day. */
  function chipOf(event: Shown, day: string, last: string): HTMLLIElement {
    const { url, title, news, isAllDay, start } = event
    const isBar = isAllDay || daysOf(event).first < last
    const time = isAllDay || !start.startsWith(day) ? [] : [element('small', {}, formats.time(start)), ' ']
    const link =
      url === undefined
        ? element('span', { class: 'chip' }, ...time, ...titleOf(event))
        : element('a', { class: 'chip', href: url, tabindex: '-1' }, ...time, ...titleOf(event))
    link.title = `${news}${title}`
    const entry = element('li', { class: isBar ? 'bar' : '' }, link)
    const rest = plusDays(startOfWeek(day, weekStart), 6)
    const end = last < rest ? last : rest
    let span = 1
    while (plusDays(day, span) <= end) span++
    entry.style.setProperty('--span', String(span))
    return entry
  }

  return {
    table,
    /** Draws a month without events. */
    draw(month: string): { readonly first: string; readonly last: string } {
      cells = new Map()
      const weeks = weeksOf(month, weekStart)
      body.replaceChildren(
        ...weeks.map((week) => element('tr', {}, ...week.map((day) => cellOf(day, month)))),
      )
      return { first: weeks[0]?.[0] ?? '', last: weeks.at(-1)?.[6] ?? '' }
    },
    fill(month: string, events: readonly Shown[]): void {
      for (const week of weeksOf(month, weekStart)) fillWeek(week, inRows(events))
    },
    select(selected: string): void {
      for (const [day, { cell, button }] of cells) {
        const isSelected = day === selected
        cell.setAttribute('aria-selected', String(isSelected))
        button.tabIndex = isSelected ? 0 : -1
      }
    },
  }
}

const weekOf = (first: string): string[] => Array.from({ length: 7 }, (_, at) => plusDays(first, at))

/** Those of several days first, so that they are at the top. */
const inRows = (events: readonly Shown[]): Shown[] => {
  const isLong = (event: Shown) => {
    const { first, last } = daysOf(event)
    return first < last
  }
  return [...events.filter(isLong), ...events.filter((event) => !isLong(event))]
}
