import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image } from 'kalends'
import { type ImageFile, type ImageType, MoveError, type MoveImage } from 'kalends/move'
import { codeOf, Failure, isRecord, messageOf } from './usage.ts'
import { unfinishedBeside } from './whole-file.ts'

/*
 * A folder of images: their bytes, and `images.jsonl`, one line for each: what it was on the old site, and what it is now.
 */

export interface ImageFolder {
  /** For imports: fetches an image once. */
  readonly move: MoveImage
  /** For writes by clients, who name an image by its ID or its address. */
  resolveImage(idOrUrl: number | string): Image | null
  /** The file at the address of an image; `undefined` for other addresses. */
  answer(request: Request): Promise<Response | undefined>
}

const ENDINGS = {
  ...{ 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' },
  'image/avif': 'avif',
} as const satisfies Record<ImageType, string>

const typeOf = (name: string): string | undefined =>
  Object.entries(ENDINGS).find(([, ending]) => name.endsWith(`.${ending}`))?.[0]

/** @param address where the folder is reachable. Needed for imports. */
export async function openImages(folder: string, address = ''): Promise<ImageFolder> {
  const index = join(folder, 'images.jsonl')
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new Failure(`--images: ${messageOf(error)}`)
  })
  const known = await readIndex(index)

  /** The file under a name of its own: complete, or not there. */
  async function save(image: Image, url: string, { bytes, type }: ImageFile): Promise<string> {
    const stem = decoded(new URL(url).pathname.split('/').at(-1) ?? '')
      .replace(/\.\w+$/, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
    // Images of the same name, and one that was replaced there, do not share a file.
    const hash = createHash('sha256').update(`${url} ${image.filesize}`).digest('hex').slice(0, 8)
    const name = `${image.id}-${stem}-${hash}.${ENDINGS[type]}`
    const unfinished = unfinishedBeside(join(folder, name))
    try {
      await writeFile(unfinished, bytes, { flag: 'wx' })
      await rename(unfinished, join(folder, name))
    } finally {
      await rm(unfinished, { force: true })
    }
    return `${address.replace(/\/$/, '')}/${name}`
  }

  return {
    async move(image, read) {
      const key = keyOf(image)
      const before = known.get(key)
      if (before?.url.startsWith(address)) return before
      const file = await read(image.url)
      const url = await save(image, image.url, file)
      const sizes: NonNullable<Image['sizes']> = {}
      for (const [name, size] of Object.entries(image.sizes ?? {})) {
        const bytes = await read(size.url).catch((error: unknown) => {
          // A size that is missing there is no reason to leave the image there.
          if (!(error instanceof MoveError)) throw error
        })
        if (bytes !== undefined) sizes[name] = { ...size, url: await save(image, size.url, bytes) }
      }
      const extension = ENDINGS[file.type]
      const moved = { ...image, url, extension, filesize: file.bytes.length, ...(image.sizes && { sizes }) }
      await appendFile(index, `${JSON.stringify({ key, image: moved })}\n`)
      known.set(key, moved)
      return moved
    },

    resolveImage(idOrUrl) {
      const same = (image: Image) => (typeof idOrUrl === 'number' ? image.id : image.url) === idOrUrl
      const found = [...known.values()].findLast(same)
      if (found !== undefined || typeof idOrUrl === 'number') return found ?? null
      const [, extension = ''] = /\.([a-z0-9]{1,5})$/i.exec(new URL(idOrUrl).pathname) ?? []
      return {
        ...{ url: idOrUrl, id: 0, extension: extension.toLowerCase() },
        width: 0,
        height: 0,
        filesize: 0,
      }
    },

    async answer({ url, method }) {
      if (method !== 'GET' && method !== 'HEAD') return undefined
      const { pathname } = new URL(url)
      const name = pathname.split('/').at(-1) ?? ''
      const type = typeOf(name)
      if (type === undefined || !addressesOf(known).has(pathname)) return undefined
      const bytes = await readFile(join(folder, name)).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
      })
      if (bytes === undefined) return new Response(null, { status: 404 })
      return new Response(method === 'HEAD' ? null : new Uint8Array(bytes), {
        headers: {
          'content-type': type,
          'content-length': String(bytes.length),
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        },
      })
    },
  }
}

/** An image that changes there has another address or size. */
const keyOf = ({ id, url, filesize }: Image): string => `${id} ${url} ${filesize}`

const addressesOf = (known: ReadonlyMap<string, Image>): Set<string> =>
  new Set(
    [...known.values()].flatMap(({ url, sizes = {} }) =>
      [url, ...Object.values(sizes).map((size) => size.url)].map((one) => new URL(one).pathname),
    ),
  )

async function readIndex(file: string): Promise<Map<string, Image>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
    return ''
  })
  const known = new Map<string, Image>()
  for (const line of text.split('\n')) {
    const entry = parsed(line)
    if (entry !== undefined) known.set(entry.key, entry.image)
  }
  return known
}

/** A line that was cut off is no entry: then the image is fetched again. */
function parsed(line: string): { key: string; image: Image } | undefined {
  try {
    const entry: { key: string; image: Image } = JSON.parse(line)
    return isRecord(entry) && isRecord(entry.image) ? entry : undefined
  } catch {
    return undefined
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
