import { isCalendarId } from '../../core/operations/journal/calendar-id.ts'
import {
  type Change,
  type Document,
  isTooLarge,
  KEYS,
  type Kind,
  LARGEST_RESERVED,
  type Sequence,
  type Storage,
} from '../../storage/contract.ts'
import { MoveError } from '../move-error.ts'

/*
 * Documents as they are: read in the order of their IDs, and written with their versions. The ID of the calendar is left
 * out: a copy makes its own.
 */

/** Events come after what they link to. */
export const MOVED_KINDS = [
  ...['category', 'tag', 'venue', 'organizer', 'event'],
  ...['receipt', 'entry', 'extra'],
] as const satisfies Kind[]

/** Owners of extras that stay in the database: who suggested an event, and how many wait. Copies have them, files do not. */
const NOT_IN_FILES: readonly unknown[] = ['suggestion', 'waiting']

export const isInFiles = ({ keys }: { readonly keys: object }): boolean =>
  !('owner' in keys && NOT_IN_FILES.includes(keys.owner))

/**
 * The last ID of a sequence. Version 0.7 raised it as far as an old site told it to, so that creates failed. A copy of such
 * a calendar can create again.
 */
export const lastId = async (storage: Storage, sequence: Sequence): Promise<number> =>
  Math.min(await storage.reserve(sequence, 0), LARGEST_RESERVED)

/** Documents that are read and written together. */
export const DOCUMENTS_PER_COMMIT = 50

export async function* documentsOf<K extends Kind>(
  storage: Storage,
  kind: K,
): AsyncGenerator<readonly Document<K>[]> {
  for (let after = 0; ; ) {
    const where = [{ key: 'id', gt: after }] as const
    const found = await storage.find(kind, { where, order: 'id', limit: DOCUMENTS_PER_COMMIT })
    const moved = found.filter((document) => !isOwnId(kind, document))
    if (moved.length > 0) yield moved
    if (found.length < DOCUMENTS_PER_COMMIT) return
    after = found.at(-1)?.id ?? after
  }
}

const isOwnId = (kind: Kind, { id }: { readonly id: number }): boolean => kind === 'extra' && isCalendarId(id)

/** The same text for the same document, from every storage. */
export function canonical<K extends Kind>(kind: K, { id, version, keys, text, data }: Document<K>): string {
  const values = new Map<string, unknown>(Object.entries(keys))
  return JSON.stringify([id, version, Object.keys(KEYS[kind]).map((name) => values.get(name)), text, data])
}

const changes: {
  readonly [K in Kind]: (document: Document<K>, expect: number) => Change
} = {
  event: ({ id, version, ...content }, expect) => ({
    do: 'put',
    kind: 'event',
    id,
    expect,
    version,
    content,
  }),
  venue: ({ id, version, ...content }, expect) => ({
    do: 'put',
    kind: 'venue',
    id,
    expect,
    version,
    content,
  }),
  organizer: ({ id, version, ...content }, expect) => ({
    do: 'put',
    kind: 'organizer',
    id,
    expect,
    version,
    content,
  }),
  category: ({ id, version, ...content }, expect) => ({
    do: 'put',
    kind: 'category',
    id,
    expect,
    version,
    content,
  }),
  tag: ({ id, version, ...content }, expect) => ({ do: 'put', kind: 'tag', id, expect, version, content }),
  receipt: ({ id, version, ...content }, expect) => ({
    do: 'put',
    kind: 'receipt',
    id,
    expect,
    version,
    content,
  }),
  entry: ({ id, version, ...content }, expect) => ({
    do: 'put',
    kind: 'entry',
    id,
    expect,
    version,
    content,
  }),
  extra: ({ id, version, ...content }, expect) => ({
    do: 'put',
    kind: 'extra',
    id,
    expect,
    version,
    content,
  }),
}

/**
 * Writes documents that are not there, or are there in an earlier version. Returns how many.
 * @throws MoveError for a document that is there in another form.
 */
export async function writeDocuments<K extends Kind>(
  storage: Storage,
  kind: K,
  all: readonly Document<K>[],
): Promise<number> {
  const documents = all.filter((document) => !isOwnId(kind, document))
  const ids = documents.map(({ id }) => id)
  const there = new Map((await storage.get(kind, ids)).map((document) => [document.id, document]))
  const missing = documents.filter((document) => {
    const own = there.get(document.id)
    if (own === undefined || own.version < document.version) return true
    if (canonical(kind, own) === canonical(kind, document)) return false
    throw new MoveError(`the ${kind} ${document.id} is in the target already, in another form`)
  })
  await commit(
    storage,
    missing.map((document) => changes[kind](document, there.get(document.id)?.version ?? 0)),
  )
  return missing.length
}

async function commit(storage: Storage, all: readonly Change[]): Promise<void> {
  if (all.length === 0) return
  try {
    const result = await storage.commit(all)
    if (result.conflict === null) return
    const why =
      result.conflict === 'taken' ? 'has a slug that another one has' : 'was written by others meanwhile'
    throw new MoveError(`the ${result.kind} ${result.id} ${why} in the target`)
  } catch (error) {
    if (!isTooLarge(error) || all.length === 1) throw error
    const half = Math.ceil(all.length / 2)
    await commit(storage, all.slice(0, half))
    await commit(storage, all.slice(half))
  }
}
