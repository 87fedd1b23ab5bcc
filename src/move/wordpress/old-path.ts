import { ALL_TO_COME, windowOf } from './old-window.ts'

/*
 * The addresses at which WordPress with The Events Calendar answered: which feed, event or page each one meant.
 */

/** Words in the addresses of the old site. */
export interface OldWords {
  readonly events: string
  readonly event: string
  readonly venue: string
  readonly organizer: string
  readonly category: string
  readonly tag: string
  readonly list: string
  readonly month: string
  readonly day: string
  readonly today: string
  readonly featured: string
  readonly page: string
}

export const WORDS: OldWords = {
  ...{ events: 'events', event: 'event', venue: 'venue', organizer: 'organizer' },
  ...{ category: 'category', tag: 'tag', featured: 'featured', page: 'page' },
  ...{ list: 'list', month: 'month', day: 'day', today: 'today' },
}

const TYPES = { event: 'tribe_events', venue: 'tribe_venue', organizer: 'tribe_organizer' } as const
export type OldKind = keyof typeof TYPES
const OLD_KINDS = ['event', 'venue', 'organizer'] as const satisfies OldKind[]

export interface OldName {
  readonly by: 'id' | 'slug'
  readonly value: string
}

export type OldAddress =
  /** Events. `filters` are those of our lists; `place` is a venue or organizer by its slug. */
  | {
      readonly is: 'feed'
      readonly format: 'ics' | 'rss'
      readonly filters: Readonly<Record<string, string>>
      readonly place?: { readonly kind: 'venue' | 'organizer'; readonly slug: string }
    }
  /** One event as iCalendar. */
  | { readonly is: 'event'; readonly name: OldName }
  /** A record whose page has another address. */
  | { readonly is: 'page'; readonly kinds: readonly OldKind[]; readonly name: OldName }

type Query = URLSearchParams

/** Events that are named by their IDs are there whenever they take place. */
const EVER = { start_date: '1000-01-01', end_date: '9999-12-31' } as const

const DATE = /^\d{4}-\d\d(?:-\d\d)?$/
const FEEDS = ['feed', 'rss', 'rss2', 'rdf', 'atom']
/** Views of add-ons: lists in another form. */
const LISTS = ['photo', 'map', 'summary']

/** `path`: the segments below the folder of WordPress, decoded. `undefined`: the address is not one of these. */
export function readOldAddress(
  path: readonly string[],
  query: Query,
  words: OldWords,
): OldAddress | undefined {
  const [first, ...rest] = path[0] === 'index.php' ? path.slice(1) : path
  if (first === undefined) return readRoot(query, words)
  if (first === words.events) return readList(rest, query, words)
  const [slug, ending, ...more] = rest
  if (slug === undefined) {
    return first === 'feed' && isEvents(query) ? readList(['feed'], query, words) : undefined
  }
  const isCalendar = ending === 'ical' || (ending === undefined && asksForCalendar(query))
  if (!isCalendar || more.length > 0) return undefined
  if (first === words.event) return { is: 'event', name: { by: 'slug', value: slug } }
  const kind = first === words.venue ? 'venue' : first === words.organizer ? 'organizer' : undefined
  return kind && { is: 'feed', format: 'ics', filters: ALL_TO_COME, place: { kind, slug } }
}

/** Short addresses, and those of sites without readable ones. */
function readRoot(query: Query, words: OldWords): OldAddress | undefined {
  const named = namedIn(query)
  if (named === undefined) {
    return isEvents(query) || query.has('tribe_events_cat') ? readList([], query, words) : undefined
  }
  // A preview shows what is not published.
  if (query.has('preview')) return undefined
  if (!asksForCalendar(query)) return { is: 'page', ...named }
  return named.kinds.includes('event') ? { is: 'event', name: named.name } : undefined
}

/** `?p=30`, with or without `post_type=tribe_events`, or `?tribe_events=fair`. */
function namedIn(query: Query): { kinds: readonly OldKind[]; name: OldName } | undefined {
  const id = query.get('p') ?? ''
  const type = query.get('post_type')
  if (/^[1-9]\d{0,14}$/.test(id)) {
    const kinds = OLD_KINDS.filter((kind) => type === null || TYPES[kind] === type)
    return kinds.length === 0 ? undefined : { kinds, name: { by: 'id', value: id } }
  }
  for (const kind of OLD_KINDS) {
    const slug = query.get(TYPES[kind])
    if (slug) return { kinds: [kind], name: { by: 'slug', value: slug } }
  }
  return undefined
}

