/*
 * Letters without their marks, and what a search looks for.
 */

// Letters that Unicode does not take apart.
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ß: 's',
}

const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** Lower-case letters that have a plain Latin form in that form. */
export const latinLetters = (text: string): string =>
  text.replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)

// Also the two that are marks only where they are taken apart.
const MARKS = '[\\p{M}\uff9e\uff9f]'

/**
 * No script puts more than a few marks on a letter, and to sort a run of them takes time by its length squared: those
 * after 30 are left out (UAX #15, section 13, has the same number).
 */
const LONG_RUN = new RegExp(`(${MARKS}{30})${MARKS}+`, 'gu')

/**
 * The form in which texts are searched: case, accents and the width of letters do not count, curly quotes are
 * straight, white space is single blanks. Vowel signs and voicing marks of other scripts are no accents; they stay.
 */
export function fold(text: string): string {
  // Much is plain ASCII, of which all that follows would leave just this.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ')
  const plain = text
    .replace(LONG_RUN, '$1')
    .normalize('NFKD')
    .toLowerCase()
    // Case-insensitive both ways needs two letters here, unlike a slug: the capital of "straße" is "STRASSE".
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ')
    .replace(/[^\P{Script=Inherited}\u3099\u309a]/gu, '')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”„]/g, '"')
    // Most white space is a single blank, which stays.
    .replace(/\s{2,}|[^\S ]/g, ' ')
  return latinLetters(plain).normalize('NFC')
}

const STOP_WORDS = new Set(
  (
    'about an are as at be by com for from how in is it of on or that the this to was what when where who will ' +
    'with www'
  ).split(' '),
)

const MOST_TERMS = 9

/**
 * What an event must hold (`all`, each in any field) and must not (`none`), folded. Terms are split at blanks and
 * commas; quotes keep a phrase together, a minus excludes. Single letters and stop words do not count beside
 * others; if they are all there is, or there are too many terms, the whole text is looked for as it is.
 */
export function searchTerms(search: string): { all: string[]; none: string[] } {
  const text = fold(search)
  const all = new Set<string>()
  const none = new Set<string>()
  for (const [, minus, phrase, word] of text.matchAll(/(-?)"([^"]*)"?|([^ ,"]+)/g)) {
    const term = phrase === undefined ? (word ?? '') : `${minus}${phrase.trim()}`
    if (term.length > 1 && term.startsWith('-')) none.add(term.slice(1))
    else if (term !== '' && !/^[a-z-]$/.test(term) && !STOP_WORDS.has(term)) all.add(term)
  }
  if (all.size + none.size > 0 && all.size + none.size <= MOST_TERMS)
    return { all: [...all], none: [...none] }
  return { all: [text.replaceAll('"', '').trim() || text || search], none: [] }
}

/** What a venue or organizer must hold, all of it in one field, folded: pieces of letters, digits and hyphens. */
export function linkedSearchTerms(search: string): string[] {
  const text = fold(search)
  const terms = new Set(text.match(/[\p{L}\p{M}\p{N}-]+/gu))
  return terms.size > 0 ? [...terms] : [text || search]
}
