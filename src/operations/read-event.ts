import { mayRead, mayReadFully } from '../access/policy.ts'
import { isPassword } from '../domain/password.ts'
import type { EventRecord } from '../domain/records.ts'
import { ApiError } from '../errors.ts'
import { presentEvent, presentProtectedEvent } from '../present/event.ts'
import type { Answer, Asked } from '../routes/route.ts'
import { readFields } from '../schema/read.ts'
import { findRecord } from './find-record.ts'
import { withLinked } from './with-linked.ts'

export async function readEvent(asked: Asked): Promise<Answer> {
  const { site, caller, problems, eventPassword } = asked
  // The field of the header wins: it is the way that leaves no trace in logs and caches.
  const params = eventPassword === undefined ? asked.params : { ...asked.params, password: eventPassword }
  const { password } = readFields(site.schemas.eventRead, params, problems)
  const event = await findRecord(asked, 'event')
  if (!mayRead(caller, event)) {
    throw new ApiError(event.status === 'trash' ? 'event-no-longer-available' : 'event-not-accessible')
  }
  if (event.password === null || mayReadFully(caller, event)) return singleEvent(asked, event, true)
  if (password === undefined || !(await isRight(asked, event.id, password, event.password))) {
    throw new ApiError('event-password-protected')
  }
  return { ...(await singleEvent(asked, event, false)), secret: true }
}

/** Slow, and only so many wrong ones from one address. */
async function isRight({ guess }: Asked, id: number, given: string, stored: string): Promise<boolean> {
  return (await guess(`event ${id}`, async () => ((await isPassword(given, stored)) ? true : null))) === true
}

/** The answer that shows one event in full. */
export async function singleEvent(asked: Asked, event: EventRecord, withJsonLd: boolean): Promise<Answer> {
  const [loaded] = await withLinked(asked, [event], withJsonLd)
  if (loaded === undefined) throw new TypeError('an event went missing while it was being shown')
  const body = presentEvent(loaded, asked.links, asked.site.currency, withJsonLd)
  return { status: 200, body, id: event.id, version: event.version, modified: event.modified_utc }
}

/** Events as a list shows them: those whose password the caller lacks with their protected fields blank. */
export async function presentEvents(asked: Asked, events: readonly EventRecord[]) {
  const open = events.filter((event) => mayReadFully(asked.caller, event))
  const loaded = new Map((await withLinked(asked, open, false)).map((one) => [one.event, one]))
  return events.map((event) => {
    const full = loaded.get(event)
    return full === undefined
      ? presentProtectedEvent(event, asked.links)
      : presentEvent(full, asked.links, asked.site.currency, false)
  })
}
