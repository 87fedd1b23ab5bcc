import { fold } from '../text/fold.ts'

/* Countries as people write them: by their code, in English, German or French, or as most people there call them. */

/** Spellings that no list of names has. */
const ALIASES = { usa: 'US', 'united states of america': 'US', uk: 'GB', 'great britain': 'GB' } as const

/** Codes by folded name. Made when two countries are compared for the first time, which takes tens of milliseconds. */
let codes: ReadonlyMap<string, string> | undefined

const keyOf = (country: string): string => fold(country).replaceAll('.', '').trim()

/** Whether two texts, which are not equal, name one country. */
export function isSameCountry(one: string, other: string): boolean {
  codes ??= codesByName()
  const code = codes.get(keyOf(one))
  return code !== undefined && code === codes.get(keyOf(other))
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function codesByName(): ReadonlyMap<string, string> {
  const byLanguage = new Map<string, Intl.DisplayNames>()
  const nameIn = (language: string, code: string): string | undefined => {
    const names =
      byLanguage.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    byLanguage.set(language, names)
    return names.of(code)
  }
  const found = new Map<string, string>()
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    if (nameIn('en', code) === undefined) continue
    const { language } = new Intl.Locale(`und-${code}`).maximize()
    const names = [code, nameIn('en', code), nameIn('de', code), nameIn('fr', code), nameIn(language, code)]
    // Old codes, such as DD, have the name of the country that is there now. The first code of a name counts for all.
    const known = names.flatMap((name) => (name === undefined ? [] : (found.get(keyOf(name)) ?? [])))[0]
    for (const name of names) if (name !== undefined) found.set(keyOf(name), known ?? code)
  }
  for (const [name, code] of Object.entries(ALIASES)) found.set(name, found.get(code.toLowerCase()) ?? code)
  return found
}
