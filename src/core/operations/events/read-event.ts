import { ApiError } from '../../../errors.ts'
import { has, mayRead, mayReadFully } from '../../access/policy.ts'
import { isPassword } from '../../domain/records/password.ts'
import type { EventRecord } from '../../domain/records/records.ts'
import type { EventView } from '../../domain/records/views.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import type { Reader } from '../../mount/site.ts'
import { permalinkOf } from '../../present/post.ts'
import { findRecord } from '../reading/find-record.ts'
import { type EmbedContext, embed } from './embed.ts'

/** The event in the path. An event with a password is shown to callers who may edit it or who send the password. */
export async function readEvent(
  context: RequestContext,
  { password }: { readonly password?: string | undefined },
): Promise<Answer<EventView>> {
  const { caller } = context
  const [event, revision] = await Promise.all([findRecord(context, 'event'), context.revision()])
  if (!mayRead(caller, event)) {
    throw new ApiError(event.status === 'trash' ? 'event-no-longer-available' : 'event-not-accessible')
  }
  if (event.password === null || mayReadFully(caller, event)) {
    return singleEvent(context, event, revision)
  }
  if (password === undefined || !(await isRight(context, event.id, password, event.password))) {
    throw new ApiError('event-password-protected')
  }
  return { ...(await singleEvent(context, event, revision)), secret: true }
}

/** Slow. The number of wrong guesses per client address is limited. */
async function isRight(
  { client }: RequestContext,
  id: number,
  password: string,
  stored: string,
): Promise<boolean> {
  // With the stored hash, so that a guess does not share the check of an earlier password.
  const secret = JSON.stringify([stored, password])
  const check = async () => ((await isPassword(password, stored)) ? true : null)
  const right = await (client.guess?.(`event ${id}`, secret, check) ?? check())
  return right === true
}

/** Answers the event in full. */
export async function singleEvent(
  context: RequestContext,
  event: EventRecord,
  revision?: string | number,
): Promise<Answer<EventView>> {
  const [embeddedIn, membersOf] = await Promise.all([
    embed(context, [event], revision),
    context.site.extensions.shows?.(context, [event.id], true),
  ])
  const view = {
    members: membersOf?.(event.id),
    ...{ event, embedded: embeddedIn(event), described: await describedOf(context, event) },
  }
  const [content = view] = await withSources(context, [view])
  const answer = { status: 200 as const, content, id: event.id, version: event.version }
  const modified = has(context.caller, 'others') ? lastModifiedOf(content) : undefined
  return modified === undefined ? answer : { ...answer, modified }
}

/**
 * The newest date of all that the answer shows, for callers from whom nothing is hidden: for others a venue, an organizer
 * or a parent can go without a date, and neither the field nor its absence may tell that there is one. `undefined` where it can change without one: counts of terms, the next
 * date of a series, where an event comes from, and a venue or organizer that may be shown again, or no longer.
 */
function lastModifiedOf({ event, embedded, described, members, source }: EventView): string | undefined {
  if (embedded === undefined || embedded.parent !== undefined || event.post_parent !== 0) return undefined
  if ([described, members, source].some((part) => part !== undefined)) return undefined
  if (event.series !== undefined || event.categories.length > 0 || event.tags.length > 0) return undefined
  const { venues, organizers } = embedded
  if (venues.length < event.venue.length || organizers.length < event.organizer.length) return undefined
  return [event, ...venues, ...organizers]
    .map(({ modified_utc }) => modified_utc)
    .sort()
    .at(-1)
}

async function describedOf(context: RequestContext, event: EventRecord): Promise<EventView['described']> {
  if (event.series === undefined && event.event_status === undefined && event.is_virtual !== true)
    return undefined
  // Loaded with the first of them, because most calendars have none.
  const { described } = await import('../../present/described.ts')
  return described(event, permalinkOf(event, context.links), context.clock)
}

async function withSources(
  context: EmbedContext,
  views: readonly EventView[],
): Promise<readonly EventView[]> {
  const origins = views.map(originOf)
  if (origins.every((origin) => origin === undefined)) return views
  // Loaded with the first of them.
  const { viewsWithSources } = await import('./sources-of-events.ts')
  return viewsWithSources(context, views, origins)
}

/** Dates come from where their series comes from. */
const originOf = ({ event, embedded }: EventView): EventRecord['source'] =>
  event.source ?? embedded?.parent?.source

/** Views of one slice. */
const MOST_VIEWS = 500

/**
 * The events of a list that the caller may read. If the caller lacks an event's password, nothing is embedded in it.
 * `reader`: of an answer in which features show members.
 */
export async function viewEvents(
  context: EmbedContext,
  events: readonly EventRecord[],
  revision: string | number | undefined,
  reader?: Reader,
): Promise<readonly EventView[]> {
  const { caller, slice } = context
  const open = new Set(events.filter((event) => mayReadFully(caller, event)))
  const [embeddedIn, membersOf] = await Promise.all([
    embed(context, [...open], revision),
    reader?.site.extensions.shows?.(
      reader,
      [...open].map(({ id }) => id),
      false,
    ),
  ])
  const views: EventView[] = []
  for (const event of events) {
    if (!mayRead(caller, event)) continue
    if (views.length > 0 && views.length % MOST_VIEWS === 0) await slice?.()
    views.push(
      open.has(event)
        ? { event, embedded: embeddedIn(event), members: membersOf?.(event.id) }
        : { event, embedded: undefined },
    )
  }
  return withSources(context, views)
}
