import type { Formats } from './days.ts'
import { element } from './dom.ts'
import { daysOf, type Shown } from './events.ts'
import type { Settings } from './settings.ts'

/** The title, struck through if the event does not take place. */
export const titleOf = ({ title, news, isCanceled }: Shown): (string | HTMLElement)[] => [
  news,
  isCanceled ? element('s', {}, title) : title,
]

interface EntryFacts {
  readonly settings: Settings
  readonly formats: Formats
  /** Whether the entry says the date, or only the time, as in a list of one day. */
  readonly isDated: boolean
}

/** An event as an entry of a list. */
export function entryOf(event: Shown, facts: EntryFacts): HTMLLIElement {
  const { settings, formats, isDated } = facts
  const { texts, heading } = settings
  const { url, website, source, title, start } = event
  const { first, last } = daysOf(event)
  const place = [event.place, event.cost].filter((fact) => fact !== '').join(' · ')
  const text = element(
    'div',
    { class: 'text' },
    element(
      heading(isDated ? 0 : 2),
      { class: 'title' },
      ...(url === undefined ? titleOf(event) : [element('a', { href: url }, ...titleOf(event))]),
    ),
    element(
      'p',
      { class: 'when' },
      element('time', { datetime: start.replace(' ', 'T') }, whenOf(event, facts)),
    ),
  )
  if (event.reason !== '') text.append(element('p', { class: 'reason' }, event.reason))
  if (place !== '') text.append(element('p', { class: 'place' }, place))
  if (event.summary !== '') text.append(element('p', { class: 'summary' }, event.summary))
  if (website !== undefined) {
    const link = element('a', { href: website, 'aria-label': `${texts.website}: ${title}` }, texts.website)
    text.append(element('p', { class: 'website' }, link))
  }
  if (source !== undefined) {
    const { name, page } = source
    const label = `${name}: ${title}`
    const link =
      page === undefined
        ? name
        : element('a', { href: page, rel: 'nofollow noopener', 'aria-label': label }, name)
    text.append(element('p', { class: 'source' }, `${texts.from}: `, link))
  }
  const entry = element('li', { class: event.isFeatured ? 'entry featured' : 'entry' })
  if (isDated) {
    // For the eye alone: the text says it in full.
    const weekday = first === last ? formats.weekdayShort(first) : `– ${formats.dayNumber(last)}`
    entry.append(
      element(
        'div',
        { class: 'date', 'aria-hidden': 'true' },
        element('span', {}, formats.monthShort(first)),
        element('b', {}, formats.dayNumber(first)),
        element('span', {}, weekday),
      ),
    )
  }
  entry.append(text)
  return entry
}

function whenOf(event: Shown, { settings: { texts }, formats, isDated }: EntryFacts): string {
  const { start, end, isAllDay, zone } = event
  const { first, last } = daysOf(event)
  if (isAllDay) {
    if (first !== last) return formats.days(first, last)
    return isDated ? `${formats.days(first, last)}, ${texts.allDay}` : texts.allDay
  }
  const times = isDated || first !== last ? formats.both(start, end) : formats.times(start, end)
  return zone === '' ? times : `${times} ${zone}`
}
