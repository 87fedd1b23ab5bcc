/*
 * Date texts as numbers and back, so that a duration can be taken from one. Texts of equal length compare as
 * their numbers do; what is no date text (of which the contract knows none, but nobody checks) has no number.
 */

const FORM = /^\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

const toText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

const FIRST = Date.parse('0000-01-01T00:00:00Z') / 1000
const LAST = Date.parse('9999-12-31T23:59:59Z') / 1000

/** Seconds since 1970, or `undefined` for what is no date of the calendar. */
export function secondsOf(text: string): number | undefined {
  if (!FORM.test(text)) return undefined
  const milliseconds = Date.parse(`${text.slice(0, 10)}T${text.slice(11)}Z`)
  // The 31st of February is parsed as a day in March, which would not compare as its text does.
  const day = Number(text.slice(8, 10))
  return new Date(milliseconds).getUTCDate() === day ? milliseconds / 1000 : undefined
}

/** The text of a second; beyond the years 0 to 9999 one that comes before or after every date text. */
export function textOf(seconds: number): string {
  if (seconds < FIRST) return ''
  return seconds > LAST ? ':' : toText(seconds)
}

const PATTERN = '0000-00-00 00:00:00'
const ZERO = 48

/**
 * The digits of a date text as one number, such as 20310601180000. It never descends where texts ascend, whatever
 * texts they are: what leaves the pattern of a date counts as the least or the greatest that begins like it.
 */
export function leadOf(text: string): number {
  let lead = 0
  let rest = 1e14
  for (let index = 0; index < PATTERN.length; index++) {
    // Past the end of the text this is NaN, which is greater than nothing.
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
