import { parseOwn } from '../../core/domain/json.ts'
import { extraContent } from '../../core/domain/records/extras.ts'
import type { EventRecord } from '../../core/domain/records/records.ts'
import { atInstant, UTC, unixSeconds } from '../../core/domain/time/zones.ts'
import type { Condition, Document, Storage } from '../../core/door.ts'
import type { SuggestionContact } from '../../types/index.ts'
import { SUGGESTIONS } from './owner.ts'

/* Who suggested an event: a document of its own under the ID of the event, so that no copy of the event has it. */

export type SuggestionState = 'pending' | 'published' | 'declined'

export interface SuggestionRecord {
  readonly id: number
  readonly version: number
  readonly state: SuggestionState
  /** When somebody decided, UTC; `null` before. */
  readonly decided: string | null
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

/** What notices say of the event. */
export const aboutEvent = ({ id, title, start, end, all_day, timezone }: EventRecord) => ({
  ...{ id, title, start_date: start, end_date: end, all_day, timezone },
})

const DAY = 86_400
/** Days for which what was decided on is kept. */
const KEPT_DAYS = 90

/** Whether it was decided on so long ago that it is shown to nobody any more. */
export const isOver = ({ decided }: Pick<SuggestionRecord, 'decided'>, now: Date): boolean =>
  decided !== null && decided <= keptFrom(now)

/** What was decided on up to this time is purged. */
export const keptFrom = (now: Date): string => atInstant(unixSeconds(now) - KEPT_DAYS * DAY, UTC).wall

export const isPending = ({ state }: Pick<SuggestionRecord, 'state'>): boolean => state === 'pending'

/** The label of those that wait. */
export const PENDING = 'pending'

/** Selects all suggestions, or those with a label. */
export const whereSuggested = (...labels: readonly string[]): readonly Condition<'extra'>[] => [
  { key: 'owner', in: [SUGGESTIONS] },
  ...(labels.length === 0 ? [] : [{ key: 'labels', in: labels } as const]),
]

export const suggestionContent = ({ id: _id, version: _version, ...data }: SuggestionRecord) =>
  extraContent({
    owner: SUGGESTIONS,
    labels: isPending(data) ? [PENDING] : [],
    due: data.decided,
    data,
  })

/** The suggestions of these events. */
export const readSuggestions = async (
  storage: Storage,
  events: readonly number[],
): Promise<SuggestionRecord[]> =>
  (await storage.get('extra', events)).filter(({ keys }) => keys.owner === SUGGESTIONS).map(suggestionOf)

export function suggestionOf({
  id,
  version,
  data,
}: Pick<Document, 'id' | 'version' | 'data'>): SuggestionRecord {
  return { ...parseOwn(data, isRecord, `the suggestion ${id}`), id, version }
}

/** What `suggestionContent` writes has all members or none. */
const isRecord = (value: unknown): value is Omit<SuggestionRecord, 'id' | 'version'> =>
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
