import type { Reader } from '../../core/door.ts'
import type { EventSuggestion } from '../../types/index.ts'
import { keptFrom, suggestionOf } from './record.ts'

/** Who suggested events, by ID. Without those that nobody suggested, or too long ago to be shown. */
export async function shownToEditors(
  { site, clock }: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly suggestion: EventSuggestion }>> {
  const found = await site.storage.get('suggestion', ids)
  return new Map(
    found.flatMap((document) => {
      const { id, state, came, contact, decided, reason } = suggestionOf(document)
      if (contact === null || decided <= keptFrom(clock.moment)) return []
      return [[id, { suggestion: { state, date_utc: came, contact, reason } }] as const]
    }),
  )
}
