import type { Me, Status } from '../../types/index.ts'
import { allows, type Caller, grantedStatus, has, type Right } from '../access/policy.ts'
import { STATUSES } from '../domain/records/records.ts'
import { weekStartOf } from '../domain/week-start.ts'
import type { Answer, RequestContext } from '../mount/request.ts'
import { fieldsSchema } from '../schema/custom-fields.ts'

/** What this reads of the routes. */
interface KnownRoute {
  readonly path: string
  readonly offers: readonly { readonly methods: readonly string[]; readonly right?: Right | undefined }[]
}

/** What only some calendars have, by a path. */
const FEATURES = {
  images: '/media',
  sources: '/sources',
} as const

/** Who asks, what they may do, and what the calendar has. The routes say both, so no list has to be kept beside them. */
export async function readMe(
  { site, caller }: RequestContext,
  routes: readonly KnownRoute[],
): Promise<Answer<string>> {
  const hasRoute = (path: string) => routes.some((route) => route.path === path)
  const mayPost = (path: string) =>
    routes.some(
      (route) =>
        route.path === path &&
        route.offers.some(({ methods, right }) => methods.includes('POST') && allows(right, caller)),
    )
  const { locale = 'en', startOfWeek, signIn, signOut, shared } = site.page
  const mayEditOthers = has(caller, 'others')
  const me: Omit<Me, 'features'> & { features: Record<string, boolean> } = {
    user:
      caller === null ? null : { id: caller.id, ...(caller.name === undefined ? {} : { name: caller.name }) },
    role: caller?.role ?? null,
    can: {
      write: mayPost('/events'),
      publish: has(caller, 'publish'),
      edit_others: mayEditOthers,
      read_private: mayEditOthers,
      delete_for_good: mayEditOthers,
      edit_terms: mayPost('/categories'),
      upload: mayPost(FEATURES.images),
    },
    statuses: statusesOf(caller),
    timezone: site.timezone,
    locale,
    start_of_week: startOfWeek ?? weekStartOf(locale),
    title: site.title,
    currency: { ...site.currency },
    custom_fields: {
      event: fieldsSchema(site.fields.event),
      venue: fieldsSchema(site.fields.venue),
      organizer: fieldsSchema(site.fields.organizer),
    },
    limits: { ...site.limits },
    features: {
      images: hasRoute(FEATURES.images),
      sources: hasRoute(FEATURES.sources),
      ...site.features,
      pages: site.hasPages,
    },
    sign_in: signIn ?? null,
    sign_out: signOut ?? null,
    shared: typeof shared === 'function' ? await shared(caller) : shared === true,
  }
  return { status: 200, content: JSON.stringify(me), isReport: true, secret: true }
}

/** The statuses that stay as the caller sets them. */
function statusesOf(caller: Caller): Status[] {
  if (!has(caller, 'write')) return []
  const isPublisher = has(caller, 'publish')
  return STATUSES.filter(
    (status) => (isPublisher || status !== 'private') && grantedStatus(caller, status) === status,
  )
}
