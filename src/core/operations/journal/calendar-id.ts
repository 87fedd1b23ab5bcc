import type { Storage } from '../../../storage/contract.ts'
import { hexOf, randomBytes } from '../../domain/digest.ts'
import { isText } from '../../fields/row.ts'
import { noteId, putNote, readNote } from './extras.ts'

/*
 * The ID of a calendar: 128 random bits, as 32 hexadecimal digits. Entries have the same numbers in every calendar, and
 * again after a backup was restored; with this ID they do not. So it belongs to one calendar at one place: copies and
 * exports leave it out, and the first delivery makes a new one.
 */

const NAME = '.calendar'
const BYTES = 16

export const isCalendarId = (note: number): boolean => note === noteId(NAME)

/** Makes the ID if there is none. */
export async function calendarId(storage: Storage): Promise<string> {
  const { value } = await readNote(storage, NAME, isText)
  return value ?? writeNew(storage, 0)
}

/**
 * Gives the calendar a new ID. Call it after a backup was put in place, before deliveries go on. Otherwise new changes
 * can get a `webhook-id` that receivers know from before, and they drop these changes as repeats.
 *
 * @example
 * ```ts
 * import { renewCalendarId } from 'kalends/move'
 *
 * await renewCalendarId(storage)
 * ```
 */
export async function renewCalendarId(storage: Storage): Promise<void> {
  await writeNew(storage, (await readNote(storage, NAME, isText)).version)
}

async function writeNew(storage: Storage, expect: number): Promise<string> {
  const id = hexOf(randomBytes(BYTES))
  // A conflict means that another process has just made one.
  return (await storage.commit([putNote(NAME, expect, id)])).conflict === null ? id : calendarId(storage)
}
