import type { Kind } from '../contract.ts'
import { listIn } from '../shared/own-json.ts'
import type { Calendar } from './calendar.ts'
import { END } from './keyspace.ts'
import type { MutationBuilder } from './mutation-builder.ts'

/* The journal: which documents the recent commits wrote, by commit number. */

export interface Named {
  readonly kind: Kind
  readonly id: number
}

/** Number of commits in the journal. */
const MOST_NOTES = 1000

/**
 * A value of the clock: the number of the last commit and a random part. If a server loses its last commits, it assigns
 * the same numbers again; the random part distinguishes them.
 */
export type Time = string

/** The clock before the first commit. */
export const NEVER: Time = '0'

const numberOf = (time: Time): number => Number.parseInt(time, 10)

export const timeAfter = (time: Time): Time =>
  `${numberOf(time) + 1}-${Math.random().toString(36).slice(2, 12)}`

/** Adds the commit that sets the clock to `time` to the journal. */
export function note(
  { keys }: Calendar,
  mutation: MutationBuilder,
  time: Time,
  written: readonly Named[],
): void {
  const number = numberOf(time)
  mutation.set(keys.note(number), JSON.stringify([time, ...written.map(({ kind, id }) => [kind, id])]))
  if (number > MOST_NOTES) mutation.set(keys.note(number - MOST_NOTES), undefined)
}

/**
 * The current clock and the documents written since `time`; `undefined` if the journal does not reach back that far.
 */
export async function changedSince(
  calendar: Calendar,
  time: Time,
): Promise<{ readonly time: Time; readonly changed: readonly Named[] } | undefined> {
  const { keys } = calendar
  const start = keys.note(numberOf(time))
  const notes = await calendar.range({ start, end: keys.notes + END, limit: calendar.stride })
  const found = notes.map(([, text]) => listIn<Note>(text))
  const [known, ...since] = time === NEVER ? [[NEVER] as const, ...found] : found
  if (known?.[0] !== time) return undefined
  const [now] = since.at(-1) ?? known
  if (numberOf(now) - numberOf(time) !== since.length) return undefined
  const changed = since.flatMap(([, ...documents]) => documents.map(([kind, id]) => ({ kind, id })))
  return { time: now, changed }
}

type Note = readonly [time: Time, ...documents: (readonly [kind: Kind, id: number])[]]
