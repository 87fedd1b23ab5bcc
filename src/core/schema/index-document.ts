import type { Links } from '../present/links.ts'
import { type Argument, argumentsOf } from './arguments.ts'
import { type DescribedEndpoint, type DescribedRoute, isMediaType } from './described.ts'
import type { Rules } from './rules.ts'

interface IndexRoute {
  namespace: string
  methods: string[]
  endpoints: { methods: string[]; args: Record<string, Argument> | never[] }[]
  _links?: { self: { href: string }[] }
}

/** The routes, as the root of the namespace lists them. `mcp`: where the endpoint for assistants is, behind the API's address. */
export function indexOf(
  namespace: string,
  all: readonly DescribedRoute[],
  rules: Rules,
  links: Links,
  mcp?: string,
) {
  const routes: Record<string, IndexRoute> = {}
  const root = namespace === '' ? '' : `/${namespace}`
  for (const { path, endpoints, isUnlisted } of all) {
    // Existing clients expect an index without feeds, and without what is for pages.
    if (isUnlisted || endpoints.some(({ about }) => isMediaType(about.answer))) continue
    const key = path === '/' ? root || '/' : `${root}${pattern(path)}`
    routes[key] = {
      namespace,
      methods: endpoints.flatMap((endpoint) => [...endpoint.methods]),
      endpoints: endpoints.map((endpoint) => describe(endpoint, path, namespace, rules)),
      ...(path.includes(':')
        ? {}
        : { _links: { self: [{ href: `${links.api}${path === '/' ? '' : path}` }] } }),
    }
  }
  const up = [{ href: `${links.api.slice(0, links.api.length - root.length)}/` }]
  return {
    namespace,
    routes,
    _links: { up, ...(mcp !== undefined && { mcp: [{ href: `${links.api}${mcp}` }] }) },
  }
}

const pattern = (path: string): string =>
  path.replace(':id', '(?P<id>\\d+)').replace(':slug', '(?P<slug>[^/]+)')

function describe(endpoint: DescribedEndpoint, path: string, namespace: string, rules: Rules) {
  const args = argumentsOf(endpoint, path, rules)
  const { namespace: argument } = args
  if (argument !== undefined) args.namespace = { ...argument, default: namespace }
  return { methods: [...endpoint.methods], args: Object.keys(args).length === 0 ? [] : args }
}
