import type { Links } from '../present/links.ts'
import type { Endpoint, Route } from '../routes/route.ts'
import type { Site } from '../site.ts'
import { type Argument, argumentsOf } from './arguments.ts'

interface IndexRoute {
  namespace: string
  methods: string[]
  endpoints: { methods: string[]; args: Record<string, Argument> | never[] }[]
  _links?: { self: { href: string }[] }
}

/** What the root of the namespace says of its routes. */
export function indexOf(namespace: string, all: readonly Route[], site: Site, links: Links) {
  const routes: Record<string, IndexRoute> = {}
  for (const { path, endpoints } of all) {
    const key = `/${namespace}${path === '/' ? '' : pattern(path)}`
    routes[key] = {
      namespace,
      methods: endpoints.flatMap((endpoint) => [...endpoint.methods]),
      endpoints: endpoints.map((endpoint) => describe(endpoint, path, namespace, site)),
      ...(path.includes(':')
        ? {}
        : { _links: { self: [{ href: `${links.api}${path === '/' ? '' : path}` }] } }),
    }
  }
  const up = [{ href: `${links.api.slice(0, -namespace.length)}` }]
  return { namespace, routes, _links: { up } }
}

const pattern = (path: string): string =>
  path.replace(':id', '(?P<id>\\d+)').replace(':slug', '(?P<slug>[^/]+)')

function describe(endpoint: Endpoint, path: string, namespace: string, site: Site) {
  const args = argumentsOf(endpoint, path, site)
  const { namespace: asked } = args
  if (asked !== undefined) args.namespace = { ...asked, default: namespace }
  return { methods: [...endpoint.methods], args: Object.keys(args).length === 0 ? [] : args }
}
