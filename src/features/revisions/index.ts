import type { Feature } from '../../core/feature.ts'
import { creates, type FeatureRoute, readsAs } from '../../core/routing.ts'

const endpoints = async () => (await import('./endpoints.ts')).revisions

function routesOf(kind: 'event' | 'venue' | 'organizer'): FeatureRoute[] {
  const path = `/${kind}s/:id/revisions`
  const place = { after: '/changes', isUnlisted: true } as const
  return [
    { path, ...place, offers: [readsAs('write', async () => (await endpoints())[kind].list)] },
    {
      path: `${path}/:n`,
      ...place,
      offers: [creates('write', async () => (await endpoints())[kind].restore)],
    },
  ]
}

/** What the journal has of a record, and the way back to it. */
export const revisions: Feature = {
  name: 'revisions',
  isInMe: true,
  on: ({ changes }) =>
    changes ? { routes: [...routesOf('event'), ...routesOf('venue'), ...routesOf('organizer')] } : undefined,
}
