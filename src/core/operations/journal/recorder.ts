import type { Change, Document, Storage } from '../../../storage/contract.ts'
import { versionAfter } from '../../../storage/reference.ts'
import type { ChangeType } from '../../../types/index.ts'
import type { Caller } from '../../access/policy.ts'
import { areRemains, type Mergeable } from '../../domain/records/merging.ts'
import { fromDocument, type Stored } from '../../domain/records/stored-record.ts'
import type { Turns } from '../../domain/turns.ts'
import type { Recorder } from '../../mount/site.ts'
import { type Outbox, RECORD_KINDS } from './outbox.ts'
import type { RecordKind, StoredChange } from './stored-change.ts'

/**
 * Commits, with entries in the outbox if there is one, and calls `tell` afterwards, once per record. For each record,
 * `tell` is called in the order in which the commits start: two writes of one process can learn of their commits in
 * another order than that of the commits, but the second one starts after the first one took effect, because it expects
 * the version that the first one wrote.
 */
export function createRecorder(
  turns: Turns,
  outbox: Pick<Outbox, 'commit'> | undefined,
  tell: ((change: StoredChange) => Promise<void>) | undefined,
): Recorder {
  const running = new Set<Promise<void>>()

  return {
    async commit(storage, changes, by) {
      const known = await storedChanges(storage, changes, by)
      const committed =
        outbox === undefined || known.length === 0
          ? storage.commit(changes)
          : outbox.commit(storage, changes, known)
      if (tell === undefined) return committed
      for (const change of known) {
        const told = turns.take(`tell ${change.kind} ${change.id}`, async () => {
          const { conflict } = await committed
          if (conflict === null) await tell(change)
        })
        // Errors of the commit are errors of the request.
        const ended: Promise<void> = told.catch(() => {}).then(() => void running.delete(ended))
        running.add(ended)
      }
      return committed
    },
    settled: async () => void (await Promise.all(running)),
  }
}

/** What changes of documents mean for records. */
async function storedChanges(
  storage: Storage,
  changes: readonly Change[],
  by: Caller,
): Promise<StoredChange[]> {
  const lists = await Promise.all(
    RECORD_KINDS.map(async (kind) => {
      const own = changes.filter((change) => change.kind === kind && change.do !== 'check')
      const old = own.filter(({ expect }) => expect > 0).map(({ id }) => id)
      // If one has another version by now, the commit is refused.
      const found: readonly Document[] = old.length === 0 ? [] : await storage.get(kind, old)
      const befores = new Map(found.map((document) => [document.id, document]))
      return own.flatMap((change): StoredChange | readonly StoredChange[] => {
        const before = befores.get(change.id)
        const put =
          change.do === 'put'
            ? { id: change.id, version: versionAfter(change), ...change.content }
            : undefined
        const next = placeOf(kind, put)
        // A merged record goes once. That it will go is no change yet.
        if (next === 'going' || (next === 'gone' && placeOf(kind, before) === 'gone')) return []
        const after = next === 'gone' ? undefined : put
        const type = typeOf(before, after)
        return { kind, id: change.id, type, before: storedIn(before), after: storedIn(after), by }
      })
    }),
  )
  return lists.flat()
}

/** Whether a record is there, for others than those who merge it. */
function placeOf(kind: RecordKind, stored: Stored | undefined): 'here' | 'going' | 'gone' {
  if (kind === 'event' || stored === undefined) return 'here'
  const record: Mergeable = fromDocument(kind, stored)
  return record.merged === undefined ? 'here' : areRemains(record) ? 'gone' : 'going'
}

const storedIn = (document: Stored | undefined): Stored | null =>
  document === undefined ? null : { id: document.id, version: document.version, data: document.data }

type Keyed = Pick<Document, 'keys'> | undefined

/** The status is a key of posts. */
const isTrashed = ({ keys }: Pick<Document, 'keys'>): boolean => 'status' in keys && keys.status === 'trash'

function typeOf(before: Keyed, after: Keyed): ChangeType {
  if (before === undefined) return 'created'
  if (after === undefined) return 'deleted'
  if (isTrashed(before) === isTrashed(after)) return 'changed'
  return isTrashed(after) ? 'trashed' : 'restored'
}
