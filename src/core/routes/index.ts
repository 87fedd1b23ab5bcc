import type { EventsApiOptions, ImagesOptions } from '../../types/index.ts'
import { WRITE_RIGHT } from '../access/policy.ts'
import { list, read } from './event-reads.ts'
import { creates, type Route, reads, readsAs, removes, updates } from './route.ts'

const meta = () => import('./meta.ts')
const feeds = () => import('./feed-endpoints.ts')
const others = () => import('./read-endpoints.ts')
const media = () => import('./media-endpoints.ts')
const reading = () => import('./sources.ts')
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
  ]
}

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

const sourceRoutes = (): readonly Route[] => [
  {
    path: '/sources',
    offers: [
      readsAs('others', async () => (await reading()).listSources),
      creates('others', async () => (await reading()).createSource),
    ],
  },
  {
    path: '/sources/:id',
    offers: [
      readsAs('others', async () => (await reading()).readSource),
      removes('others', async () => (await reading()).deleteSource),
      updates('others', async () => (await reading()).updateSource),
    ],
  },
  { path: '/sources/:id/pull', offers: [creates('others', async () => (await reading()).pullSource)] },
  { path: '/events/:id/follow', offers: [creates('write', async () => (await reading()).followSource)] },
]

export interface RoutesOptions {
  readonly namespace: string
  readonly options: Pick<EventsApiOptions, 'changes' | 'images' | 'sources'>
  /** Of features, each with the path that it follows. Last if there is no such route. */
  readonly ofFeatures: readonly (Route & { readonly after?: string })[]
  /** Where the endpoint for assistants is below the API, if it is there. */
  readonly mcp?: () => string | undefined
}

/** All routes, in the order of the index. */
export function createRoutes({ namespace, options, ofFeatures, mcp }: RoutesOptions): readonly Route[] {
  const { changes, images, sources } = options
  const routes: Route[] = [
    { path: '/', offers: [reads(async () => (await meta()).readIndex(namespace, all, mcp))] },
    { path: '/me', isUnlisted: true, offers: [reads(async () => (await others()).readMe(all))] },
    { path: '/doc', offers: [reads(async () => (await meta()).readDocumentation(all))] },
    {
      path: '/batch',
      isUnlisted: true,
      offers: [{ methods: ['POST'], endpoint: async () => (await writes()).runBatch }],
    },
  ]
  if (changes) routes.push({ path: '/changes', offers: [reads(async () => (await writes()).listChanges)] })
  routes.push(
    ...eventRoutes,
    ...linkedRoutes('venue'),
    ...linkedRoutes('organizer'),
    ...termRoutes('category', '/categories'),
    ...termRoutes('tag', '/tags'),
  )
  if (images !== undefined) routes.push(...mediaRoutes(images))
  if (sources !== undefined) routes.push(...sourceRoutes())
  const all: readonly Route[] = [
    ...routes.flatMap((route) => [route, ...ofFeatures.filter(({ after }) => after === route.path)]),
    ...ofFeatures.filter(({ after }) => !routes.some(({ path }) => path === after)),
  ]
  return all
}
