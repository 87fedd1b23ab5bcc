import { mayRead, mayReadFully } from '../access/policy.ts'
import { isPassword } from '../domain/password.ts'
import type { EventRecord } from '../domain/records.ts'
import type { EventView } from '../domain/views.ts'
import { ApiError } from '../errors.ts'
import type { Answer, RequestContext } from '../request.ts'
import { readFields } from '../schema/read.ts'
import { type EmbedContext, embed } from './embed.ts'
import { findRecord } from './find-record.ts'

/** The event in the path. An event with a password is shown to callers who may edit it or who send the password. */
export async function readEvent(context: RequestContext): Promise<Answer<EventView>> {
  const { site, caller, problems, eventPassword } = context
  // The header field wins: it leaves no trace in logs and caches.
  const params = eventPassword === undefined ? context.params : { ...context.params, password: eventPassword }
  const { password } = readFields(site.schemas.eventPassword(), params, problems)
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
  { guess }: RequestContext,
  id: number,
  password: string,
  stored: string,
): Promise<boolean> {
  // With the stored hash, so that a guess does not share the check of an earlier password.
  const secret = JSON.stringify([stored, password])
  const right = await guess(`event ${id}`, secret, async () =>
    (await isPassword(password, stored)) ? true : null,
  )
  return right === true
}

/** Answers the event in full. */
export async function singleEvent(
  context: RequestContext,
  event: EventRecord,
  revision?: string | number,
): Promise<Answer<EventView>> {
  const [embedded] = await embed(context, [event], revision)
  const content = { event, embedded, schedule: await scheduleOf(event) }
  return { status: 200, content, id: event.id, version: event.version, modified: event.modified_utc }
}

async function scheduleOf(event: EventRecord): Promise<EventView['schedule']> {
  if (event.series === undefined) return undefined
  // Loaded with the first series, because most calendars have none.
  const { schedule } = await import('../present/schedule.ts')
  return schedule(event, event.series)
}

/** The events of a list that the caller may read. If the caller lacks an event's password, nothing is embedded in it. */
export async function viewEvents(
  context: EmbedContext,
  events: readonly EventRecord[],
  revision: string | number | undefined,
): Promise<EventView[]> {
  const { caller } = context
  const open = events.filter((event) => mayReadFully(caller, event))
  const embedded = await embed(context, open, revision)
  const byEvent = new Map(open.map((event, index) => [event, embedded[index]]))
  return events
    .filter((event) => mayRead(caller, event))
    .map((event) => ({ event, embedded: byEvent.get(event) }))
}
