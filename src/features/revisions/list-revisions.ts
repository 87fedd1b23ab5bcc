import type { PostKind, RecordOf } from '../../core/domain/records/records.ts'
import { type Answer, embed, type RequestContext } from '../../core/door.ts'
import { eventWriter } from '../../core/present/event-json.ts'
import { organizerWriter, venueWriter } from '../../core/present/record-json.ts'
import { findEditable, stayingLinks } from './editable.ts'
import { type State, statesOf } from './states.ts'

/** The newest states of a record that are listed. */
const MOST = 50

/**
 * What the journal has of an event, a venue or an organizer, the newest first. Fewer, if the states are longer than a
 * response may be.
 */
export async function listRevisions(kind: PostKind, context: RequestContext): Promise<Answer<string>> {
  const { id } = await findEditable(kind, context)
  const texts: string[] = []
  let room = context.site.limits.response
  for await (const state of statesOf(context, kind, id)) {
    const text = `${JSON.stringify(factsOf(state)).slice(0, -1)},"${kind}":${await shown(context, state)}}`
    room -= text.length * MOST_BYTES
    if (texts.length === MOST || (texts.length > 0 && room < 0)) break
    texts.push(text)
  }
  return { status: 200, content: `[${texts.join(',')}]` }
}

/** Of a character. */
const MOST_BYTES = 3

const factsOf = ({ n, date, by, fields }: State) => ({
  n,
  date_utc: date,
  user: by === null ? null : { id: by.id, ...(by.name === undefined ? {} : { name: by.name }) },
  fields,
})

/** A record as it was, with venues, organizers and terms as they are now. */
async function shown(context: RequestContext, { record }: State): Promise<string> {
  if (record === null) return 'null'
  switch (record.kind) {
    case 'venue':
      return venueWriter(context, false)(record)
    case 'organizer':
      return organizerWriter(context, false)(record)
    default: {
      const event: RecordOf['event'] = { ...record, ...(await stayingLinks(context, record)) }
      const embeddedIn = await embed(context, [event], undefined)
      return eventWriter(context, false)({ event, embedded: embeddedIn(event) })
    }
  }
}
