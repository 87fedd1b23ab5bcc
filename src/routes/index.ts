import { eventRoutes } from './events.ts'
import { organizerRoutes, venueRoutes } from './linked.ts'
import { metaRoutes } from './meta.ts'
import type { Route } from './route.ts'
import { categoryRoutes, tagRoutes } from './terms.ts'

/** All routes, in the order of the index. */
export function createRoutes(namespace: string, embed = false, changes = false): readonly Route[] {
  const routes: Route[] = [...metaRoutes(namespace, () => routes, embed, changes)]
  routes.push(...eventRoutes, ...venueRoutes, ...organizerRoutes, ...categoryRoutes, ...tagRoutes)
  return routes
}
