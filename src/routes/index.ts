import { WRITE_RIGHT } from '../access/policy.ts'
import type { ImagesOptions } from '../types/index.ts'
import { list, read } from './event-reads.ts'
import { creates, type Offer, type Route, reads, readsAs, removes, updates } from './route.ts'

const meta = () => import('./meta.ts')
const feeds = () => import('./feed-endpoints.ts')
const others = () => import('./read-endpoints.ts')
const media = () => import('./media-endpoints.ts')
const sources = () => import('./sources.ts')
const suggestions = () => import('./suggestions.ts')
const writes = () => import('./write-endpoints.ts')

const one = reads(() => read)
const oneCalendar = reads(async () => (await feeds()).eventCalendar)

const eventWrites = [
  removes('write', async () => (await writes()).deleteEvent),
  updates('write', async () => (await writes()).updateEvent),
]

const eventRoutes: readonly Route[] = [
  {
    path: '/events',
    offers: [reads(() => list), creates('write', async () => (await writes()).createEvent)],
  },
  { path: '/events/counts', offers: [reads(async () => (await others()).countEvents)] },
  { path: '/events/:id', offers: [one, ...eventWrites] },
  // Before the route by slug, which takes any name.
  { path: '/events.ics', offers: [reads(async () => (await feeds()).calendar)] },
  { path: '/events.rss', offers: [reads(async () => (await feeds()).news)] },
  { path: '/events/:id.ics', offers: [oneCalendar] },
  { path: '/events/by-slug/:slug.ics', offers: [oneCalendar] },
  { path: '/events/by-slug/:slug', offers: [one, ...eventWrites] },
]

/** Venues and organizers have the same routes. */
function linkedRoutes(kind: 'venue' | 'organizer'): readonly Route[] {
  const path = `/${kind}s`
  const offers = [
    reads(async () => (await others())[`${kind}Reads`].read),
    removes('write', async () => (await writes())[`${kind}Writes`].remove),
    updates('write', async () => (await writes())[`${kind}Writes`].update),
  ]
  return [
    {
      path,
      offers: [
        reads(async () => (await others())[`${kind}Reads`].list),
        creates('write', async () => (await writes())[`${kind}Writes`].create),
      ],
    },
    { path: `${path}/:id`, offers },
    { path: `${path}/by-slug/:slug`, offers },
    mergeRoute(kind, path),
  ]
}

const mergeRoute = (kind: Exclude<keyof typeof WRITE_RIGHT, 'event'>, path: string): Route => ({
  path: `${path}/:id/merge`,
  offers: [creates('others', async () => (await writes()).merges[kind])],
})

/** Categories and tags have the same routes. */
function termRoutes(kind: 'category' | 'tag', path: '/categories' | '/tags'): readonly Route[] {
  const right = WRITE_RIGHT[kind]
  return [
    {
      path,
      offers: [
        reads(async () => (await others())[`${kind}Reads`].list),
        creates(right, async () => (await writes())[`${kind}Writes`].create),
      ],
    },
    {
      path: `${path}/:id`,
      offers: [
        reads(async () => (await others())[`${kind}Reads`].read),
        updates(right, async () => (await writes())[`${kind}Writes`].update),
        removes(right, async () => (await writes())[`${kind}Writes`].remove),
      ],
    },
    mergeRoute(kind, path),
  ]
}

const mediaRoutes = ({ contributors }: ImagesOptions): readonly Route[] => [
  {
    path: '/media',
    offers: [
      { ...reads(async () => (await media()).listMedia), right: 'write' },
      creates(contributors ? 'write' : 'publish', async () => (await media()).uploadMedia),
    ],
  },
  {
    path: '/media/:id',
    offers: [
      { ...reads(async () => (await media()).readMedia), right: 'write' },
      removes('write', async () => (await media()).deleteMedia),
      updates('write', async () => (await media()).updateMedia),
    ],
  },
  { path: '/media/:id/:file', offers: [reads(async () => (await media()).readMediaFile)] },
]

const open = (methods: Offer['methods'], endpoint: Offer['endpoint']): Offer => ({ methods, endpoint })

const suggestionRoutes: readonly Route[] = [
  { path: '/suggest.js', offers: [reads(async () => (await suggestions()).readSuggestScript)] },
  { path: '/suggestions/:id/edit', offers: [reads(async () => (await suggestions()).readEditPage)] },
  { path: '/suggestions', offers: [open(['POST'], async () => (await suggestions()).createSuggestion)] },
  {
    path: '/suggestions/:id',
    offers: [
      reads(async () => (await suggestions()).readOneSuggestion),
      open(['DELETE'], async () => (await suggestions()).deleteSuggestion),
      open(['POST', 'PUT', 'PATCH'], async () => (await suggestions()).updateSuggestion),
    ],
  },
]

const sourceRoutes = (): readonly Route[] => [
  {
    path: '/sources',
    offers: [
      readsAs('others', async () => (await sources()).listSources),
      creates('others', async () => (await sources()).createSource),
    ],
  },
  {
    path: '/sources/:id',
    offers: [
      readsAs('others', async () => (await sources()).readSource),
      removes('others', async () => (await sources()).deleteSource),
      updates('others', async () => (await sources()).updateSource),
    ],
  },
  { path: '/sources/:id/pull', offers: [creates('others', async () => (await sources()).pullSource)] },
  { path: '/events/:id/follow', offers: [creates('write', async () => (await sources()).followSource)] },
]

/** All routes, in the order of the index. */
export function createRoutes(
  namespace: string,
  embed = false,
  isKept = false,
  images?: ImagesOptions,
  imports = false,
  suggestible = false,
  isReading = false,
  mcp?: () => string | undefined,
): readonly Route[] {
  const routes: Route[] = [
    { path: '/', offers: [reads(async () => (await meta()).readIndex(namespace, routes, mcp))] },
    { path: '/me', offers: [reads(async () => (await others()).readMe(routes))] },
    { path: '/doc', offers: [reads(async () => (await meta()).readDocumentation(routes))] },
  ]
  routes.push({
    path: '/batch',
    offers: [{ methods: ['POST'], endpoint: async () => (await writes()).runBatch }],
  })
  if (isKept) routes.push({ path: '/changes', offers: [reads(async () => (await writes()).listChanges)] })
  for (const kind of isKept ? (['event', 'venue', 'organizer'] as const) : []) {
    const path = `/${kind}s/:id/revisions`
    routes.push(
      { path, offers: [readsAs('write', async () => (await writes()).revisions[kind].list)] },
      {
        path: `${path}/:n`,
        offers: [creates('write', async () => (await writes()).revisions[kind].restore)],
      },
    )
  }
  if (imports) {
    routes.push({ path: '/import', offers: [creates('others', async () => (await writes()).importFile)] })
  }
  if (embed) routes.push({ path: '/embed.js', offers: [reads(async () => (await meta()).readEmbed)] })
  routes.push(
    ...eventRoutes,
    ...linkedRoutes('venue'),
    ...linkedRoutes('organizer'),
    ...termRoutes('category', '/categories'),
    ...termRoutes('tag', '/tags'),
  )
  if (images !== undefined) routes.push(...mediaRoutes(images))
  if (suggestible) routes.push(...suggestionRoutes)
  if (isReading) routes.push(...sourceRoutes())
  return routes
}
