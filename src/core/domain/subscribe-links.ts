/** Addresses at which people subscribe to a feed. */
export interface SubscribeLinks {
  /** The feed itself, to copy or to download. */
  readonly url: string
  /** Opens the calendar program of the device: Apple Calendar, Thunderbird, many on Android. */
  readonly webcal: string
  /** Google Calendar in the browser, which then shows the calendar on the user's phone, too. */
  readonly google: string
  /** Outlook.com, for private accounts. */
  readonly outlook: string
  /** Outlook of Microsoft 365, for accounts of work and school. */
  readonly office365: string
}

/**
 * The addresses for a feed such as `https://town.example/vendor/events/v1/events.ics?categories=music`. `name` is the name
 * of the calendar in Outlook; other programs read it in the feed. Throws `TypeError` if `feed` is not an absolute URL.
 *
 * @example
 * ```ts
 * import { subscribeLinks } from 'kalends/client'
 *
 * const links = subscribeLinks('https://town.example/vendor/events/v1/events.ics?categories=music', 'Town hall')
 * ```
 */
export function subscribeLinks(feed: string | URL, name: string): SubscribeLinks {
  const url = new URL(feed).href
  const webcal = url.replace(/^https?:/, 'webcal:')
  const query = `url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}`
  return {
    url,
    webcal,
    google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${query}`,
    office365: `https://outlook.office.com/calendar/0/addfromweb?${query}`,
  }
}
