import { Dice } from './dice.ts'

/*
 * What titles and descriptions are made of, so that searches find something: words of which the first are in nearly
 * every description and the last in one of eight, and names, each in one event of a thousand.
 */

const dice = new Dice(7)
const SYLLABLES = [...'bdfgklmnprstvz'].flatMap((first) => [...'aeiou'].map((second) => first + second))

function distinct(count: number, syllables: () => number): string[] {
  const words = new Set<string>()
  while (words.size < count) {
    words.add(Array.from({ length: syllables() }, () => dice.pick(SYLLABLES)).join(''))
  }
  return [...words]
}

export const WORDS: readonly string[] = distinct(500, () => 2 + dice.roll(3))
export const NAMES: readonly string[] = distinct(1000, () => 5)

/** In a fifth to a quarter of all descriptions. */
export const COMMON: readonly string[] = WORDS.slice(100, 200).filter((word) => word.length >= 6)

export const wordsOf = (dice: Dice, count: number): string[] =>
  Array.from({ length: count }, () => WORDS[dice.skewed(WORDS.length)] ?? '')

export const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** Paragraphs of sentences, about so many characters in all. */
export function htmlOf(dice: Dice, length: number, name: string): string {
  const paragraphs: string[] = []
  let left = length
  while (left > 0) {
    const sentences = Array.from({ length: 1 + dice.roll(4) }, () =>
      capitalized(`${wordsOf(dice, 5 + dice.roll(10)).join(' ')}.`),
    )
    if (paragraphs.length === 0) sentences.push(`With ${capitalized(name)}.`)
    const paragraph = `<p>${sentences.join(' ').slice(0, Math.max(left, 40))}</p>`
    paragraphs.push(paragraph)
    left -= paragraph.length
  }
  return paragraphs.join('\n')
}
