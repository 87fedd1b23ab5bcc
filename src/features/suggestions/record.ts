import { parseOwn } from '../../core/domain/json.ts'
import type { EventRecord } from '../../core/domain/records/records.ts'
import { atInstant, UTC, unixSeconds } from '../../core/domain/time/zones.ts'
import type { Content, Document } from '../../core/door.ts'
import type { SuggestionContact } from '../../types/index.ts'

/* Who suggested an event: a document of its own under the ID of the event, so that no copy of the event has it. */

export type SuggestionState = 'pending' | 'published' | 'declined'

export interface SuggestionRecord {
  readonly id: number
  readonly version: number
  readonly state: SuggestionState
  /** When somebody decided, UTC; `WAITING` before. */
  readonly decided: string
  /** When it came, UTC. */
  readonly came: string
  /** SHA-256 of the secret, which has as many random bits as no guess finds. */
  readonly hash: string
  /** `null` once the event is deleted for good. */
  readonly contact: SuggestionContact | null
  /** Venues and organizers that were new with it. They wait, and are decided on, with it. */
  readonly linked: { readonly venue: readonly number[]; readonly organizer: readonly number[] }
  /** Why it is declined: what an editor wrote last as the reason. */
  readonly reason: string
  /** When its sender changed it in the last hour: Unix seconds. */
  readonly changes: readonly number[]
}

/** The key `decided` of those that wait: later than all dates. */
export const WAITING = '9999-12-31 23:59:59'

/** What notices say of the event. */
export const aboutEvent = ({ id, title, start, end, all_day, timezone }: EventRecord) => ({
  ...{ id, title, start_date: start, end_date: end, all_day, timezone },
})

const DAY = 86_400
/** Days for which what was decided on is kept. */
const KEPT_DAYS = 90

/** What was decided on up to this time is shown to nobody any more, and purged. */
export const keptFrom = (now: Date): string => atInstant(unixSeconds(now) - KEPT_DAYS * DAY, UTC).wall

export const isPending = ({ state }: Pick<SuggestionRecord, 'state'>): boolean => state === 'pending'

export function suggestionContent({
  id: _id,
  version: _version,
  ...data
}: SuggestionRecord): Content<'suggestion'> {
  return { keys: { decided: data.decided }, text: [], data: JSON.stringify(data) }
}

export function suggestionOf({
  id,
  version,
  data,
}: Pick<Document, 'id' | 'version' | 'data'>): SuggestionRecord {
  return { ...parseOwn(data, isSuggestion, `the suggestion ${id}`), id, version }
}

/** What `suggestionContent` writes has all members or none. */
const isSuggestion = (value: unknown): value is Omit<SuggestionRecord, 'id' | 'version'> =>
  typeof value === 'object' && value !== null && 'hash' in value && 'contact' in value && 'linked' in value

/**
 * What becomes of a suggestion when its event gets a status; `undefined`: the event is deleted for good. Editors decide by
 * publishing and by the trash. All else, such as a draft that somebody saves, leaves it waiting.
 */
export function nextState(state: SuggestionState, status: string | undefined): SuggestionState {
  if (status === 'publish' || status === 'future') return 'published'
  return state === 'pending' && (status === 'trash' || status === undefined) ? 'declined' : state
}

/** Whether it waits for an editor, also if a process without the option `suggestions` wrote its event last. */
export const isWaiting = ({ state }: Pick<SuggestionRecord, 'state'>, status: string | undefined): boolean =>
  nextState(state, status) === 'pending'
