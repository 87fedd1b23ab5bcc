import { formatsOf, todayOf } from './days.ts'
import { button, element } from './dom.ts'
import type { Show } from './element.ts'
import { entryOf } from './entry.ts'
import { readPage } from './events.ts'
import { ATTRIBUTES, countText, FILTERS, queryOf } from './settings.ts'

const BOUNDS = ['start-date', 'end-date', 'starts-after', 'starts-before', 'ends-after', 'ends-before']
const OWN = ['per-page', 'orderby', 'order', ...BOUNDS]

export const LIST_ATTRIBUTES: readonly string[] = [...ATTRIBUTES, ...OWN]

/** `<kalends-list>`: a page of events, and a button for the next page. */
export const showList: Show = (root, settings, signal) => {
  const { texts, language, attribute } = settings
  const formats = formatsOf(language, todayOf())
  const query = queryOf(settings, [...FILTERS, ...OWN])
  if (BOUNDS.every((name) => attribute(name) === undefined)) {
    query.set('ends_after', hourOf(new Date()))
    query.set('strict_dates', 'true')
  }
  const list = element('ul', { class: 'list' })
  const status = element('p', { role: 'status' })
  const more = element('p', { class: 'more' })
  root.append(list, status, more)
  let next = 1

  const load = async (): Promise<void> => {
    status.textContent = texts.loading
    status.className = ''
    more.replaceChildren()
    const first = list.childElementCount
    try {
      const { events, pages, total } = await readPage(settings, query, next, signal)
      list.append(...events.map((event) => entryOf(event, { settings, formats, isDated: true })))
      status.textContent = countText(texts, Math.max(total, list.childElementCount))
      if (next < pages) more.append(button({}, texts.showMore, load))
      if (next > 1) list.children[first]?.querySelector('a')?.focus()
      next++
    } catch (error) {
      if (signal.aborted) return
      console.error('<kalends-list>:', error)
      status.textContent = texts.failed
      status.className = 'failed'
      more.append(button({}, texts.retry, load))
    }
  }
  load()
}

/** The hour that an instant is in, so that all visitors within an hour ask for the same address. */
const hourOf = (instant: Date): string => `${instant.toISOString().slice(0, 13)}:00:00Z`
