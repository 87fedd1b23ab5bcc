import {
  type BlobHead,
  headContent,
  headId,
  headOf,
  MOST_PARTS,
  PART_BYTES,
  partContent,
  partIds,
} from '../core/domain/records/blobs.ts'
import { removeBlobs } from '../core/operations/media/remove-blobs.ts'
import type { Change, Storage } from '../storage/contract.ts'
import type { ImageStore } from '../types/index.ts'

/** Parts of one commit, or of one read: half of what every storage accepts. */
const TOGETHER = 8

/** Characters of one call, because each is an argument. */
const SLICE = 8192

/**
 * Keeps the files of images in a storage: that of the calendar, for sites with few images. The calendar then has all in
 * one place, and copies and exports contain it. Files are read in parts, so memory holds a part of each.
 *
 * @example
 * ```ts
 * import { databaseImages } from 'kalends/images/database'
 *
 * const api = createEventsApi(storage, {
 *   authenticate: () => ({ id: 1, role: 'editor' }),
 *   images: { store: databaseImages(storage) },
 * })
 * ```
 */
export function databaseImages(storage: Storage): ImageStore & Required<Pick<ImageStore, 'get'>> {
  const headAt = async (id: number, name: string): Promise<BlobHead | undefined> => {
    const [document] = await storage.get('extra', [headId({ image: id, name })])
    const head = document === undefined ? undefined : headOf(document)
    return head?.image === id && head.name === name ? head : undefined
  }
  return {
    async put({ id, name, type, bytes, size, date }) {
      const parts = Math.ceil(size / PART_BYTES)
      if (parts > MOST_PARTS) throw new RangeError(`${name}: larger than ${MOST_PARTS * PART_BYTES} bytes`)
      const head = { image: id, name, type, size, parts, date: date.toISOString() }
      const ids = partIds(head)
      // The head first: by it, a file that was cut off is found and removed.
      await write(storage, [
        { do: 'put', kind: 'extra', id: headId(head), expect: 0, content: headContent(head) },
      ])
      for (let from = 0; from < parts; from += TOGETHER) {
        const changes = ids.slice(from, from + TOGETHER).map((id, index): Change => {
          const at = (from + index) * PART_BYTES
          const data = toBase64(bytes.subarray(at, at + PART_BYTES))
          return { do: 'put', kind: 'extra', id, expect: 0, content: partContent(data) }
        })
        await write(storage, changes)
      }
      return {}
    },

    async get(id, name) {
      const head = await headAt(id, name)
      return head && { bytes: streamOf(storage, head), size: head.size, type: head.type }
    },

    async remove(id, name) {
      const head = await headAt(id, name)
      if (head !== undefined) await removeBlobs(storage, head)
    },
  }
}

async function write(storage: Storage, changes: readonly Change[]): Promise<void> {
  const { conflict } = await storage.commit(changes)
  if (conflict !== null) throw new Error('the parts of a file are there already, or have changed')
}

function streamOf(storage: Storage, head: BlobHead): ReadableStream<Uint8Array<ArrayBuffer>> {
  const ids = partIds(head)
  let next = 0
  return new ReadableStream({
    async pull(controller) {
      const wanted = ids.slice(next, next + TOGETHER)
      const found = wanted.length === 0 ? [] : await storage.get('extra', wanted)
      if (found.length < wanted.length) throw new Error(`${head.name}: a part of the file is missing`)
      for (const { data } of found) controller.enqueue(fromBase64(data))
      next += wanted.length
      if (next === ids.length) controller.close()
    },
  })
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += SLICE)
    text += String.fromCharCode(...bytes.subarray(at, at + SLICE))
  return btoa(text)
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
