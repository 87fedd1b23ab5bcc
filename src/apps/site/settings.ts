import type { EventsApi } from 'kalends'
import type { Texts } from './texts.ts'

/*
 * The options of `createSite`, checked.
 */

/** What the pages need of the API. */
export type SiteApi<Host = unknown> = Pick<
  EventsApi<Host>,
  'as' | 'basePath' | 'baseUrl' | 'former' | 'handle' | 'imageOrigins' | 'limits' | 'now' | 'revision'
>

export interface SiteLink {
  readonly label: string
  /** An http(s) URL, or a path. */
  readonly url: string
}

/** What a page is about. */
export type PageKind =
  | 'list'
  | 'month'
  | 'day'
  | 'term'
  | 'venue'
  | 'organizer'
  | 'event'
  | 'password'
  | 'suggest'
  | 'mail'
  | 'status'

/** What `layout` gets. All texts are escaped already. */
export interface LayoutParts {
  readonly title: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** Elements of the head, without `<title>`. */
  readonly head: string
  /** `<main>` and what is in it. */
  readonly body: string
  /** Of the page. */
  readonly path: string
  readonly kind: PageKind
}

export const WORDS = {
  ...{ events: 'events', event: 'event', venue: 'venue', organizer: 'organizer' },
  ...{ category: 'category', tag: 'tag', list: 'list', month: 'month', today: 'today' },
  ...{ suggest: 'suggest', mail: 'mail' },
} as const

export type PathWords = { readonly [N in keyof typeof WORDS]: string }

export interface SiteOptions {
  /** Stands before all addresses, such as `/calendar`. Default `/`. */
  readonly path?: string | undefined
  /** Words of the addresses, such as `{ events: 'termine', event: 'termin' }`. Default: English. */
  readonly paths?: { readonly [N in keyof PathWords]?: string | undefined } | undefined
  /** The name of the calendar. Default: the option `title` of the API. */
  readonly name?: string | undefined
  /** An image beside the name: an http(s) URL, or a path. Default: none. */
  readonly logo?: string | undefined
  /** In the header. Default: none. */
  readonly links?: readonly SiteLink[] | undefined
  /** A sentence in the footer. Default: the zone of the times. */
  readonly footer?: string | undefined
  /** The one colour, as `#rrggbb`. It is made darker or lighter where its contrast needs that. Default `#0b6170`. */
  readonly accent?: string | undefined
  /** CSS font family. Default: that of the system. */
  readonly fonts?: string | undefined
  /** Of corners, in CSS pixels, 0 to 40. Default 8. */
  readonly radius?: number | undefined
  /** The picture of pages without one, for those who share them: an http(s) URL. Default: none. */
  readonly defaultImage?: string | undefined
  /** Translations by language and English text. They replace or add. */
  readonly texts?: Texts | undefined
  /** Puts a page into one of yours. */
  readonly layout?: ((parts: LayoutParts) => string) | undefined
  /** Changes the content security policy of a page. */
  readonly csp?: ((policy: string, kind: PageKind) => string) | undefined
}

export interface Settings {
  /** Before all addresses: '' or `/calendar`. */
  readonly prefix: string
  readonly words: PathWords
  readonly name: string | undefined
  readonly logo: string | undefined
  readonly links: readonly SiteLink[]
  readonly footer: string | undefined
  readonly accent: string | undefined
  readonly fonts: string | undefined
  readonly radius: number | undefined
  readonly defaultImage: string | undefined
  readonly texts: Texts
  readonly layout: SiteOptions['layout']
  readonly csp: SiteOptions['csp']
}

const NAMES: Readonly<Record<keyof SiteOptions, true>> = {
  ...{ path: true, paths: true, name: true, logo: true, links: true, footer: true, accent: true },
  ...{ fonts: true, radius: true, defaultImage: true, texts: true, layout: true, csp: true },
}

/** Throws `TypeError` for unknown options, and `RangeError` for invalid values. */
export function settle(options: SiteOptions): Settings {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(NAMES, name))
      throw new TypeError(`${name}: there is no such option; there are ${Object.keys(NAMES).join(', ')}`)
  }
  const { accent, fonts, radius, logo, defaultImage, links = [], layout, csp } = options
  if (accent !== undefined && !/^#[\da-f]{6}$/i.test(accent))
    throw new RangeError(`accent: '${accent}' is not a colour such as '#0b6170'`)
  if (fonts !== undefined && !/^[\w\s,"'.-]{1,300}$/.test(fonts))
    throw new RangeError(`fonts: '${fonts}' is not a CSS font family`)
  if (radius !== undefined && !(radius >= 0 && radius <= 40))
    throw new RangeError('radius: must be a number from 0 to 40')
  for (const [name, value] of Object.entries({ layout, csp })) {
    if (value !== undefined && typeof value !== 'function') throw new TypeError(`${name}: must be a function`)
  }
  if (defaultImage !== undefined && !(/^https?:\/\//i.test(defaultImage) && URL.canParse(defaultImage)))
    throw new RangeError(`defaultImage: '${defaultImage}' is not an http(s) URL`)
  return {
    prefix: prefixOf(options.path ?? '/'),
    words: wordsOf(options.paths ?? {}),
    name: options.name,
    logo: logo === undefined ? undefined : addressOf('logo', logo),
    links: links.map(({ label, url }) => ({ label, url: addressOf('links', url) })),
    footer: options.footer,
    ...{ accent: accent?.toLowerCase(), fonts, radius, defaultImage, layout, csp },
    texts: options.texts ?? {},
  }
}

function prefixOf(path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  if (trimmed === '') return ''
  const { pathname, search, hash } = new URL(`http://localhost/${trimmed}`)
  if (pathname !== `/${trimmed}` || search !== '' || hash !== '')
    throw new RangeError(`path: no URL has the path '${path}'`)
  return pathname
}

function wordsOf(given: NonNullable<SiteOptions['paths']>): PathWords {
  const words: Record<string, string> = { ...WORDS }
  for (const [name, word] of Object.entries(given)) {
    if (!Object.hasOwn(WORDS, name))
      throw new TypeError(`paths.${name}: there is no such word; there are ${Object.keys(WORDS).join(', ')}`)
    if (word === undefined) continue
    if (!/^[\p{L}\p{N}_-]{1,60}$/u.test(word))
      throw new RangeError(`paths.${name}: '${word}' is not a word of letters, digits, - and _`)
    words[name] = word
  }
  const { events, event, venue, organizer } = words
  if (new Set([events, event, venue, organizer]).size < 4)
    throw new RangeError('paths: events, event, venue and organizer need different words')
  const inside = ['category', 'tag', 'list', 'month', 'today', 'suggest', 'mail'].map((name) => words[name])
  if (new Set(inside).size < inside.length) throw new RangeError('paths: two words below events are the same')
  return { ...WORDS, ...words }
}

/** Scripts in addresses would run when somebody clicks. */
function addressOf(option: string, url: string): string {
  const isPath = /^\/(?![/\\])/.test(url)
  if (isPath || (/^https?:\/\//i.test(url) && URL.canParse(url))) return url
  throw new RangeError(`${option}: '${url}' is neither an http(s) URL nor a path`)
}
