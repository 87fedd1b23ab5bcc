import type { Kind } from '../contract.ts'
import type { Calendar } from './calendar.ts'
import type { Draft } from './draft.ts'
import { END, lastId } from './keyspace.ts'

/*
 * Which documents the last commits wrote, by what the clock then showed.
 */

export interface Named {
  readonly kind: Kind
  readonly id: number
}

/** So many commits are remembered. */
const KEPT = 1000

/** Notes the commit that moves the clock on to `clock`. */
export function note({ keys }: Calendar, draft: Draft, clock: number, written: readonly Named[]): void {
  draft.set(keys.note(clock), JSON.stringify(written.map(({ kind, id }) => [kind, id])))
  if (clock > KEPT) draft.set(keys.note(clock - KEPT), undefined)
}

/** What was written since the clock showed this, and what it shows now; `undefined`: it is not all remembered. */
export async function changedSince(
  calendar: Calendar,
  clock: string,
): Promise<{ readonly clock: string; readonly changed: readonly Named[] } | undefined> {
  const first = Number(clock) + 1
  const notes = await calendar.range({
    start: calendar.keys.note(first),
    end: calendar.keys.notes + END,
    limit: calendar.stride,
  })
  const [last] = notes.at(-1) ?? []
  if (last === undefined) return { clock, changed: [] }
  const now = lastId(last)
  if (now - first + 1 !== notes.length) return undefined
  const changed = notes.flatMap(([, text]) => notesIn(text).map(([kind, id]) => ({ kind, id })))
  return { clock: String(now), changed }
}

function notesIn(text: string): [kind: Kind, id: number][] {
  return JSON.parse(text)
}
