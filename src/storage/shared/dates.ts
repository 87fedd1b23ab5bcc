/*
 * Converts date texts to seconds and back. Date texts sort like their seconds. A text that is not a date has no
 * seconds. The contract excludes such texts, but storages do not check.
 */

/** Whether the text has the format of a date. The day need not exist. */
export const isDateText = (text: string): boolean => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)

const FORM = /^\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

const toText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

const FIRST = Date.parse('0000-01-01T00:00:00Z') / 1000
const LAST = Date.parse('9999-12-31T23:59:59Z') / 1000

/** Seconds since 1970, or `undefined` if the text is not a calendar date. */
export function secondsOf(text: string): number | undefined {
  if (!FORM.test(text)) return undefined
  const milliseconds = Date.parse(`${text.slice(0, 10)}T${text.slice(11)}Z`)
  // `Date.parse` turns 31 February into a day in March, which would not sort like its text.
  const day = Number(text.slice(8, 10))
  return new Date(milliseconds).getUTCDate() === day ? milliseconds / 1000 : undefined
}

/** The date text of a second. Outside the years 0 to 9999, a text that sorts before or after every date. */
export function textOf(seconds: number): string {
  if (seconds < FIRST) return ''
  return seconds > LAST ? ':' : toText(seconds)
}

const PATTERN = '0000-00-00 00:00:00'
const ZERO = 48

/**
 * The digits of a date text as one number, such as 20310601180000. The number never decreases when texts increase, for
 * any texts. A text that leaves the date format counts as the smallest or largest date with the same beginning.
 */
export function leadOf(text: string): number {
  let lead = 0
  let rest = 1e14
  for (let index = 0; index < PATTERN.length; index++) {
    // NaN after the end of the text. Comparisons with NaN are false.
    const code = text.charCodeAt(index)
    const expected = PATTERN.charCodeAt(index)
    const digit = code - ZERO
    if (expected === ZERO && digit >= 0 && digit <= 9) {
      rest /= 10
      lead += digit * rest
    } else if (code !== expected) return code > expected ? lead + rest - 1 : lead
  }
  return lead
}
