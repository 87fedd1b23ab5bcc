import { isWebUrl } from '../domain/html-sanitizer.ts'
import type { Image, ImageSize } from '../types.ts'
import { isRow, type Row } from './rows.ts'

export type { Image } from '../types.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
export const count = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0)

export function imageOf(value: unknown): Image | null {
  const url = isRow(value) ? text(value.url) : ''
  if (!isRow(value) || !isWebUrl(url)) return null
  const sizes = isRow(value.sizes) ? sizesOf(value.sizes) : undefined
  return {
    url,
    id: count(value.id),
    extension: text(value.extension),
    width: count(value.width),
    height: count(value.height),
    filesize: count(value.filesize),
    ...(sizes === undefined ? {} : { sizes }),
  }
}

function sizesOf(sizes: Row): Record<string, ImageSize> {
  const known: Record<string, ImageSize> = {}
  for (const [name, size] of Object.entries(sizes)) {
    if (!isRow(size) || !isWebUrl(text(size.url))) continue
    known[name] = {
      width: count(size.width),
      height: count(size.height),
      'mime-type': text(size['mime-type']),
      ...(typeof size.filesize === 'number' ? { filesize: size.filesize } : {}),
      url: text(size.url),
    }
  }
  return known
}
