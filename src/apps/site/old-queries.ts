/*
 * Queries of the old site. Feeds and short links are answered by `kalends/move`; filters have other names here.
 */

const FEEDS = ['ical', 'outlook-ical', 'outlook_ical', 'feed']
const ROOT = ['p', 'post_type', 'tribe_events', 'tribe_venue', 'tribe_organizer', 'tribe_events_cat']

/** Whether the module for old addresses is needed. */
export function isOld(segments: readonly string[], query: URLSearchParams): boolean {
  if (FEEDS.some((name) => query.has(name)) || segments.some((one) => one === 'feed' || one === 'ical'))
    return true
  return (segments.length === 0 || segments[0] === 'index.php') && ROOT.some((name) => query.has(name))
}

const OLD_NAMES = { 'tribe-bar-search': 'search', 'tribe-bar-date': 'from' } as const

export function oldFilters(query: URLSearchParams): Record<string, string> {
  const filters: Record<string, string> = {}
  for (const [old, name] of Object.entries(OLD_NAMES)) {
    const value = query.get(old)
    if (value) filters[name] = value
  }
  if (query.get('eventDisplay') === 'past') filters.when = 'past'
  return filters
}

export const withoutOld = (query: URLSearchParams): [string, string][] =>
  [...query].filter(([name]) => !Object.hasOwn(OLD_NAMES, name) && name !== 'eventDisplay')
