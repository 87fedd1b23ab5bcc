import { listIn } from '../shared/own-json.ts'
import type { KeyValueLimits } from './store.ts'

/*
 * Texts as values of the store: never empty, never longer than the limit, never with half of a surrogate pair. The
 * first value starts with the number of parts if there is more than one. After that, `=` marks plain text; other texts
 * are JSON.
 */

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)

/** Maximum UTF-8 bytes per UTF-16 unit. */
const BYTES = 3
/** Space for the prefix. */
const ROOM = 16

export function splitText(
  text: string,
  { bytesPerValue = Number.POSITIVE_INFINITY }: KeyValueLimits = {},
): string[] {
  const whole = isWellFormed(text) ? `=${text}` : JSON.stringify(text)
  const most = Math.floor(bytesPerValue / BYTES) - ROOM
  if (whole.length <= most) return [whole]
  const parts: string[] = []
  for (let from = 0; from < whole.length; ) {
    let to = Math.min(from + most, whole.length)
    if (to < whole.length && isHigh(whole.charCodeAt(to - 1))) to--
    parts.push(whole.slice(from, to))
    from = to
  }
  const [first = '', ...others] = parts
  return [`${parts.length}${first}`, ...others]
}

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00

/** The number of parts, read from the first one. */
export function partsIn(first: string): number {
  const digits = /^\d*/.exec(first)?.[0] ?? ''
  return digits === '' ? 1 : Number(digits)
}

export function joinText(parts: readonly string[]): string {
  const [first = '', ...others] = parts
  const start = others.length === 0 ? 0 : String(parts.length).length
  const whole = first.slice(start) + others.join('')
  return whole.startsWith('=') ? whole.slice(1) : listIn<[string]>(`[${whole}]`)[0]
}

/** Length in UTF-8. */
export function bytesOf(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    // A surrogate pair takes four bytes, so each half counts as two.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return bytes
}
