import { htmlToText } from '../html/html.ts'
import { isObject } from '../json.ts'
import { fold, secondSpelling } from './fold.ts'

/* Whether a text names a person: by an e-mail address or a name, in whatever letters they are written. */

export type Mentions = (value: unknown) => boolean

/** Looks into all texts of a value, at any depth. */
const inTexts =
  (isIn: (text: string) => boolean): Mentions =>
  (value) => {
    const look = (one: unknown): boolean =>
      typeof one === 'string'
        ? isIn(one)
        : Array.isArray(one)
          ? one.some(look)
          : isObject(one) && Object.entries(one).some(([name, member]) => isIn(name) || look(member))
    return look(value)
  }

/** Not as a part of another address, such as ann@town.example in joann@town.example. */
export function mentionsAddress(email: string): Mentions {
  const literal = fold(email).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}._+-])${literal}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`, 'u')
  return inTexts((text) => spellings(text).some((one) => pattern.test(one.replaceAll('%40', '@'))))
}

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** As whole words, with anything in between, such as the hyphens of a slug. */
export function mentionsName(name: string): Mentions {
  const wanted = [fold(name), secondSpelling(name) ?? ''].flatMap((one) => {
    const words = wordsOf(one)
    return words.trim() === '' ? [] : [UNSPACED.test(words) ? words.trim() : words]
  })
  return inTexts((text) =>
    spellings(text).some((one) => wanted.some((words) => wordsOf(one).includes(words))),
  )
}

/** With a space around each of them. */
const wordsOf = (folded: string): string => ` ${folded.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()} `

/** As it is, because attributes count, and as people read it. */
function spellings(text: string): readonly string[] {
  const read = /[<&]/.test(text) ? [text, htmlToText(text)] : [text]
  return read.flatMap((one) => [fold(one), secondSpelling(one) ?? []].flat())
}
