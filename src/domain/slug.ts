import { latinLetters } from './fold.ts'
import { plainLine } from './html.ts'

const MAX_LENGTH = 200

/** Most slugs that are asked for, which stay as they are. */
const PLAIN_SLUG = /^[\da-z_]+(?:-[\da-z_]+)*$/

/** The slug of a title, or of a slug that was given: stable, so that every slug is its own slug. '' when nothing is left. */
export function slugify(text: string): string {
  if (text.length <= MAX_LENGTH && PLAIN_SLUG.test(text)) return text
  const plain = decodeEscapes(plainLine(text)).toLowerCase()
  // Of ASCII all that the classes of Unicode leave is just this; for a new process they are 1 ms to compile.
  const kept = /^[ -~]*$/.test(plain)
    ? plain.replace(/[ /.]+/g, '-').replace(/[^\w-]/g, '')
    : lettersOf(plain)
  return cut(kept.replace(/-+/g, '-').replace(/^-/, ''), MAX_LENGTH)
}

/** What a slug keeps of a text in lower case, with hyphens between. */
function lettersOf(text: string): string {
  const letters = latinLetters(
    text
      // Only Latin letters lose their marks; elsewhere they make another letter.
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

/** What a slug in a path stands for: whoever asks for a title, in any case, finds its slug. */
export const slugKey = (fromPath: string): string => slugify(fromPath)

/** Escapes that are UTF-8 as what they stand for, so that `%E7%A5%AD` and `祭` are one slug. */
function decodeEscapes(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

/** Percent-encodes and cuts between characters, never inside one. */
function cut(text: string, length: number): string {
  let slug = ''
  for (const character of text) {
    const encoded = /[\w-]/.test(character) ? character : encodeURIComponent(character).toLowerCase()
    if (slug.length + encoded.length > length) break
    slug += encoded
  }
  return slug.replace(/-+$/, '')
}

/** A slug with an ending, such as `-2` or `__trashed`, within the length of slugs. */
export const withEnding = (slug: string, ending: string): string =>
  cut(decodeEscapes(slug), MAX_LENGTH - ending.length) + ending

/** The `n`th of those that share a slug. */
export const numbered = (slug: string, n: number): string => withEnding(slug, `-${n}`)

/** Whether a slug is always numbered, because sites use it for a page of every event. */
export const isReserved = (slug: string): boolean => slug === 'feed' || slug === 'embed'
