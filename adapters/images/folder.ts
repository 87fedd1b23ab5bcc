import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ImageStore, ImageStream, ImageType } from '../../src/types/index.ts'

/** What a name ends with. */
const TYPES: Readonly<Record<string, ImageType>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
}

/** As the API makes them. Nothing that leaves the folder, and nothing hidden. */
const NAME = /^[a-z0-9][a-z0-9-]*\.([a-z0-9]+)$/

interface FolderStore extends ImageStore {
  readonly get: (id: number, name: string) => Promise<ImageStream | undefined>
}

/**
 * Keeps the files of images in a folder, which is made if it is not there: `{path}/{id}/{name}`. For Node, Deno and Bun.
 * A file is there whole or not at all, also after a crash. Processes may share the folder.
 *
 * `path`: relative ones are resolved once, now. Throws `TypeError` unless it is a text that is not empty.
 *
 * @example
 * ```ts
 * import { folderImages } from 'kalends/adapters/images/folder'
 *
 * const folder = folderImages('./images')
 * ```
 */
export function folderImages(path: string): FolderStore {
  if (typeof path !== 'string' || path === '') throw new TypeError('folderImages takes the path of a folder')
  const root = resolve(path)
  const folderOf = (id: number) => join(root, String(id))
  const pathOf = (id: number, name: string): string | undefined =>
    Number.isSafeInteger(id) && id > 0 && NAME.test(name) ? join(folderOf(id), name) : undefined
  return {
    async put({ id, name, bytes }) {
      const target = pathOf(id, name)
      if (target === undefined) throw new TypeError(`'${name}' is no name of a file`)
      await mkdir(folderOf(id), { recursive: true })
      const unfinished = join(folderOf(id), `.${randomUUID()}`)
      try {
        await writeWhole(unfinished, bytes)
        await rename(unfinished, target)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      return undefined
    },

    async get(id, name) {
      const target = pathOf(id, name)
      const [, extension = ''] = NAME.exec(name) ?? []
      if (target === undefined) return undefined
      const file = await open(target).catch(ifThere)
      if (file === undefined) return undefined
      const { size } = await file.stat()
      return { bytes: streamOf(file), size, type: TYPES[extension] ?? 'application/octet-stream' }
    },

    async remove(id, name) {
      const target = pathOf(id, name)
      if (target === undefined) return
      await rm(target, { force: true })
      // The last file takes the folder along.
      await rmdir(folderOf(id)).catch(() => undefined)
    },
  }
}

/** Waits until the bytes are on the disk. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Bytes of a read. */
const PIECE = 65_536

/** Closes the file at its end, when it cannot be read, or when nobody reads on. */
const streamOf = (file: FileHandle): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { bytesRead, buffer } = await file
        .read(new Uint8Array(PIECE), 0, PIECE, null)
        .catch(async (error) => {
          await file.close()
          throw error
        })
      if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead))
      await file.close()
      controller.close()
    },
    cancel: () => file.close(),
  })

/** `undefined` if there is no such file. */
function ifThere(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return
  throw error
}
