import { type Formats, formatsOf, todayOf } from './days.ts'
import { button, element } from './dom.ts'
import { entryOf } from './entry.ts'
import { readOne } from './events.ts'
import type { Settings } from './settings.ts'

/*
 * An event in place, for calendars without pages: a dialog over the page of the host. Its address is that page with
 * `#event-{id}`, so it can be sent, and Back closes it.
 */

interface Place {
  readonly root: ShadowRoot
  readonly settings: Settings
}

/** The elements of the page, in the order in which they were shown. */
const places = new Set<Place>()
let dialog: HTMLDialogElement | undefined
/** The ID of its event. */
let shown = ''
/** Whether the visitor came here from this page, so that Back leads to it. */
let hasBefore = false

const idOf = (): string | undefined => /^#event-([1-9]\d{0,15})$/.exec(location.hash)?.[1]

/** Opens the event of the address in this element, now and whenever the address changes. */
export function openInPlace(root: ShadowRoot, settings: Settings, signal: AbortSignal): void {
  const place = { root, settings }
  if (places.size === 0) addEventListener('hashchange', follow)
  places.add(place)
  root.addEventListener('click', () => noteClick(place), { signal })
  signal.addEventListener('abort', () => {
    places.delete(place)
    if (places.size === 0) removeEventListener('hashchange', follow)
  })
  if (dialog?.isConnected !== true) follow()
}

/** The element that was clicked comes first: IDs of two calendars can be the same. */
function noteClick(place: Place): void {
  const others = [...places].filter((other) => other !== place)
  places.clear()
  for (const one of [place, ...others]) places.add(one)
  // Only now the address changes.
  const before = location.href
  setTimeout(() => {
    if (location.href !== before) hasBefore = true
  })
}

async function follow(): Promise<void> {
  const id = idOf()
  if (id === undefined) {
    dialog?.close()
    return
  }
  for (const place of [...places]) if (idOf() === id && (await show(place, id))) return
}

/** `false`: the calendar has no such event. */
async function show({ root, settings }: Place, id: string): Promise<boolean> {
  try {
    const found = await readOne(settings, id)
    if (found === undefined || idOf() !== id || !root.host.isConnected) return false
    // Two elements that are shown at once both look for it.
    if (dialog?.isConnected === true && shown === id) return true
    dialog?.remove()
    const formats: Formats = formatsOf(settings.language, todayOf())
    const close = button({ class: 'close' }, settings.texts.close, () => made.close())
    const list = element('ul', { class: 'list' }, entryOf(found.event, { settings, formats, isDated: true }))
    const paragraphs = found.paragraphs.map((text) => element('p', {}, text))
    const add = element('a', { href: found.ics }, settings.texts.addToCalendar)
    const made = element(
      'dialog',
      { 'aria-label': found.event.title },
      ...[list, element('div', { class: 'paragraphs' }, ...paragraphs)],
      element('p', { class: 'buttons' }, add, close),
    )
    made.addEventListener('close', () => {
      made.remove()
      if (dialog === made) dialog = undefined
      if (idOf() !== id) return
      if (hasBefore) history.back()
      else history.replaceState(history.state, '', location.pathname + location.search)
      hasBefore = false
    })
    dialog = made
    shown = id
    root.append(made)
    made.showModal()
    return true
  } catch (error) {
    console.error(`<${root.host.localName}>:`, error)
    return false
  }
}
