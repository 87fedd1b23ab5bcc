import { plainLine } from '../html/html.ts'
import { latinLetters } from './fold.ts'

const MAX_LENGTH = 200

/** Fast path: most requested slugs have this form, and stay as they are. */
const PLAIN_SLUG = /^[\da-z_]+(?:-[\da-z_]+)*$/

/**
 * The slug of a title, or of a slug that was sent. Idempotent: the slug of a slug is the slug itself. '' when no
 * character is left.
 */
export function slugify(text: string): string {
  if (text.length <= MAX_LENGTH && PLAIN_SLUG.test(text)) return text
  const plain = decodeEscapes(plainLine(text)).toLowerCase()
  // For ASCII, these patterns have the same result as the Unicode classes, which take 1 ms to compile in a new process.
  const kept = /^[ -~]*$/.test(plain)
    ? plain.replace(/[ /.]+/g, '-').replace(/[^\w-]/g, '')
    : lettersOf(plain)
  return cut(kept.replace(/-+/g, '-').replace(/^-/, ''), MAX_LENGTH)
}

/** The characters of a lower-case text that a slug can contain, with hyphens between words. */
function lettersOf(text: string): string {
  const letters = latinLetters(
    text
      // Only Latin letters lose their marks. In other scripts, a mark makes another letter.
      .normalize('NFD')
      .replace(/\p{Script=Latin}/gu, (letter) => letter.normalize('NFKD').toLowerCase())
      .replace(/€/g, 'e')
      .replace(/×/g, 'x'),
  )
  return letters
    .replace(/[\s\p{Pd}/.]+/gu, '-')
    .replace(/(?![_-])[\p{P}\p{Sc}\p{Sm}\p{Sk}\p{Cc}\p{Cf}\p{Cs}\p{Variation_Selector}©®°]/gu, '')
    .replace(/(?<=[\da-z_-]|^)\p{M}+/gu, '')
    .normalize('NFC')
}

/** The slug of a segment of a path. A title in any case finds its slug. */
export const slugKey = (fromPath: string): string => slugify(fromPath)

/** Decodes escapes that are valid UTF-8, so that `%E7%A5%AD` and `祭` are one slug. */
function decodeEscapes(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

/** Percent-encodes a text and cuts it to `length`, but never inside a character. */
function cut(text: string, length: number): string {
  let slug = ''
  for (const character of text) {
    const encoded = /[\w-]/.test(character) ? character : encodeURIComponent(character).toLowerCase()
    if (slug.length + encoded.length > length) break
    slug += encoded
  }
  return slug.replace(/(?<!-)-+$/, '')
}

/** A slug with an ending, such as `-2` or `__trashed`, cut to the maximum length. */
export const withEnding = (slug: string, ending: string): string =>
  cut(decodeEscapes(slug), MAX_LENGTH - ending.length) + ending

/** The slug of the `n`th record that would have the same slug. */
export const numbered = (slug: string, n: number): string => withEnding(slug, `-${n}`)

/** Whether a slug always gets a number, because sites use it for a page of every event. */
export const isReserved = (slug: string): boolean => slug === 'feed' || slug === 'embed'
