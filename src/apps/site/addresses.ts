import { isDay, isMonth } from './days.ts'
import { type PathWords, WORDS } from './settings.ts'

/*
 * Which page an address means, and the one address of a page.
 */

export interface TermPath {
  readonly kind: 'category' | 'tag'
  /** Slugs; of a category from the top one down. */
  readonly slugs: readonly string[]
}

/** Without a date: today's. */
export type View =
  | { readonly is: 'list' }
  | { readonly is: 'month'; readonly month?: string | undefined }
  | { readonly is: 'day'; readonly day?: string | undefined }

export type Route =
  | { readonly is: 'events'; readonly view: View; readonly term?: TermPath | undefined }
  | { readonly is: 'event'; readonly slug: string }
  | { readonly is: 'date'; readonly slug: string; readonly day: string; readonly number: number }
  | { readonly is: 'venue' | 'organizer'; readonly slug: string }
  | { readonly is: 'suggest' }
  | { readonly is: 'mail' }
  | { readonly is: 'mail text' }
  | { readonly is: 'qr' }
  | { readonly is: 'event qr'; readonly slug: string }
  | { readonly is: 'sitemap'; readonly part: number }
  | { readonly is: 'style'; readonly name: string }
  | { readonly is: 'none' }

export interface Found {
  readonly route: Route
  /** Filters that the address holds, as a query: old addresses have pages in their path. */
  readonly query: Readonly<Record<string, string>>
}

const NONE: Found = { route: { is: 'none' }, query: {} }
/** Views of the old site that are lists here. */
const OLD_LISTS = ['photo', 'map', 'summary', 'week']

/** `undefined`: the address is not one of the pages. `segments`: below the prefix, decoded. */
export function routeOf(segments: readonly string[], words: PathWords): Found | undefined {
  return read(segments, words) ?? read(segments, WORDS)
}

function read([first, ...rest]: readonly string[], words: PathWords): Found | undefined {
  if (first === words.events) return { ...NONE, ...readEvents(rest, words) }
  const [slug, second, third, ...more] = rest
  if (first === words.event) {
    if (slug === undefined || more.length > 0) return NONE
    if (second === undefined) return { ...NONE, route: { is: 'event', slug } }
    if (second === 'qr.svg' && third === undefined) return { ...NONE, route: { is: 'event qr', slug } }
    if (!isDay(second) || (third !== undefined && !/^[1-9]\d{0,3}$/.test(third))) return NONE
    return { ...NONE, route: { is: 'date', slug, day: second, number: Number(third ?? 1) } }
  }
  for (const kind of ['venue', 'organizer'] as const) {
    if (first !== words[kind]) continue
    return slug === undefined || second !== undefined ? NONE : { ...NONE, route: { is: kind, slug } }
  }
  // Of WordPress, where tags belong to all posts.
  if (first === 'tag' && slug !== undefined && second === undefined)
    return { ...NONE, route: { is: 'events', view: { is: 'list' }, term: { kind: 'tag', slugs: [slug] } } }
  return undefined
}

function readEvents(rest: readonly string[], words: PathWords): Partial<Found> {
  const [first = '', second] = rest
  if (rest.length === 1) {
    if (first === words.suggest || first === words.mail)
      return { route: { is: first === words.suggest ? 'suggest' : 'mail' } }
    if (first === `${words.mail}.txt`) return { route: { is: 'mail text' } }
    if (first === 'qr.svg') return { route: { is: 'qr' } }
    const part = /^sitemap(?:-([1-9]\d{0,4}))?\.xml$/.exec(first)
    if (part !== null) return { route: { is: 'sitemap', part: Number(part[1] ?? 0) } }
    if (/^kalends-(?:\w+\.css|icon\.svg)$/.test(first)) return { route: { is: 'style', name: first } }
  }
  if (first === words.category || first === words.tag) {
    if (second === undefined) return {}
    const kind = first === words.tag ? 'tag' : 'category'
    const end = rest.findIndex((segment, at) => at > 1 && (kind === 'tag' || isViewWord(segment, words)))
    const slugs = rest.slice(1, end < 0 ? rest.length : end)
    const found = readView(rest.slice(1 + slugs.length), words)
    if (found === undefined) return {}
    return { route: { is: 'events', view: found.view, term: { kind, slugs } }, query: found.query }
  }
  const found = readView(rest, words)
  return found === undefined ? {} : { route: { is: 'events', view: found.view }, query: found.query }
}

const isViewWord = (segment: string, words: PathWords): boolean =>
  [words.list, words.month, words.today, 'day', 'page', 'featured', ...OLD_LISTS].includes(segment) ||
  /^\d{4}-\d\d(-\d\d)?$/.test(segment)

/** What follows the terms: a view, a date, `featured` and a page. */
function readView(rest: readonly string[], words: PathWords) {
  let view: View = { is: 'list' }
  const query: Record<string, string> = {}
  for (let at = 0; at < rest.length; at++) {
    const segment = rest[at] ?? ''
    const next = rest[at + 1]
    if (at === 0 && (segment === words.list || OLD_LISTS.includes(segment))) continue
    if (at === 0 && segment === words.today && next === undefined) view = { is: 'day' }
    else if (at === 0 && segment === words.month && next === undefined) view = { is: 'month' }
    else if (at === 0 && segment === words.month && isMonth(next ?? '')) continue
    else if (at === 0 && segment === 'day' && isDay(next ?? '')) continue
    else if (isMonth(segment)) view = { is: 'month', month: segment }
    else if (isDay(segment)) view = { is: 'day', day: segment }
    else if (segment === 'featured') query.featured = '1'
    else if (segment === 'page' && /^[1-9]\d{0,8}$/.test(next ?? '')) {
      query.page = next ?? ''
      at++
    } else return undefined
  }
  return { view, query }
}

/** Makes addresses: paths of the site, without the origin. */
export interface Addresses {
  readonly prefix: string
  /** Of the canonical page. */
  readonly of: (route: Route) => string
}

export function addressesUnder(prefix: string, words: PathWords): Addresses {
  const join = (...segments: readonly string[]) =>
    `${prefix}/${segments.map((segment) => encodeURIComponent(segment)).join('/')}`
  const page = (...segments: readonly string[]) => `${join(...segments)}/`

  function of(route: Route): string {
    const { events, event, mail, suggest } = words
    switch (route.is) {
      case 'events':
        return page(events, ...termOf(route.term), ...viewOf(route.view))
      case 'event':
        return page(event, route.slug)
      case 'date':
        return page(event, route.slug, route.day, ...(route.number === 1 ? [] : [String(route.number)]))
      case 'venue':
      case 'organizer':
        return page(words[route.is], route.slug)
      case 'suggest':
        return page(events, suggest)
      case 'mail':
        return page(events, mail)
      case 'mail text':
        return join(events, `${mail}.txt`)
      case 'qr':
        return join(events, 'qr.svg')
      case 'event qr':
        return join(event, route.slug, 'qr.svg')
      case 'sitemap':
        return join(events, route.part === 0 ? 'sitemap.xml' : `sitemap-${route.part}.xml`)
      case 'style':
        return join(events, route.name)
      case 'none':
        return page(events)
    }
  }
  const termOf = (term: TermPath | undefined) => (term === undefined ? [] : [words[term.kind], ...term.slugs])
  const viewOf = (view: View) => {
    if (view.is === 'list') return []
    if (view.is === 'month') return [words.month, ...(view.month === undefined ? [] : [view.month])]
    return [view.day ?? words.today]
  }
  return { prefix, of }
}
