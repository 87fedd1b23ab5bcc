import { decodeReferences } from '../core/domain/html/entities.ts'
import { readHtml } from '../core/domain/html/html-tokens.ts'

/*
 * The calendar behind an ordinary page, whose address people know: what the page says to programs.
 */

export interface FoundFeed {
  readonly url: string
  /** `site`: lists of the events interface of WordPress, which Kalends has, too. It says more than a feed of one page. */
  readonly format: 'ics' | 'site'
}

/** Links that are looked at, so that a page of links has an end. */
const MOST_LINKS = 10_000
const LONGEST_ADDRESS = 2000

/** The events interface, at whatever place a site has its interface; or a list or an event of it, as pages of these name. */
const INTERFACE = /\/tribe\/events\/v1(\/|$)/

/**
 * `base`: the address of the page. First the events interface that a page names, as those of The Events Calendar do, then
 * its feeds in their order; then what is linked in the text and looks like one.
 */
export function findFeed(html: string, base: string): FoundFeed | undefined {
  const feeds: string[] = []
  const linked: string[] = []
  let site: string | undefined
  let start = base
  let links = 0
  readHtml(withHead(html), {
    text: () => links < MOST_LINKS,
    close: () => {},
    open(name, attributes) {
      const href = decodeReferences(attributes.get('href') ?? '').trim()
      if (href === '' || href.length > LONGEST_ADDRESS || links++ > MOST_LINKS) return
      const url = webUrl(href, start)
      if (url === undefined) return
      if (name === 'base' && start === base) start = url
      else if (name === 'link') {
        const isAlternate = /\balternate\b/i.test(attributes.get('rel') ?? '')
        if (isAlternate && /^\s*text\/calendar\b/i.test(attributes.get('type') ?? '')) feeds.push(url)
        else if (isAlternate && INTERFACE.test(pathOf(url))) site ??= url
      } else if (name === 'a' && (looksLikeFeed(url) || /^webcals?:/i.test(href))) linked.push(url)
    },
  })
  if (site !== undefined) return { url: site, format: 'site' }
  const [feed] = [...feeds, ...linked]
  return feed === undefined ? undefined : { url: feed, format: 'ics' }
}

/** The reader leaves out what a browser does not show. */
const withHead = (html: string): string => html.replace(/<(\/?)head(?=[\s>])/gi, '<$1x-head')

/** `webcal:` is how pages offer a subscription. */
function webUrl(href: string, base: string): string | undefined {
  const text = href.replace(/^webcals?:/i, 'https:')
  if (!URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  // What a page says is no reason to send anybody's password.
  url.username = ''
  url.password = ''
  url.hash = ''
  return url.href
}

/** The plain links of WordPress name a place of the interface in the query. */
function pathOf(url: string): string {
  const { pathname, searchParams } = new URL(url)
  return searchParams.get('rest_route') ?? pathname
}

const looksLikeFeed = (url: string): boolean => {
  const { pathname, searchParams } = new URL(url)
  // The Events Calendar: `?ical=1`.
  return /\.ics$/i.test(pathname) || searchParams.get('ical') === '1'
}
