import type { DescribedRoute } from '../schema/described.ts'
import { ABOUT } from './about/index.ts'
import type { Route } from './route.ts'

/** The routes with all endpoints, for what describes them. */
export const describeRoutes = (routes: readonly Route[]): Promise<DescribedRoute[]> =>
  Promise.all(
    routes.map(async ({ path, offers }) => ({
      path,
      endpoints: await Promise.all(
        offers.map(async ({ methods, endpoint: load }) => {
          const endpoint = await load()
          return { ...endpoint, methods, about: ABOUT[endpoint.operation] }
        }),
      ),
    })),
  )
