import type { Storage } from '../../../storage/contract.ts'
import type { EventSuggestion } from '../../../types/index.ts'
import { keptFrom, suggestionOf } from '../../domain/records/suggestions.ts'

/** Who suggested the event; `undefined` if nobody did, or if it is too long ago to be shown. */
export async function suggestionOfEvent(
  storage: Storage,
  id: number,
  now: Date,
): Promise<EventSuggestion | undefined> {
  const [document] = await storage.get('suggestion', [id])
  if (document === undefined) return undefined
  const { state, came, contact, decided, reason } = suggestionOf(document)
  if (contact === null || decided <= keptFrom(now)) return undefined
  return { state, date_utc: came, contact, reason }
}
