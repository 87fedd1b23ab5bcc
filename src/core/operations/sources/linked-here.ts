import type { FileChange } from '../../../formats/file-event.ts'
import type { EventInput } from '../../../types/index.ts'
import type { Item, SourceRecord } from '../../domain/records/sources.ts'
import type { Site } from '../../mount/site.ts'
import { readRecord } from '../reading/read-record.ts'
import { readStaying } from '../reading/staying.ts'
import { type FeedEvent, nameHash } from './feed-events.ts'

/*
 * A source goes on to name its venues and organizers as it always did, also when somebody has renamed them here. The events that
 * it has brought show which ones it means, so that the old name does not come back as a new record.
 */

const KINDS = ['venue', 'organizer'] as const
type Kind = (typeof KINDS)[number]

/** Events that are looked at for one name. */
const MOST_LOOKED_AT = 5

export class LinkedHere {
  readonly #site: Site
  readonly #source: SourceRecord
  /** What is known of events, by the hash of a name that they have there. */
  readonly #items = { venue: new Map<number, Item[]>(), organizer: new Map<number, Item[]>() }
  readonly #found = { venue: new Map<number, Found>(), organizer: new Map<number, Found>() }

  constructor(site: Site, source: SourceRecord, items: Iterable<Item>) {
    this.#site = site
    this.#source = source
    for (const item of items) {
      // Those that are brought again may be as somebody has made them here.
      if (item.isAttached || item.mark === 0) continue
      for (const kind of KINDS) {
        for (const hash of item[kind]) {
          const known = this.#items[kind].get(hash) ?? []
          if (known.length < MOST_LOOKED_AT) this.#items[kind].set(hash, [...known, item])
        }
      }
    }
  }

  /** The event with the IDs of what is meant, in place of names. */
  async meant(feed: FeedEvent): Promise<FeedEvent> {
    const { file } = feed
    const changes: FileChange[] = []
    for (const change of file.changes) {
      const { event } = change
      const isWhole = event.start_date !== undefined
      changes.push(isWhole ? { ...change, event: { ...event, ...(await this.#linked(event)) } } : change)
    }
    const event = { ...file.event, ...(await this.#linked(file.event)) }
    return { ...feed, file: { ...file, event, changes } }
  }

  async #linked({ venue, organizer }: EventInput): Promise<Partial<EventInput>> {
    return {
      ...(venue && { venue: await this.#each('venue', [venue].flat()) }),
      ...(organizer && { organizer: await this.#each('organizer', [organizer].flat()) }),
    }
  }

  async #each<T>(kind: Kind, all: readonly T[]): Promise<(T | number)[]> {
    const meant: (T | number)[] = []
    for (const one of all) {
      const hash = nameHash(kind, one)
      meant.push((hash === undefined ? undefined : await this.#idOf(kind, hash)) ?? one)
    }
    return meant
  }

  #idOf(kind: Kind, hash: number): Found {
    const found = this.#found[kind].get(hash) ?? this.#find(kind, hash)
    this.#found[kind].set(hash, found)
    return found
  }

  async #find(kind: Kind, hash: number): Found {
    const { storage } = this.#site
    for (const item of this.#items[kind].get(hash) ?? []) {
      const record = await readRecord(storage, 'event', item.event)
      if (record?.source?.id !== this.#source.id || record.source.kept.includes(kind)) continue
      // What the source has said since then was not written.
      if (record.status === 'trash') continue
      if (record[kind].length !== item[kind].length) continue
      const id = record[kind][item[kind].indexOf(hash)]
      if (id === undefined) continue
      const linked = (await readStaying(this.#site, kind, [id])).get(id)
      if (linked !== undefined && linked.status !== 'trash') return linked.id
    }
    return undefined
  }
}

type Found = Promise<number | undefined>
