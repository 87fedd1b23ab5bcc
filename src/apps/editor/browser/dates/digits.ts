/*
 * Dates and times of any language in one form: Gregorian years, Latin digits.
 */

/** The language with the calendar and the digits that the interface has. Fields are written in it. */
export const plainLocale = (locale: string): string =>
  new Intl.Locale(locale, { calendar: 'gregory', numberingSystem: 'latn' }).toString()

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/** The ten digits of a script follow each other. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && isDigit(code - value - 1)) value++
  return String(value)
}

/** In lower case, with Latin digits and plain blanks, and without marks of direction. */
export const plainText = (text: string): string =>
  text
    .slice(0, 100)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\P{Nd}0-9]/gu, digitOf)
    .replace(/[\u060c\u066b]/g, '.')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** The calendar of people who write this language. */
export const calendarOf = (locale: string): string =>
  new Intl.DateTimeFormat(locale).resolvedOptions().calendar

/** Whether they count years otherwise than the interface. */
export const hasOtherYears = (locale: string): boolean => !['gregory', 'iso8601'].includes(calendarOf(locale))

/** The letters that a language writes between the numbers of a date, such as `г`. */
export function lettersOfDates(locale: string): Set<string> {
  const format = new Intl.DateTimeFormat(plainLocale(locale), {
    ...({ day: 'numeric', month: 'numeric', year: 'numeric' } as const),
  })
  const literals = format.formatToParts(0).filter(({ type }) => type === 'literal' || type === 'era')
  return new Set(literals.flatMap(({ value }) => plainText(value).match(/[\p{L}\p{M}]+/gu) ?? []))
}

/** The times of a day as a language writes them: what stands for the half of the day, and the number of the hour. */
export function hoursOf(locale: string): { half: string; shown: number; letters: string[] }[] {
  const format = new Intl.DateTimeFormat(plainLocale(locale), {
    ...({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const),
  })
  return Array.from({ length: 24 }, (_, hour) => {
    const parts = format.formatToParts(hour * 3_600_000)
    const of = (name: string) => plainText(parts.find(({ type }) => type === name)?.value ?? '')
    const literals = parts.filter(({ type }) => type === 'literal').map(({ value }) => plainText(value))
    return {
      half: of('dayPeriod'),
      shown: Number(of('hour')),
      letters: literals.filter((one) => /\p{L}/u.test(one)),
    }
  })
}
