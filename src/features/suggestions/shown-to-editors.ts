import type { Reader } from '../../core/door.ts'
import type { EventSuggestion } from '../../types/index.ts'
import { isOver, readSuggestions } from './record.ts'

/** Who suggested events, by ID. Without those that nobody suggested, or too long ago to be shown. */
export async function shownToEditors(
  { site, clock }: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly suggestion: EventSuggestion }>> {
  const found = await readSuggestions(site.storage, ids)
  return new Map(
    found.flatMap((record) => {
      const { id, state, came, contact, reason } = record
      if (contact === null || isOver(record, clock.moment)) return []
      return [[id, { suggestion: { state, date_utc: came, contact, reason } }] as const]
    }),
  )
}
