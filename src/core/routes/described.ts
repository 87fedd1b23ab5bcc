import type { AboutEndpoint, DescribedRoute } from '../schema/described.ts'
import { ABOUT } from './about/index.ts'
import type { Endpoint, Route } from './route.ts'

/** The routes with all endpoints, for what describes them. */
export const describeRoutes = (routes: readonly Route[]): Promise<DescribedRoute[]> =>
  Promise.all(
    routes.map(async ({ offers, ...route }) => ({
      ...route,
      endpoints: await Promise.all(
        offers.map(async ({ methods, endpoint: load }) => {
          const endpoint = await load()
          return { ...endpoint, methods, about: await aboutOf(endpoint) }
        }),
      ),
    })),
  )

export const aboutOf = async (endpoint: Endpoint): Promise<AboutEndpoint> =>
  endpoint.about === undefined ? ABOUT[endpoint.operation] : endpoint.about()
