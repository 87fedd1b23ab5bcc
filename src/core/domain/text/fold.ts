/*
 * Folds text for searches, and parses search terms.
 */

// Letters that Unicode does not decompose.
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

/** Replaces lower-case letters that have a plain Latin form. */
export const latinLetters = (text: string): string =>
  text.replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)

// Includes the two halfwidth voicing marks, which are marks only when decomposed.
const MARKS = '[\\p{M}\uff9e\uff9f]'

/**
 * Marks after the first 30 of a run are dropped. No script puts more than a few marks on a letter, and sorting a run
 * takes time proportional to its length squared. UAX #15, section 13, has the same limit.
 */
const LONG_RUN = new RegExp(`(${MARKS}{30})${MARKS}+`, 'gu')

/**
 * The form in which texts are searched. It ignores case, accents, the width of letters, and what nobody sees, such as soft
 * hyphens and spaces without a width; makes quotes straight and all dashes hyphens, and reduces white space to single spaces.
 * Vowel signs and voicing marks of other scripts are not accents; they stay.
 */
export function fold(text: string): string {
  // Fast path: most texts are plain ASCII, for which the steps below have the same result.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ')
  const plain = text
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(LONG_RUN, '$1')
    .normalize('NFKD')
    .toLowerCase()
    // Two letters, unlike in a slug: the capitals of "straße" are "STRASSE", and a search must ignore case.
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ')
    .replace(/[^\P{Script=Inherited}\u3099\u309a]/gu, '')
    .replace(/[‘’‚‛ʼ‹›]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    // The minus sign is no dash by its category.
    .replace(/[\p{Pd}\u2212]/gu, '-')
    // Skips single spaces, which are most of the white space.
    .replace(/\s{2,}|[^\S ]/g, ' ')
  return latinLetters(plain).normalize('NFC')
}

/** How letters are written where a keyboard lacks them. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
  æ: 'ae',
}

/**
 * The text with its umlauts spelled out, folded: "Müller" as "mueller". `undefined` if that is no other text than
 * `fold` makes. So a search finds the name in each of the spellings that people use.
 */
export function secondSpelling(text: string): string | undefined {
  // Fast path, as in `fold`.
  if (/^[ -~]*$/.test(text)) return undefined
  const whole = text
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(LONG_RUN, '$1')
    .normalize('NFC')
    .toLowerCase()
  if (!/[äöüåø]/.test(whole)) return undefined
  return fold(whole.replace(/[äöüåøæ]/g, (letter) => SPELLINGS[letter] ?? letter))
}

/** Without the quotes around it. An apostrophe inside stays. */
export function unquoted(word: string): string {
  let [from, to] = [0, word.length]
  while (from < to && /['"]/.test(word[from] ?? '')) from++
  while (to > from && /['"]/.test(word[to - 1] ?? '')) to--
  return from === to ? word : word.slice(from, to)
}

const STOP_WORDS = new Set(
  (
    'about an are as at be by com for from how in is it of on or that the this to was what when where who will ' +
    'with www'
  ).split(' '),
)

const MOST_TERMS = 9

/**
 * The terms that an event must contain (`all`, each in any field) and must not contain (`none`), folded. Spaces and
 * commas separate terms, quotes make a phrase, and a minus excludes a term. Single letters and stop words are ignored
 * if there are other terms. If there are no other terms, or too many terms, the whole text is one term.
 */
export function searchTerms(search: string): { all: string[]; none: string[] } {
  // Only the minus of a keyboard excludes: a dash before a word stands between two parts of a title.
  const text = fold(search.replace(/(^|[\s,])(?!-)[\p{Pd}\u2212]/gu, '$1'))
  const all = new Set<string>()
  const none = new Set<string>()
  for (const [, minus, phrase, word] of text.matchAll(/(-?)"([^"]*)"?|([^ ,"]+)/g)) {
    const term = phrase === undefined ? unquoted(word ?? '') : `${minus}${phrase.trim()}`
    if (term.length > 1 && term.startsWith('-')) none.add(term.slice(1))
    else if (term !== '' && !/^[a-z-]$/.test(term) && !STOP_WORDS.has(term)) all.add(term)
  }
  if (all.size + none.size > 0 && all.size + none.size <= MOST_TERMS)
    return { all: [...all], none: [...none] }
  return { all: [text.replaceAll('"', '').trim() || text || search], none: [] }
}

/** The terms that one field of a venue or organizer must contain, folded: runs of letters, digits and hyphens. */
export function linkedSearchTerms(search: string): string[] {
  const text = fold(search)
  const terms = new Set(text.match(/[\p{L}\p{M}\p{N}-]+/gu))
  return terms.size > 0 ? [...terms] : [text || search]
}
