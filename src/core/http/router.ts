import type { IRequest } from 'itty-router'
// The index of the package is not tree-shakable.
import { IttyRouter } from 'itty-router/IttyRouter'
import type { Offer, Route } from '../routes/route.ts'

export interface Match {
  readonly route: Route
  /** Percent-decoded. */
  readonly path: { readonly id?: string; readonly slug?: string }
}

/**
 * Finds the route of a path below the namespace. The library matches only paths, so that 405 differs from 404. It gets a
 * small object instead of the request, because it writes onto its argument.
 */
export function createRouter(routes: readonly Route[]): (path: string) => Promise<Match | undefined> {
  const router = IttyRouter<IRequest, [], Match | undefined>()
  for (const route of routes) {
    router.all(route.path, ({ params }: { params: Record<string, string> }) => {
      const { id, slug, file = slug, n = file } = params
      if (id !== undefined && !/^\d+$/.test(id)) return undefined
      const path = id === undefined ? {} : { id }
      if (n === undefined) return { route, path }
      const decoded = decodeSegment(n)
      return decoded === undefined ? undefined : { route, path: { ...path, slug: decoded } }
    })
  }
  return (path) => router.fetch({ method: 'GET', url: `http://localhost${path}` })
}

function decodeSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment)
    return text.includes('/') || text.includes('\0') || /\p{Surrogate}/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

export function offerOf(route: Route, method: string): Offer | undefined {
  const name = method === 'HEAD' ? 'GET' : method
  return route.offers.find(({ methods }) => methods.some((own) => own === name))
}

/** `Allow` of a path: the methods that it offers, HEAD and OPTIONS. */
export function allowedMethods(route: Route, isAllowed: (offer: Offer) => boolean = () => true): string {
  let methods = ''
  for (const offer of route.offers) {
    if (!isAllowed(offer)) continue
    for (const method of offer.methods) methods += method === 'GET' ? 'GET, HEAD, ' : `${method}, `
  }
  return `${methods}OPTIONS`
}
