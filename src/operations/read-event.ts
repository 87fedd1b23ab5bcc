import { mayRead, mayReadFully } from '../access/policy.ts'
import { isPassword } from '../domain/password.ts'
import type { EventRecord } from '../domain/records.ts'
import { ApiError } from '../errors.ts'
import type { Answer, Asked } from '../routes/route.ts'
import { readFields } from '../schema/read.ts'
import { findRecord } from './find-record.ts'
import { eventWriter, protectedEventWriter } from './texts.ts'
import { withLinked } from './with-linked.ts'

export async function readEvent(asked: Asked): Promise<Answer> {
  const { site, caller, problems, eventPassword } = asked
  // The field of the header wins: it is the way that leaves no trace in logs and caches.
  const params = eventPassword === undefined ? asked.params : { ...asked.params, password: eventPassword }
  const { password } = readFields(site.schemas.eventRead, params, problems)
  const [event, revision] = await Promise.all([findRecord(asked, 'event'), asked.revision()])
  if (!mayRead(caller, event)) {
    throw new ApiError(event.status === 'trash' ? 'event-no-longer-available' : 'event-not-accessible')
  }
  if (event.password === null || mayReadFully(caller, event)) return singleEvent(asked, event, true, revision)
  if (password === undefined || !(await isRight(asked, event.id, password, event.password))) {
    throw new ApiError('event-password-protected')
  }
  return { ...(await singleEvent(asked, event, false, revision)), secret: true }
}

/** Slow, and only so many wrong ones from one address. */
async function isRight({ guess }: Asked, id: number, given: string, stored: string): Promise<boolean> {
  return (await guess(`event ${id}`, async () => ((await isPassword(given, stored)) ? true : null))) === true
}

/** The answer that shows one event in full. */
export async function singleEvent(
  asked: Asked,
  event: EventRecord,
  withJsonLd: boolean,
  revision?: string | number,
): Promise<Answer> {
  const [loaded] = await withLinked(asked, [event], withJsonLd, revision)
  if (loaded === undefined) throw new TypeError('an event went missing while it was being shown')
  const json = eventWriter(asked, withJsonLd)(loaded)
  return { status: 200, json, id: event.id, version: event.version, modified: event.modified_utc }
}

/** Events as a list shows them, as JSON: those whose password the caller lacks with their protected fields blank. */
export async function writeEvents(
  asked: Asked,
  events: readonly EventRecord[],
  revision: string | number | undefined,
): Promise<string> {
  const open = events.filter((event) => mayReadFully(asked.caller, event))
  const loaded = new Map((await withLinked(asked, open, false, revision)).map((one) => [one.event, one]))
  const inFull = eventWriter(asked, false)
  const blank = protectedEventWriter(asked)
  const texts = events.map((event) => {
    const full = loaded.get(event)
    return full === undefined ? blank(event) : inFull(full)
  })
  return `[${texts.join(',')}]`
}
