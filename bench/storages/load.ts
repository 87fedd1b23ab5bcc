import type { EventRecord } from '../../src/domain/records.ts'
import { eventOf, FIRST_EVENT, idsFrom } from './calendar.ts'
import type { Opened } from './opened.ts'

/** How one of the calendars is filled. */
export interface Filling {
  /** Makes it ready for so many events, with all that they have: venues, organizers, categories and tags. */
  begin(events: number): Promise<void>
  /** As one commit, or one transaction. */
  write(events: readonly EventRecord[]): Promise<void>
  end(): Promise<void>
}

/** What an event costs, without what it has. */
export interface LoadCost {
  /** The making of rows, or of keys, text and data, included; not that of the records. */
  readonly milliseconds: number
  readonly bytes: number
}

/** Events that are written at once. */
const BATCH = 500

export async function load(
  opened: Opened,
  filling: Filling,
  count: number,
  say: (text: string) => void,
): Promise<LoadCost> {
  await filling.begin(count)
  const bytesBefore = await opened.bytes()
  let milliseconds = 0
  for (let done = 0; done < count; done += BATCH) {
    const events = idsFrom(FIRST_EVENT + done, Math.min(BATCH, count - done)).map(eventOf)
    const began = performance.now()
    await filling.write(events)
    milliseconds += performance.now() - began
    if (done % 50_000 === 0) say(`${done} of ${count} events`)
  }
  const began = performance.now()
  await filling.end()
  milliseconds += performance.now() - began
  await opened.settle()
  const bytes = (await opened.bytes()) - bytesBefore
  return { milliseconds: milliseconds / count, bytes: bytes / count }
}
