import { setImmediate } from 'node:timers/promises'
import {
  eventContent,
  organizerContent,
  termContent,
  venueContent,
} from '../../src/core/domain/records/content.ts'
import type { EventRecord } from '../../src/core/domain/records/records.ts'
import type { Change, Content, Kind, Storage } from '../../src/storage/contract.ts'
import { isTooLarge } from '../../src/storage/contract.ts'
import type { Opened } from '../databases/opened.ts'
import { type Spent, startSpending } from '../shared/cpu.ts'
import type { Place } from '../shared/place.ts'
import {
  categoriesOf,
  eventOf,
  FIRST_EVENT,
  FIRST_TAG,
  idsFrom,
  organizersOf,
  TAGS,
  tagsOf,
  venuesOf,
} from './calendar.ts'

/** How one of the calendars is filled. */
export interface Filling {
  /** Prepares the calendar for so many events: venues, organizers, categories and tags. */
  begin(events: number): Promise<void>
  /** One commit, or one transaction. */
  write(events: readonly EventRecord[]): Promise<void>
  end(): Promise<void>
}

/** Events in one write. */
const BATCH = 500

/** Loads so many events, unless they are there. */
export async function fill(place: Place, opened: Opened, filling: Filling, count: number): Promise<Spent> {
  if (place.loaded !== undefined) return place.loaded
  const stop = await startSpending(opened.serverCpu)
  await filling.begin(count)
  for (let done = 0; done < count; done += BATCH) {
    await filling.write(idsFrom(FIRST_EVENT + done, Math.min(BATCH, count - done)).map(eventOf))
    // A storage in the process never waits: this lets the process hear that the bench has gone.
    await setImmediate()
  }
  await filling.end()
  await opened.settle()
  const spent = await stop()
  place.setLoaded(spent)
  return spent
}

export function fillStorage(storage: Storage): Filling {
  /** Documents in one commit. Halved where the storage refuses as many. */
  let most = BATCH

  async function commit(changes: readonly Change[]): Promise<void> {
    for (let from = 0; from < changes.length; ) {
      const some = changes.slice(from, from + most)
      try {
        const result = await storage.commit(some)
        if (result.conflict !== null) throw new Error(`${result.kind} ${result.id}: ${result.conflict}`)
        from += some.length
      } catch (error) {
        if (!isTooLarge(error) || most === 1) throw error
        most = Math.ceil(most / 2)
      }
    }
  }

  return {
    async begin(events) {
      await storage.migrate()
      await storage.allocate('post', FIRST_EVENT - 1 + events)
      await storage.allocate('term', FIRST_TAG - 1 + TAGS)
      await commit([
        ...venuesOf().map((venue) => put('venue', venue.id, venueContent(venue))),
        ...organizersOf().map((organizer) => put('organizer', organizer.id, organizerContent(organizer))),
        ...categoriesOf().map((category) => put('category', category.id, termContent(category))),
        ...tagsOf().map((tag) => put('tag', tag.id, termContent(tag))),
      ])
    },
    write: (events) => commit(events.map((event) => put('event', event.id, eventContent(event)))),
    async end() {},
  }
}

const put = <K extends Kind>(kind: K, id: number, content: Content<K>) => ({
  do: 'put' as const,
  kind,
  id,
  expect: 0,
  content,
})
