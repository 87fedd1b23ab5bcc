import type { EventRecord } from '../../core/domain/records/records.ts'
import { fromDocument } from '../../core/domain/records/stored-record.ts'
import { broughtUid, uidOf } from '../../core/domain/records/uid.ts'
import { findInParts, markOf, type Storage } from '../../core/door.ts'
import type { FileEvent } from '../../formats/file-event.ts'
import type { FileState, Remembered } from './file-state.ts'

/* Which event of a file is which event here. */

/** What is known of an event in a file. */
export type Known =
  /** Another one in the file has the same key. */
  | { readonly is: 'repeated' }
  /** An import has brought it as it is. */
  | { readonly is: 'brought'; readonly entry: Remembered }
  /** No import has brought it, and it is here as the file says. */
  | { readonly is: 'same'; readonly current: EventRecord }
  /** It is here, and the file says something else. */
  | { readonly is: 'changed'; readonly current: EventRecord; readonly entry: Remembered | undefined }
  | { readonly is: 'new' }

export class Identities {
  readonly #storage: Storage
  readonly #state: FileState
  /** Of the UIDs in feeds. */
  readonly #host: string
  readonly #marksOf: (ids: readonly number[]) => Promise<ReadonlyMap<string, number>>
  readonly #seen = new Set<string>()
  #uids: ReadonlyMap<string, number> | undefined

  constructor(
    storage: Storage,
    state: FileState,
    host: string,
    marksOf: (ids: readonly number[]) => Promise<ReadonlyMap<string, number>>,
  ) {
    this.#storage = storage
    this.#state = state
    this.#host = host
    this.#marksOf = marksOf
  }

  hasSeen(key: string): boolean {
    return this.#seen.has(key)
  }

  see(key: string): void {
    this.#seen.add(key)
  }

  /** In the order of the events. */
  async of(events: readonly FileEvent[]): Promise<readonly Known[]> {
    const looked: (Known | { readonly id: number; readonly entry: Remembered | undefined })[] = []
    for (const one of events) looked.push(await this.#look(one))
    const open = looked.flatMap((found) => ('id' in found ? [found] : []))
    const documents =
      open.length === 0
        ? []
        : await this.#storage.get(
            'event',
            open.map(({ id }) => id),
          )
    const records = new Map(documents.map((document) => [document.id, fromDocument('event', document)]))
    const foreign = open.flatMap(({ id, entry }) => (entry === undefined && records.has(id) ? [id] : []))
    const marks = foreign.length === 0 ? undefined : await this.#marksOf(foreign)
    return events.map((one, at): Known => {
      const found = looked[at] ?? { is: 'new' }
      if (!('id' in found)) return found
      const current = records.get(found.id)
      // A file changes nothing that a source speaks for.
      if (current === undefined || current.source !== undefined) return { is: 'new' }
      const isSame = found.entry === undefined && marks?.get(one.key) === markOf(one)
      if (isSame) return { is: 'same', current }
      // Anybody can write a file with the UID of an event here. It changes what an import has brought, or what was exported.
      return found.entry === undefined && current.uid === undefined && one.isExport !== true
        ? { is: 'new' }
        : { is: 'changed', current, entry: found.entry }
    })
  }

  async #look(one: FileEvent) {
    if (this.#seen.has(one.key)) return { is: 'repeated' } as const
    this.#seen.add(one.key)
    const entry = this.#state.of(one.key)
    if (entry?.mark === markOf(one)) return { is: 'brought', entry } as const
    const id = entry?.id ?? (await this.#idOf(one.key))
    return id === undefined ? ({ is: 'new' } as const) : { id, entry }
  }

  /** An event that is here and that no file brought, or one before a cut: by its UID in feeds, or the one that was brought. */
  async #idOf(key: string): Promise<number | undefined> {
    this.#uids ??= await this.#readUids()
    return this.#uids.get(key)
  }

  async #readUids(): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>()
    for await (const document of findInParts(this.#storage, 'event', [])) {
      const record = fromDocument('event', document)
      found.set(uidOf(record, this.#host), record.id)
      if (record.uid !== undefined && record.source === undefined)
        found.set(broughtUid(record.uid), record.id)
    }
    return found
  }
}
