import { MoveError } from '../move-error.ts'

/** An absolute `http:` or `https:` address without a user or a password in it; `undefined` for anything else. */
export function webAddress(text: string, base?: string): URL | undefined {
  if (!URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.username === '' && url.password === '' ? url : undefined
}

/** For messages: without the password of an event, and not longer than a line. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return JSON.stringify(address.slice(0, 200))
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return `${url.protocol}//…@${url.host}${url.pathname}`
  url.searchParams.delete('password')
  return url.href.slice(0, 300)
}

/** @throws MoveError for an address that a site gives, and that no request may go to. */
export function addressFrom(site: string, text: string, base: string): URL {
  const url = webAddress(text, base)
  if (url !== undefined) return url
  throw new MoveError(
    `${shownAddress(site)}: the site names ${shownAddress(text)}, which is not a web address`,
  )
}

/**
 * Whether a password for the site `given` may go to `url`: the same host and port, a `www.` more or less, and `https:` in
 * the place of `http:`.
 */
export function isSameSite(given: URL, url: URL): boolean {
  const isAsSafe = url.protocol === given.protocol || url.protocol === 'https:'
  return isAsSafe && url.port === given.port && bare(url) === bare(given)
}

const bare = ({ hostname }: URL): string => hostname.replace(/^www\./, '').replace(/\.$/, '')
