import { eventContent, organizerContent, termContent, venueContent } from '../../src/domain/content.ts'
import type { Change, Content, Kind, Storage } from '../../src/storage/contract.ts'
import { isTooLarge } from '../../src/storage/contract.ts'
import {
  CATEGORIES,
  categoryOf,
  FIRST_CATEGORY,
  FIRST_EVENT,
  FIRST_ORGANIZER,
  FIRST_TAG,
  FIRST_VENUE,
  idsFrom,
  ORGANIZERS,
  organizerOf,
  TAGS,
  tagOf,
  VENUES,
  venueOf,
} from './calendar.ts'
import type { Filling } from './load.ts'

/** Documents that one commit writes, if the storage takes so many at once; else half as many, and so on. */
const MOST = 500

/** Fills a storage. */
export function fillStorage(storage: Storage): Filling {
  let most = MOST

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
        ...idsFrom(FIRST_VENUE, VENUES).map((id) => put('venue', id, venueContent(venueOf(id)))),
        ...idsFrom(FIRST_ORGANIZER, ORGANIZERS).map((id) =>
          put('organizer', id, organizerContent(organizerOf(id))),
        ),
        ...idsFrom(FIRST_CATEGORY, CATEGORIES).map((id) => put('category', id, termContent(categoryOf(id)))),
        ...idsFrom(FIRST_TAG, TAGS).map((id) => put('tag', id, termContent(tagOf(id)))),
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
