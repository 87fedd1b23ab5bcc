import type { IRequest } from 'itty-router'
// The index of the package is not tree-shakable.
import { IttyRouter } from 'itty-router/IttyRouter'
import type { Endpoint, Route } from '../routes/route.ts'

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
  const name = method === 'HEAD' ? 'GET' : method
  return route.endpoints.find((endpoint) => endpoint.methods.some((own) => own === name))
}

/** `Allow` of a path: the methods of its endpoints, HEAD and OPTIONS. */
export function allowedMethods(
  route: Route,
  isAllowed: (endpoint: Endpoint) => boolean = () => true,
): string {
  let methods = ''
  for (const endpoint of route.endpoints) {
    if (!isAllowed(endpoint)) continue
    for (const method of endpoint.methods) methods += method === 'GET' ? 'GET, HEAD, ' : `${method}, `
  }
  return `${methods}OPTIONS`
}
