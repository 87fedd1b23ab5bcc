import type { RetryPolicy } from '../../shared/retry.ts'
import type { Calendar } from '../calendar.ts'
import { digitsOf, lines } from '../keyspace.ts'

/** No digest: whoever reads it fails. */
const UNREADABLE = 'this calendar is used by kalends 0.8 or later'

/** Sorts before every other entry of a list: a start, a date and an ID of zeros. */
const FIRST = '0'.repeat(28) + digitsOf(0)

/** Milliseconds: 15 seconds between two looks of an earlier version, and 30 for its slowest request. */
const UNTIL_NOTICED = 45_000

/**
 * Keeps processes of earlier versions from writing into the calendar. At most 15 seconds later, such a process looks for
 * series that are due, by a status that no series has any more. There it finds an entry that it cannot read, and answers
 * this request and all later ones with an error. A store that can seal the calendar itself does so at once.
 */
export async function seal({ kv, keys }: Calendar, { wait }: RetryPolicy): Promise<void> {
  const [layout] = await kv.get([keys.layout])
  // A new calendar.
  if (layout === undefined) return
  const key = keys.list(lines.ofStatus('event', 'series-publish'), 'a') + FIRST
  await kv.commit({ checks: [], sets: [[key, UNREADABLE]], deletes: [] })
  if (kv.seal === undefined) await wait(UNTIL_NOTICED)
  else await kv.seal(keys.layout)
}
