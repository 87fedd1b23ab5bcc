const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The three forms of RFC 9110, section 5.6.7, all in UTC. */
const FORMS = [
  /^\w{3}, (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<h>\d\d):(?<m>\d\d):(?<s>\d\d) GMT$/,
  /^\w{6,9}, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<h>\d\d):(?<m>\d\d):(?<s>\d\d) GMT$/,
  /^\w{3} (?<month>\w{3}) (?<day>[ \d]\d) (?<h>\d\d):(?<m>\d\d):(?<s>\d\d) (?<year>\d{4})$/,
]

/** Years of two digits that are of this century. The form is obsolete, so no clock is asked. */
const LAST_OF_CENTURY = 69

/** Milliseconds of a date of HTTP. `undefined` for any other text, which has no effect in a condition. */
export function httpDateOf(text: string | null | undefined): number | undefined {
  for (const form of FORMS) {
    const found = form.exec(text?.trim() ?? '')?.groups
    if (found === undefined) continue
    const { day, month = '', year = '', h, m, s } = found
    const century = year.length > 2 ? 0 : Number(year) > LAST_OF_CENTURY ? 1900 : 2000
    const date = new Date(Date.UTC(2000, 0, 1, Number(h), Number(m), Number(s)))
    date.setUTCFullYear(century + Number(year), MONTHS.indexOf(month), Number(day))
    const isOne =
      date.getUTCMonth() === MONTHS.indexOf(month) && Number(h) < 24 && Number(m) < 60 && Number(s) < 61
    return isOne ? date.getTime() : undefined
  }
  return undefined
}
