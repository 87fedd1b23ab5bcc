/** The texts that are not dates. The attribute `texts` replaces them. `#` is a number. */
const TEXTS = {
  loading: 'Loading events …',
  none: 'No events',
  one: '1 event',
  many: '# events',
  failed: 'The events could not be loaded.',
  retry: 'Try again',
  showMore: 'Show more events',
  more: '# more',
  allDay: 'All day',
  website: 'Website',
  from: 'From',
  close: 'Close',
  addToCalendar: 'Add to calendar',
  online: 'Online',
  canceled: 'Cancelled',
  postponed: 'Postponed',
  moved_online: 'Moved online',
  rescheduled: 'Rescheduled',
  today: 'Today',
  previous: 'Previous month',
  next: 'Next month',
}

export type Texts = typeof TEXTS

/** Filters of the list of events, as attributes: `per_page` is `per-page`. */
export const FILTERS = [
  ...['search', 'categories', 'tags', 'venue', 'organizer', 'featured', 'ticketed', 'post-parent'],
  ...['geoloc', 'geoloc-lat', 'geoloc-lng', 'geoloc-radius'],
]

/** Attributes of both elements. */
export const ATTRIBUTES = ['api', 'lang', 'timezone', 'texts', 'heading-level', 'sources', ...FILTERS]

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/** What the attributes of an element say. */
export interface Settings {
  /** The address of the API, without a slash at its end. */
  readonly api: string
  readonly attribute: (name: string) => string | undefined
  /** Whether events say which calendar they come from. */
  readonly showsSources: boolean
  /** Of the dates: that of the element or of the page around it. */
  readonly language: string
  readonly texts: Texts
  readonly isRightToLeft: boolean
  /** `undefined`: each event in its own zone. */
  readonly zone: string | undefined
  /** The element of a heading. `depth`: 0 is the highest in this element. */
  readonly heading: (depth: number) => (typeof HEADINGS)[number]
}

export function settingsOf(host: HTMLElement): Settings {
  const attribute = (name: string) => host.getAttribute(name)?.trim() || undefined
  const timezone = attribute('timezone')
  const level = Number(attribute('heading-level') ?? 2)
  return {
    api: (attribute('api') ?? '').replace(/(?<!\/)\/+$/, ''),
    attribute,
    showsSources: host.hasAttribute('sources'),
    language: languageOf(host),
    texts: textsOf(host),
    isRightToLeft: getComputedStyle(host).direction === 'rtl',
    zone: timezone === 'visitor' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : timezone,
    heading: (depth) => HEADINGS[level - 1 + depth] ?? 'h6',
  }
}

/** The query of the list of events for these attributes. */
export function queryOf({ attribute }: Settings, names: readonly string[]): URLSearchParams {
  const query = new URLSearchParams()
  for (const name of names) {
    const value = attribute(name)
    if (value !== undefined) query.set(name.replace('-', '_'), value)
  }
  return query
}

function languageOf(host: HTMLElement): string {
  const language = host.closest('[lang]')?.getAttribute('lang') || navigator.language
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

function textsOf(host: HTMLElement): Texts {
  const texts = { ...TEXTS }
  try {
    const given: unknown = JSON.parse(host.getAttribute('texts') ?? '{}')
    for (const [name, text] of Object.entries(given ?? {})) {
      if (Object.hasOwn(TEXTS, name)) Reflect.set(texts, name, String(text))
    }
  } catch {
    console.error(`<${host.localName}>: the attribute texts is not JSON`)
  }
  return texts
}

export function countText({ none, one, many }: Texts, count: number): string {
  if (count === 0) return none
  return count === 1 ? one : many.replace('#', String(count))
}
