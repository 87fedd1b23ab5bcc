import { isRow, type Row } from '../../formats/rows.ts'
import type { Image, ImageSize } from '../../types/index.ts'
import { isOldId } from './old-id.ts'
import { lineFrom, urlFrom } from './old-texts.ts'

export type { Image } from '../../types/index.ts'

/** What is too long in the description of an image is cut without a note: the image itself is what it was. */
const text = (value: unknown): string => lineFrom(value, () => {})
const address = (value: unknown): string => urlFrom(typeof value === 'string' ? value : '', () => {})
/** Names of sizes that are kept. */
const MOST_SIZES = 100
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0

export function imageOf(value: unknown): Image | null {
  const url = isRow(value) ? address(value.url) : ''
  if (!isRow(value) || url === '') return null
  const sizes = isRow(value.sizes) ? sizesOf(value.sizes) : undefined
  return {
    url,
    id: isOldId(value.id) ? value.id : 0,
    extension: text(value.extension),
    width: count(value.width),
    height: count(value.height),
    filesize: count(value.filesize),
    ...(sizes === undefined ? {} : { sizes }),
  }
}

function sizesOf(sizes: Row): Record<string, ImageSize> {
  const known: Record<string, ImageSize> = {}
  for (const [name, size] of Object.entries(sizes).slice(0, MOST_SIZES)) {
    const url = isRow(size) ? address(size.url) : ''
    if (!isRow(size) || url === '' || name === '__proto__') continue
    known[text(name)] = {
      width: count(size.width),
      height: count(size.height),
      'mime-type': text(size['mime-type']),
      ...(typeof size.filesize === 'number' ? { filesize: count(size.filesize) } : {}),
      url,
    }
  }
  return known
}
