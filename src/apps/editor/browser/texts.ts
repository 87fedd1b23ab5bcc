/*
 * The texts of the page. Their English is in the code, and names them; other languages are files that map it to theirs.
 */

type Texts = Readonly<Record<string, string>>

/** Each is loaded when it is needed. A new language is a file and a line here. */
const LANGUAGES: Readonly<Record<string, () => Promise<{ readonly default: Texts }>>> = {
  de: () => import('../texts/de.json'),
}

let texts: Texts = {}
/** Of texts, dates and numbers. */
export let locale = 'en'

/** Whether the page is in the language of the interface. */
export let isEnglish = true

/** The languages that are written from right to left. */
const RIGHT_TO_LEFT = /^(ar|dv|fa|he|ks|ku-arab|ps|sd|ug|ur|yi)\b/i

/** Loads the texts of a language, English where there are none. */
export async function useLanguage(tag: string): Promise<void> {
  locale = tag
  const load = LANGUAGES[tag.split('-')[0]?.toLowerCase() ?? '']
  texts = load === undefined ? {} : (await load()).default
  isEnglish = load === undefined
  document.documentElement.lang = load === undefined && !tag.startsWith('en') ? 'en' : tag
  document.documentElement.dir = RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr'
}

/** The text in the language of the page. `{name}` in it stands for a value. */
export function t(english: string, values: Readonly<Record<string, string | number>> = {}): string {
  const text = texts[english] ?? english
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Marks a text that `t` gets later, so that translations are checked for it. */
export const text = <T extends string>(english: T): T => english

/** The text for a number: one, or any other. Both have `{n}`. */
export const count = (n: number, one: string, other: string): string =>
  t(n === 1 ? one : other, { n: n.toLocaleString(locale) })
