import type { RecordChange } from '../../../types/index.ts'
import { isObject, parseOwn } from '../../domain/json.ts'
import type { Stored } from '../../domain/records/stored-record.ts'
import { eventWriter } from '../../present/event-json.ts'
import type { JsonContext } from '../../present/json.ts'
import { organizerWriter, termWriter, venueWriter } from '../../present/record-json.ts'
import type { EmbedContext } from '../events/embed.ts'
import { viewEvents } from '../events/read-event.ts'
import type { RecordKind, StoredChange } from '../journal/stored-change.ts'
import { singleTerm } from '../terms/read-term.ts'

export type ShowContext = EmbedContext & JsonContext

/** A stored record as JSON, as the caller reads it; `null` if the caller may not. */
async function jsonOf(context: ShowContext, kind: RecordKind, stored: Stored): Promise<string> {
  const { memo } = context.site
  // Without caching: older versions would take the place of the current ones.
  switch (kind) {
    case 'event': {
      const [view] = await viewEvents(context, [memo.peek(kind, stored)], undefined)
      return view === undefined ? 'null' : eventWriter(context, false)(view)
    }
    case 'venue':
      return venueWriter(context, false)(memo.peek(kind, stored))
    case 'organizer':
      return organizerWriter(context, false)(memo.peek(kind, stored))
    default:
      return termWriter(context, false)((await singleTerm(kind, context, memo.peek(kind, stored))).content)
  }
}

/** A change as the host gets it. */
export async function shownChange(
  context: ShowContext,
  { before, after, ...change }: StoredChange,
): Promise<RecordChange> {
  const show = (stored: Stored | null) => (stored === null ? 'null' : jsonOf(context, change.kind, stored))
  const [old, now] = await Promise.all([show(before), show(after)])
  const shown = `{"before":${old},"after":${now},${JSON.stringify(change).slice(1)}`
  return parseOwn(shown, isRecordChange, 'a change')
}

/** The texts are ours. */
const isRecordChange = (value: unknown): value is RecordChange => isObject(value) && 'before' in value
