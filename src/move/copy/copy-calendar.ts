import { textHash } from '../../core/domain/text/text-hash.ts'
import type { Kind, Storage } from '../../storage/contract.ts'
import { MoveError } from '../move-error.ts'
import { canonical, documentsOf, lastId, MOVED_KINDS, writeDocuments } from './documents.ts'

export interface CopyOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: { readonly kind: Kind; readonly done: number }) => void) | undefined
}

export interface CopyReport {
  /** Documents of each kind: in the copy, and written by this call. */
  readonly kinds: Readonly<Record<Kind, { readonly total: number; readonly written: number }>>
}

interface Content {
  total: number
  hash: number
}

/**
 * Copies a calendar into another storage: every document, with its ID and version, receipts included. New IDs in the copy
 * start beyond those of the original. A copy that was cut off goes on where it was. At the end, both are read again, and
 * their counts and hashes are compared. `to` is empty, or an earlier copy.
 *
 * @throws MoveError if `to` has other documents, or if the original was changed meanwhile: then copy again.
 *
 * @example
 * ```ts
 * import { copyCalendar } from 'kalends/move'
 *
 * const { kinds } = await copyCalendar(memoryStorage(), target) // from, to
 * ```
 */
export async function copyCalendar(
  from: Storage,
  to: Storage,
  options: CopyOptions = {},
): Promise<CopyReport> {
  const { signal, onProgress } = options
  // First, so that a record that is made in the copy too early takes no ID of the original.
  for (const sequence of ['post', 'term'] as const) {
    await to.reserve(sequence, await lastId(from, sequence))
  }
  const kinds = {
    ...{
      event: { total: 0, written: 0 },
      venue: { total: 0, written: 0 },
      organizer: { total: 0, written: 0 },
    },
    ...{
      category: { total: 0, written: 0 },
      tag: { total: 0, written: 0 },
      receipt: { total: 0, written: 0 },
      entry: { total: 0, written: 0 },
    },
    extra: { total: 0, written: 0 },
  }
  for (const kind of MOVED_KINDS) {
    for await (const documents of documentsOf(from, kind)) {
      signal?.throwIfAborted()
      kinds[kind].written += await writeDocuments(to, kind, documents)
      kinds[kind].total += documents.length
      onProgress?.({ kind, done: kinds[kind].total })
    }
  }
  for (const kind of MOVED_KINDS) {
    signal?.throwIfAborted()
    const [original, copy] = await Promise.all([contentOf(from, kind), contentOf(to, kind)])
    if (original.total !== copy.total || original.hash !== copy.hash) {
      const counts = `${original.total} documents of the kind ${kind}, and the copy ${copy.total}`
      throw new MoveError(
        `the copy is not the same: the original has ${counts}. Was one of them changed meanwhile?`,
      )
    }
  }
  return { kinds }
}

async function contentOf(storage: Storage, kind: Kind): Promise<Content> {
  const content = { total: 0, hash: 0 }
  for await (const documents of documentsOf(storage, kind)) {
    for (const document of documents) {
      content.hash = textHash(`${content.hash} ${canonical(kind, document)}`)
      content.total++
    }
  }
  return content
}
