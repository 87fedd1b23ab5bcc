import { decodeReferences } from '../../core/domain/html/entities.ts'
import { htmlToText } from '../../core/domain/html/html.ts'
import { cleanHtml } from '../../core/domain/html/html-sanitizer.ts'

/*
 * Whether two texts say the same. The old site shows texts with typographic signs, smileys and markup of its theme.
 */

/** Smileys that the old site makes pictures of, between blanks. Letters of others are words. */
const SMILEY =
  /(?<!\S)(?::(?:mrgreen|neutral|twisted|arrow|shock|smile|cool|evil|grin|idea|oops|razz|roll|wink|cry|eek|lol|mad|sad|\?\?\?|!|\?):|[:;]-?[()?DPox|]|8-?O|8-\))(?!\S)/g
/** Words, signs of currencies, and what separates the digits of a number or a time. */
const BETWEEN = /(?<=\d)([.,:])(?=\d)|[^\p{L}\p{M}\p{N}\p{Sc}]+/gu

/** The words of HTML, as they are whether the site or somebody else has set them. */
export const wordsOf = (html: string): string =>
  htmlToText(decodeReferences(html))
    .replace(SMILEY, ' ')
    .replace(/\(tm\)|™/gi, ' tm ')
    .replace(/(?<=\d)[x×](?=\d)/g, ' x ')
    .replaceAll('Wordpress', 'WordPress')
    .replace(/\ufe0f|\u200d|\u00ad/g, '')
    .normalize('NFKC')
    .replace(BETWEEN, (_, separator: string | undefined) => separator ?? ' ')
    .trim()

/** Where the links and pictures of HTML lead, in order. */
const addressesOf = (clean: string): string =>
  [...clean.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address).join(' ')

export const isSameLine = (old: string, ours: string): boolean => wordsOf(old) === wordsOf(ours)

/** The same words, links and pictures. */
export function isSameHtml(old: string, ours: string): boolean {
  return isSameLine(old, ours) && addressesOf(cleanHtml(old)) === addressesOf(cleanHtml(ours))
}
