import type { Feature } from '../../core/feature.ts'
import { creates, type FeatureRoute } from '../../core/routing.ts'
import { PENDING_MERGE } from './pending-merge.ts'

const mergeRoute = (
  kind: 'venue' | 'organizer' | 'category' | 'tag',
  path: string,
  after: string,
): FeatureRoute => ({
  path: `${path}/:id/merge`,
  after,
  isUnlisted: true,
  offers: [creates('others', async () => (await import('./endpoints.ts')).merges[kind])],
})

/** Several venues, organizers, categories or tags become one. */
export const merging: Feature = {
  name: 'merging',
  on: () => ({
    routes: [
      mergeRoute('venue', '/venues', '/venues/by-slug/:slug'),
      mergeRoute('organizer', '/organizers', '/organizers/by-slug/:slug'),
      mergeRoute('category', '/categories', '/categories/:id'),
      mergeRoute('tag', '/tags', '/tags/:id'),
    ],
    due: {
      owner: PENDING_MERGE,
      complete: async (...given) => (await import('./operations.ts')).completeMerges(...given),
    },
  }),
}
