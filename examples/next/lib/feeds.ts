import { type SubscribeLinks, subscribeLinks } from 'kalends/client'
import type { Category } from './categories.ts'
import { API_PATH } from './paths.ts'
import { SITE_NAME, SITE_URL } from './site.ts'

export interface Feed {
  /** '' for all events. */
  slug: string
  name: string
  /** Levels above its category. */
  depth: number
  top: string
  links: SubscribeLinks
}

/** All events, then each category with those below it. */
export function feedsOf(categories: readonly Category[]): Feed[] {
  const all = { slug: '', name: 'All events', depth: 0, top: 'none' }
  return [all, ...categories].map(({ slug, name, depth, top }) => ({
    slug,
    name,
    depth,
    top,
    links: subscribeLinks(feedUrl('ics', slug), slug === '' ? SITE_NAME : `${SITE_NAME}: ${name}`),
  }))
}

/** The API's feed of all events, or of a category. */
export function feedUrl(format: 'ics' | 'rss', category: string): string {
  const query = category === '' ? '' : `?${new URLSearchParams({ categories: category })}`
  return `${SITE_URL}${API_PATH}/events.${format}${query}`
}
