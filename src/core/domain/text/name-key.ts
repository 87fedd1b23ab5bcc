import { htmlToText } from '../html/html.ts'
import { fold } from './fold.ts'

/** Maximum length of the name of a term, in characters. */
export const TERM_NAME_LENGTH = 200

/**
 * The key of a name. Venues, organizers and terms with the same key have the same name: case, accents and white space
 * do not count.
 */
export const nameKey = (html: string): string => keyOfText(htmlToText(html))

/** The key of a name in plain text. Idempotent: the key of a key is the key itself. */
export const keyOfText = (text: string): string => fold(text).trim() || text.toLowerCase()

/** All keys under which a record with this name can be stored: before 0.7, accents and white space counted. */
export const storedNameKeys = (html: string): string[] => [
  ...new Set([nameKey(html), htmlToText(html).toLowerCase()]),
]

const TITLE_LENGTH = 250

/**
 * The key by which titles are sorted: the beginning of the folded text. Characters beyond U+E000 of the first plane
 * (private use and specials) count as one, because databases sort them before those of other planes and JavaScript
 * behind.
 */
export function titleKey(html: string): string {
  const text = fold(htmlToText(html)).replace(/[\ue000-\uffff]/g, '\ud7ff')
  return text.length <= TITLE_LENGTH ? text : [...text].slice(0, TITLE_LENGTH).join('')
}
