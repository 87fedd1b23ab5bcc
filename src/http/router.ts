import type { IRequest } from 'itty-router'
// By its own path: the package's index does not shake.
import { IttyRouter } from 'itty-router/IttyRouter'
import type { Endpoint, Route } from '../routes/route.ts'

export interface Match {
  readonly route: Route
  /** Percent-decoded. */
  readonly path: { readonly id?: string; readonly slug?: string }
}

/**
 * Finds the route of a path below the namespace. The router is asked about paths only, and with a small object in
 * place of the request, since it writes onto what it is given; methods are the route's own affair, so that a known
 * path with another method can be told from an unknown one.
 */
export function createRouter(routes: readonly Route[]): (path: string) => Promise<Match | undefined> {
  const router = IttyRouter<IRequest, [], Match | undefined>()
  for (const route of routes) {
    router.all(route.path, ({ params }: { params: Record<string, string> }) => {
      const { id, slug } = params
      if (id !== undefined) return /^\d+$/.test(id) ? { route, path: { id } } : undefined
      if (slug === undefined) return { route, path: {} }
      const decoded = decodeSegment(slug)
      return decoded === undefined ? undefined : { route, path: { slug: decoded } }
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

export function endpointOf(route: Route, method: string): Endpoint | undefined {
  const asked = method === 'HEAD' ? 'GET' : method
  return route.endpoints.find((endpoint) => endpoint.methods.some((own) => own === asked))
}

/** The methods of a path, HEAD and OPTIONS with them, as `Allow` names them. */
export function allowedMethods(route: Route, keep: (endpoint: Endpoint) => boolean = () => true): string {
  let methods = ''
  for (const endpoint of route.endpoints) {
    if (!keep(endpoint)) continue
    for (const method of endpoint.methods) methods += method === 'GET' ? 'GET, HEAD, ' : `${method}, `
  }
  return `${methods}OPTIONS`
}