/** A list of events: all of them, or those of a category or tag, in one of the views. */
function readList(path: readonly string[], query: Query, words: OldWords): OldAddress | undefined {
  const terms = readTerms(path, query, words)
  const view = readView(terms.rest, words)
  if (view === undefined) return undefined
  const asked = asksForCalendar(query) ? 'ics' : FEEDS.includes(query.get('feed') ?? '') ? 'rss' : undefined
  const format = view.format ?? asked
  const display = query.get('eventDisplay') ?? ''
  const window = windowOf({
    display: display === 'past' ? display : view.display || display,
    date: view.date || query.get('tribe-bar-date') || query.get('eventDate') || '',
  })
  if (format === undefined || window === undefined) return undefined
  const ids = query.get('event_ids')?.match(/\b[1-9]\d{0,14}\b/g) ?? []
  if (format === 'ics' && ids.length > 0) {
    return { is: 'feed', format, filters: { include: [...new Set(ids)].join(), ...EVER } }
  }
  const search = query.get('tribe-bar-search')?.trim()
  const filters = {
    ...terms.filters,
    ...(view.isFeatured || isOn(query, 'featured') ? { featured: 'true' } : {}),
    ...(search ? { search } : {}),
    ...window,
  }
  return { is: 'feed', format, filters }
}

function readTerms(path: readonly string[], query: Query, words: OldWords) {
  const filters: { categories?: string; tags?: string } = {}
  const category = query.get('tribe_events_cat')?.split('/').at(-1)
  const tag = query.get('tag')
  if (category) filters.categories = category
  if (tag) filters.tags = tag
  const [first, second] = path
  if (second === undefined || (first !== words.category && first !== words.tag))
    return { filters, rest: path }
  if (first === words.tag) return { filters: { ...filters, tags: second }, rest: path.slice(2) }
  // A category is named after those above it. The last one counts.
  const isPart = (segment: string) => DATE.test(segment) || isWord(segment, words)
  const end = path.findIndex((segment, at) => at > 1 && isPart(segment))
  const names = end < 0 ? path : path.slice(0, end)
  return { filters: { ...filters, categories: names.at(-1) ?? second }, rest: path.slice(names.length) }
}

const isWord = (segment: string, { list, month, day, today, featured, page }: OldWords): boolean =>
  [list, month, day, today, featured, page, 'week', 'feed', 'ical', ...LISTS].includes(segment)

/** What follows the terms: a view, a date, `featured`, a page, and the format. */
function readView(path: readonly string[], words: OldWords) {
  const view: { display: string; date: string; isFeatured: boolean; format?: 'ics' | 'rss' } = {
    ...{ display: '', date: '', isFeatured: false },
  }
  for (const [at, segment] of path.entries()) {
    const before = path[at - 1]
    if (DATE.test(segment)) {
      view.date = segment
      view.display ||= segment.length === 7 ? 'month' : 'day'
    } else if (before === words.page && /^\d+$/.test(segment)) continue
    else if (before === 'feed' && FEEDS.includes(segment)) continue
    else if (!isWord(segment, words)) return undefined
    else if (segment === words.featured) view.isFeatured = true
    else if (segment === 'ical') view.format = 'ics'
    else if (segment === 'feed') view.format = 'rss'
    else if (segment === words.month) view.display = 'month'
    else if (segment === words.day || segment === words.today) view.display = 'day'
    else if (segment !== words.page) view.display = segment === 'week' ? 'week' : 'list'
  }
  return view
}

const isEvents = (query: Query): boolean => query.get('post_type') === TYPES.event

const isOn = (query: Query, name: string): boolean => !['', '0', 'false'].includes(query.get(name) ?? '')

const asksForCalendar = (query: Query): boolean =>
  ['ical', 'outlook-ical', 'outlook_ical'].some((name) => isOn(query, name))
