import { ask } from '../api.ts'

/** An uploaded image, as the interface has it. */
export interface Media {
  readonly id: number
  readonly url: string
  readonly alt: string
  readonly title: string
  readonly decorative?: boolean
  readonly width: number
  readonly height: number
  readonly sizes?: Readonly<Record<string, { readonly url: string }>>
}

export interface MediaPage {
  readonly items: readonly Media[]
  readonly total: number
  readonly pages: number
}

export async function listMedia(search: string, page: number, signal: AbortSignal): Promise<MediaPage> {
  const { body } = await ask('/media', { query: { page, per_page: 20, search: search || undefined }, signal })
  const read = (key: string): unknown => Reflect.get(Object(body), key)
  const media = read('media')
  // As the interface documents it.
  return {
    items: (Array.isArray(media) ? media : []) as readonly Media[],
    total: Number(read('total') ?? 0),
    pages: Number(read('total_pages') ?? 0),
  }
}

export const thumbnailOf = ({ sizes, url }: Media): string =>
  sizes?.thumbnail?.url ?? sizes?.medium?.url ?? url

/** Edges in pixels. The image itself is not larger than the last. */
const SIZES = { thumbnail: 300, medium: 768, large: 1536 } as const
const LARGEST = 2560

/** What browsers can draw and write again. Others go as they are. */
const DRAWN = /^image\/(jpeg|png|webp)$/

/** Uploads a file, made smaller here, with smaller sizes beside it. */
export async function upload(file: File): Promise<Media> {
  const form = new FormData()
  const drawn = DRAWN.test(file.type) ? await draw(file) : undefined
  form.set('file', drawn?.whole ?? file, file.name)
  for (const [name, blob] of drawn?.sizes ?? []) form.set(`sizes[${name}]`, blob, file.name)
  const { body } = await ask('/media', { method: 'POST', body: form })
  // The interface answers with the image.
  return Object(body) as Media
}

async function draw(file: File): Promise<{ whole: Blob; sizes: (readonly [string, Blob])[] } | undefined> {
  let bitmap: ImageBitmap
  try {
    // Turned as a camera says, as people see it.
    bitmap = await createImageBitmap(file)
  } catch {
    // Not what its name says: the server decides by the bytes, and says so.
    return undefined
  }
  const edge = Math.max(bitmap.width, bitmap.height)
  const scaled = async (most: number): Promise<Blob | undefined> => {
    if (edge <= most) return undefined
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round((bitmap.width * most) / edge))
    canvas.height = Math.max(1, Math.round((bitmap.height * most) / edge))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), file.type, 0.86))
  }
  const whole = (await scaled(LARGEST)) ?? file
  const sizes: (readonly [string, Blob])[] = []
  for (const [name, most] of Object.entries(SIZES)) {
    const blob = await scaled(most)
    if (blob !== undefined) sizes.push([name, blob])
  }
  bitmap.close()
  return { whole, sizes }
}
