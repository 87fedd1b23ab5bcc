import type { ImageType } from '../../../types/index.ts'

export type { ImageType }

export const EXTENSIONS: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
}

/** What the bytes begin with: a text at a place, and for some types a second one. */
const SIGNATURES: readonly (readonly [ImageType, ...(readonly [at: number, text: string])[]])[] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8']],
  ['image/gif', [0, 'GIF87a']],
  ['image/gif', [0, 'GIF89a']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ['image/avif', [4, 'ftypavif']],
  ['image/avif', [4, 'ftypavis']],
]

/** Brands of files that may be AVIF as well. HEIC files begin with the same ones. */
const SHARED_BRANDS = ['mif1', 'msf1', 'miaf']

/** `undefined`: none of the types that every browser shows. */
export function typeOf(bytes: Uint8Array): ImageType | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 64))
  for (const [type, ...texts] of SIGNATURES)
    if (texts.every(([at, text]) => start.startsWith(text, at))) return type
  const isShared = start.startsWith('ftyp', 4) && SHARED_BRANDS.includes(start.slice(8, 12))
  return isShared && brandsIn(start).includes('avif') ? 'image/avif' : undefined
}

/** The compatible brands of a `ftyp` box: four characters each, behind the major brand and its version. */
function brandsIn(start: string): readonly string[] {
  const end = Math.min(start.charCodeAt(3), start.length)
  const brands: string[] = []
  for (let at = 16; at + 4 <= end; at += 4) brands.push(start.slice(at, at + 4))
  return brands
}
