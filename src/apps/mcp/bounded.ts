import { bytesOf, isObject, type Json } from './json.ts'

/*
 * How long an answer may be. An assistant pays for each token, and forgets what came before.
 */

/** Tokens of one answer, at most. */
export const TOKENS = 8000
/** The estimate: 3 bytes of UTF-8 are a token. English has more in one, CJK has about as many. */
const BYTES_PER_TOKEN = 3
/** 200 tokens are for the marks around the data. */
export const BYTES = (TOKENS - 200) * BYTES_PER_TOKEN

export const CUT = '… [cut]'

/** The value, with its longest texts and lists cut until it fits. */
export function boundedTo(value: Json, bytes = BYTES): Json {
  if (bytesOf(value) <= bytes) return value
  for (let length = 8192; length >= 8; length /= 2) {
    const cut = shortened(value, length)
    if (isObject(cut) && bytesOf(cut) <= bytes) return cut
  }
  return { note: 'The answer is too long to show.' }
}

function shortened(value: unknown, length: number): unknown {
  if (typeof value === 'string') return cutText(value, length)
  if (Array.isArray(value))
    return value.slice(0, Math.max(length / 8, 1)).map((one) => shortened(one, length))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one, length)]))
}

/** At most so many characters, without half a character at the end. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}${CUT}`
}
