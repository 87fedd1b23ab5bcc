import type { Media } from '../../../../client.ts'
import { client } from '../api.ts'

export const listMedia = (search: string, page: number, signal: AbortSignal) =>
  client.images.list({ page, per_page: 20, ...(search === '' ? {} : { search }) }, { signal })

export const thumbnailOf = ({ sizes, url }: Media): string => sizes.thumbnail?.url ?? sizes.medium?.url ?? url

/** Edges in pixels. The image itself is not larger than the last. */
const SIZES = { thumbnail: 300, medium: 768, large: 1536 } as const
const LARGEST = 2560

/** What browsers can draw and write again. Others go as they are. */
const DRAWN = /^image\/(jpeg|png|webp)$/

/** Uploads a file, made smaller here, with smaller sizes beside it. */
export async function upload(file: File): Promise<Media> {
  const drawn = DRAWN.test(file.type) ? await draw(file) : undefined
  if (drawn === undefined) return client.images.upload(file)
  const whole = new File([drawn.whole], file.name, { type: drawn.whole.type })
  return client.images.upload(whole, { sizes: Object.fromEntries(drawn.sizes) })
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
