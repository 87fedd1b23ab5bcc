import { plainLine } from '../../core/domain/html/html.ts'
import { cleanHtml, cleanLine, isWebUrl } from '../../core/domain/html/html-sanitizer.ts'
import { TERM_NAME_LENGTH } from '../../core/domain/text/name-key.ts'
import { slugify } from '../../core/domain/text/slug.ts'
import { withoutUnsafe } from '../../core/domain/text/unsafe-text.ts'
import { DEFAULT_LIMITS } from '../../limits.ts'

/*
 * Texts of an old site as a write over the API would take them. What is too long is cut: a record with a part of its
 * text is more than none. What a text becomes twice is the same.
 */

/** Called for each text that was cut. */
export type OnCut = () => void

const { line: LINE, text: TEXT, url: URL_LENGTH, list: LIST } = DEFAULT_LIMITS

const wellFormed = (value: unknown): string => (typeof value === 'string' ? withoutUnsafe(value) : '')

/** Cleaning can make a text longer, so it is cut until the result fits. */
function fitted(value: unknown, most: number, clean: (text: string) => string, onCut: OnCut): string {
  const text = wellFormed(value)
  let cleaned = clean(text.slice(0, 2 * most))
  if (text.length > 2 * most || cleaned.length > most) onCut()
  for (let size = most; cleaned.length > most; size = Math.floor(size / 2)) {
    cleaned = clean(withoutUnsafe(text.slice(0, size)))
  }
  return cleaned
}

export const lineFrom = (value: unknown, onCut: OnCut): string => fitted(value, LINE, plainLine, onCut)
/** A line that is shorter than the others. */
export const shortLineFrom = (value: unknown, most: number, onCut: OnCut): string =>
  fitted(value, most, plainLine, onCut)
export const titleFrom = (value: unknown, onCut: OnCut): string => fitted(value, LINE, cleanLine, onCut)
export const htmlFrom = (value: unknown, onCut: OnCut): string => fitted(value, TEXT, cleanHtml, onCut)

export const termNameFrom = (value: unknown, onCut: OnCut): string =>
  fitted(value, TERM_NAME_LENGTH, plainLine, onCut)

/** Only this form is found by its path. Slugs of WordPress have it already. */
export const slugFrom = (value: unknown): string => slugify(wellFormed(value))

/** '' for an address that is longer than any that a client may send. */
export function urlFrom(url: string, onCut: OnCut): string {
  if (!isWebUrl(url)) return ''
  if (url.length <= URL_LENGTH) return url
  onCut()
  return ''
}

export function listFrom<T>(list: readonly T[], onCut: OnCut): readonly T[] {
  if (list.length <= LIST) return list
  onCut()
  return list.slice(0, LIST)
}
