import type { Kind } from '../contract.ts'
import type { Calendar } from './calendar.ts'
import type { Draft } from './draft.ts'
import { END } from './keyspace.ts'

/*
 * Which documents the last commits wrote, by their numbers.
 */

export interface Named {
  readonly kind: Kind
  readonly id: number
}

/** So many commits are remembered. */
const KEPT = 1000

/**
 * What the clock shows: the number of commits, and something that no other commit has. After a server was lost with its
 * last commits, the same numbers come again, but with other commits behind them.
 */
export type Time = string

/** Before the first commit. */
export const NEVER: Time = '0'

const numberOf = (time: Time): number => Number.parseInt(time, 10)

export const timeAfter = (time: Time): Time =>
  `${numberOf(time) + 1}-${Math.random().toString(36).slice(2, 12)}`

/** Notes the commit that moves the clock on. */
export function note({ keys }: Calendar, draft: Draft, time: Time, written: readonly Named[]): void {
  const number = numberOf(time)
  draft.set(keys.note(number), JSON.stringify([time, ...written.map(({ kind, id }) => [kind, id])]))
  if (number > KEPT) draft.set(keys.note(number - KEPT), undefined)
}

/** What was written since the clock showed this, and what it shows now; `undefined`: it is not all remembered. */
export async function changedSince(
  calendar: Calendar,
  time: Time,
): Promise<{ readonly time: Time; readonly changed: readonly Named[] } | undefined> {
  const { keys } = calendar
  const start = keys.note(numberOf(time))
  const notes = await calendar.range({ start, end: keys.notes + END, limit: calendar.stride })
  const found = notes.map(([, text]) => noteIn(text))
  const [known, ...since] = time === NEVER ? [[NEVER] as const, ...found] : found
  if (known?.[0] !== time) return undefined
  const [now] = since.at(-1) ?? known
  if (numberOf(now) - numberOf(time) !== since.length) return undefined
  const changed = since.flatMap(([, ...documents]) => documents.map(([kind, id]) => ({ kind, id })))
  return { time: now, changed }
}

type Note = readonly [time: Time, ...documents: (readonly [kind: Kind, id: number])[]]

function noteIn(text: string): Note {
  return JSON.parse(text)
}
