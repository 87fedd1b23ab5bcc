import { isRow, type Row } from '../../formats/rows.ts'
import { MoveError } from '../move-error.ts'
import { NoPage, type PoliteFetch, type Reply } from './polite-fetch.ts'
import { addressFrom, isSameSite, shownAddress, webAddress } from './web-address.ts'

/**
 * The address that the caller gives.
 * @throws MoveError at once if it cannot be that of a site.
 */
export function siteAddress(text: string): URL {
  const url = webAddress(text)
  // A URL that says `http:` alone is made absolute by guesses.
  if (url !== undefined && /^https?:\/\/[^/\\]/i.test(text)) return url
  const isSecret = URL.canParse(text) && new URL(text).username !== ''
  throw new MoveError(
    isSecret
      ? `${shownAddress(text)}: give the user and the password by themselves, not in the address`
      : `'${text.slice(0, 200)}' is not the address of a site, such as https://town.example`,
  )
}

/**
 * The interface of a site: named by its home page, or at one of the two places where it usually is.
 * @param askOpenly without the credentials, because a home page may lead anywhere
 */
export async function findApi(
  ask: PoliteFetch,
  askOpenly: PoliteFetch,
  given: string,
  hasCredentials: boolean,
): Promise<{ root: string; index: Row }> {
  const site = new URL(given)
  // A home page may lead to itself, or have a fault of its own, while the interface answers.
  const page = await unlessNoPage(askOpenly(site.href))
  const links = page instanceof NoPage ? '' : (page.headers.get('link') ?? '')
  const link = /<([^<>]*)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(links)?.[1]
  const base = page instanceof NoPage ? site.href : page.url
  const named = link === undefined ? undefined : asGiven(site, addressFrom(given, link, base))
  const isForeign = named !== undefined && hasCredentials && !isSameSite(site, named)
  const folder = `${site.origin}${site.pathname.replace(/\/?$/, '/')}`
  const places = [...(named && !isForeign ? [named.href] : []), `${folder}wp-json/`, `${folder}?rest_route=/`]
  for (const place of places) {
    const reply = page instanceof NoPage ? await unlessNoPage(ask(place)) : await ask(place)
    if (reply instanceof NoPage) continue
    const { status, body, url } = reply
    if (status === 401) throw new MoveError(`${given}: the site refuses the user name or the password`)
    if (status === 200 && isRow(body) && Array.isArray(body.namespaces)) return { root: url, index: body }
  }
  if (page instanceof NoPage) throw page
  throw new MoveError(
    isForeign
      ? `${given}: its interface is at ${named.origin}, and the password is only for ${site.origin}. If that is right, import from there`
      : `${given}: there is no WordPress interface`,
  )
}

const unlessNoPage = (asked: Promise<Reply>): Promise<Reply | NoPage> =>
  asked.catch((error: unknown) => {
    if (error instanceof NoPage) return error
    throw error
  })

/** A site behind a proxy may not know that it is asked by `https:`. */
function asGiven(site: URL, named: URL): URL {
  const secure = new URL(named)
  if (site.protocol === 'https:' && named.protocol === 'http:') secure.protocol = 'https:'
  return isSameSite(site, secure) ? secure : named
}
