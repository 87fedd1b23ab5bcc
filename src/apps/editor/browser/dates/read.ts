import { dayOf, plusDays, weekdayOf } from './days.ts'
import { hasOtherYears, hoursOf, lettersOfDates, plainLocale, plainText } from './digits.ts'

/*
 * Reads dates and times as people write them, in their language and in English.
 */

type Part = 'day' | 'month' | 'year'

/** The order in which a language writes dates: 2.3.2027 or 3/2/2027. */
export function dateOrder(locale: string): readonly Part[] {
  const parts = new Intl.DateTimeFormat(plainLocale(locale), {
    ...({ day: 'numeric', month: 'numeric', year: 'numeric' } as const),
  })
    .formatToParts(new Date('2027-03-02T00:00:00Z'))
    .map(({ type }) => type)
  return parts.filter((type): type is Part => type === 'day' || type === 'month' || type === 'year')
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/\.$/, '')

const names = (locale: string, format: Intl.DateTimeFormatOptions, dates: readonly string[]): string[] => {
  const written = new Intl.DateTimeFormat(plainLocale(locale), { ...format, timeZone: 'UTC' })
  return dates.map((date) => fold(written.format(new Date(`${date}T00:00:00Z`))))
}

const SUNDAYS = [
  '2027-03-07',
  '2027-03-08',
  '2027-03-09',
  '2027-03-10',
  '2027-03-11',
  '2027-03-12',
  '2027-03-13',
]
const MONTHS = Array.from({ length: 12 }, (_, at) => `2027-${String(at + 1).padStart(2, '0')}-01`)

/** The number of the name that a word begins; `undefined` if it begins none, or several. */
function indexIn(word: string, locale: string, kind: 'weekday' | 'month', least: number): number | undefined {
  if (word.length < least) return undefined
  const dates = kind === 'weekday' ? SUNDAYS : MONTHS
  for (const language of [locale, 'en']) {
    const found = new Set<number>()
    for (const style of ['long', 'short'] as const) {
      names(language, { [kind]: style }, dates).forEach((name, at) => {
        if (
          name.startsWith(word) ||
          (style === 'short' && word.startsWith(name) && word.length <= name.length + 1)
        )
          found.add(at)
      })
    }
    const [first] = found
    if (found.size === 1 && first !== undefined) return first
  }
  return undefined
}

/** Words such as "today" and "tomorrow". */
function relative(word: string, locale: string, today: string): string | undefined {
  for (const language of [locale, 'en']) {
    const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    for (const offset of [-2, -1, 0, 1, 2]) {
      if (fold(words.format(offset, 'day')) === word) return plusDays(today, offset)
    }
  }
  return undefined
}

const fullYear = (text: string): number => (text.length <= 2 ? 2000 + Number(text) : Number(text))

/** The day without a year: the next one from today on. */
function nextDay(month: number, day: number, today: string): string | undefined {
  const year = Number(today.slice(0, 4))
  // 29 February can be eight years away.
  for (let at = 0; at <= 8; at++) {
    const found = dayOf(year + at, month, day)
    if (found !== undefined && found >= today) return found
  }
  return undefined
}

/** As fields write it: the same marks between three numbers. */
function asWritten(text: string, locale: string): string | undefined {
  const marks = (one: string) => one.replace(/\d+/g, '0').replace(/ /g, '')
  const format = new Intl.DateTimeFormat(plainLocale(locale), {
    ...({ day: 'numeric', month: 'numeric', year: 'numeric' } as const),
  })
  if (marks(text) !== marks(plainText(format.format(0)))) return undefined
  const numbers = text.match(/\d+/g) ?? []
  const order = dateOrder(locale)
  const of = (part: Part) => numbers[order.indexOf(part)] ?? ''
  if (numbers.length !== 3 || of('year').length !== 4) return undefined
  return dayOf(Number(of('year')), Number(of('month')), Number(of('day')))
}

function numeric(text: string, locale: string, today: string): string | undefined {
  const iso = /^(\d{4})(?:[-./] ?| )(\d{1,2})(?:[-./] ?| )(\d{1,2})\.?$/.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text)
  if (compact) return dayOf(Number(compact[1]), Number(compact[2]), Number(compact[3]))
  const order = dateOrder(locale)
  const isMonthFirst = order.indexOf('month') < order.indexOf('day')
  const given = /^(\d{1,2})[\s./-]+(\d{1,2})(?:[\s./-]+(\d{4}|\d\d))?[./]?$/.exec(text)
  if (given) {
    const [, first = '', second = '', year] = given
    const read = (month: string, day: string) =>
      year === undefined
        ? nextDay(Number(month), Number(day), today)
        : dayOf(fullYear(year), Number(month), Number(day))
    // Where only the other order is a date, it was meant.
    return isMonthFirst
      ? (read(first, second) ?? read(second, first))
      : (read(second, first) ?? read(first, second))
  }
  const only = /^(\d{1,2})\.?$/.exec(text)
  if (!only) return undefined
  const month = Number(today.slice(5, 7))
  for (let at = 0; at < 12; at++) {
    const found = dayOf(
      Number(today.slice(0, 4)) + Math.floor((month - 1 + at) / 12),
      ((month - 1 + at) % 12) + 1,
      Number(only[1]),
    )
    if (found !== undefined && found >= today) return found
  }
  return undefined
}

function worded(text: string, locale: string, today: string): string | undefined {
  const words = text
    .split(/[\s,]+/)
    .map(fold)
    .filter((word) => word !== '' && !/^(de|of|the|den|der|am|on|le)$/.test(word))
  let [month, weekday, day, year]: (number | undefined)[] = []
  for (const word of words) {
    const number = /^(\d{1,4})(?:st|nd|rd|th|er)?$/.exec(word)?.[1]
    if (number !== undefined) {
      if (number.length <= 2 && day === undefined) day = Number(number)
      else if (year === undefined) year = fullYear(number)
      else return undefined
      continue
    }
    const asMonth = indexIn(word, locale, 'month', 3)
    const asWeekday = indexIn(word, locale, 'weekday', 2)
    if (asMonth !== undefined && month === undefined) month = asMonth + 1
    else if (asWeekday !== undefined && weekday === undefined) weekday = asWeekday
    else return undefined
  }
  if (month !== undefined && day !== undefined)
    return year === undefined ? nextDay(month, day, today) : dayOf(year, month, day)
  if (weekday === undefined || month !== undefined || day !== undefined || year !== undefined)
    return undefined
  return plusDays(today, (weekday - weekdayOf(today) + 7) % 7)
}

/** The day that a text means. `undefined`: none that we are sure of. A weekday is the next one, today included. */
export function readDate(text: string, locale: string, today: string): string | undefined {
  const trimmed = plainText(text)
  if (trimmed === '') return undefined
  const found = dateIn(trimmed, locale, today)
  const year = Number(found?.slice(0, 4))
  // Years of the Buddhist calendar are 543 more, those of the Persian one 621 less.
  return (year > 2400 || year < 1700) && hasOtherYears(locale) ? undefined : found
}

function dateIn(trimmed: string, locale: string, today: string): string | undefined {
  // "Tue 2.3.2027": the weekday in front of a date in numbers says nothing new.
  const bare = trimmed.replace(/^\p{L}+\.?,?\s+(?=\d+[./-]\d)/u, '')
  return (
    asWritten(trimmed, locale) ??
    numeric(withoutLetters(bare, locale), locale, today) ??
    relative(fold(trimmed), locale, today) ??
    worded(trimmed, locale, today)
  )
}

/** Numbers alone, if no other letters are there than those that the language writes beside them. */
function withoutLetters(text: string, locale: string): string {
  const written = text.replace(/(\d) ?[年月년월] ?/gu, '$1-').replace(/(\d) ?[日일]$/u, '$1')
  const letters = written.match(/[\p{L}\p{M}]+/gu) ?? []
  if (letters.length === 0) return written
  const known = lettersOfDates(locale)
  if (!letters.every((one) => known.has(one))) return written
  return written
    .replace(/[\p{L}\p{M}]+\.?/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

/** `19`, `1930`, `7pm`, `19:30`, `19.30`, `19h30`, `7:30 p.m.`, `19 Uhr`. `HH:MM`, or `undefined`. */
export function readTime(text: string, locale = 'en'): string | undefined {
  const plain = plainText(text)
  return clockIn(plain) ?? clockOf(plain, locale)
}

/** With the words of a language for the halves of a day, before or after the numbers. */
function clockOf(plain: string, locale: string): string | undefined {
  const hours = hoursOf(locale)
  const halves = [...new Set(hours.map(({ half }) => half))].sort((a, b) => b.length - a.length)
  const half = halves.find((one) => one !== '' && (plain.startsWith(one) || plain.endsWith(one))) ?? ''
  const letters = hours.flatMap((one) => one.letters)
  const rest = letters.reduce((one, letter) => one.replace(letter, ':'), plain.replace(half, '')).trim()
  const time = clockIn(rest.replace(/ ?: ?/g, ':').replace(/^:|:$/g, ''))
  if (time === undefined || half === '') return time
  const hour = hours.findIndex((one) => one.half === half && one.shown === Number(time.slice(0, 2)))
  return hour === -1 ? undefined : `${String(hour).padStart(2, '0')}${time.slice(2)}`
}

function clockIn(plain: string): string | undefined {
  const trimmed = plain.replace(/(?:uhr|h)$/, '').trimEnd()
  if (trimmed === 'noon') return '12:00'
  if (trimmed === 'midnight') return '00:00'
  const found = /^(\d{1,2})(?:(?: ?[:.h] ?| )?(\d{2}))?\s*(am|pm|a\.m\.?|p\.m\.?|a|p)?$/.exec(trimmed)
  if (!found) return undefined
  const [, hours = '', minutes = '0', half] = found
  let hour = Number(hours)
  const minute = Number(minutes)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (half.startsWith('p') ? 12 : 0)
  }
  if (hour > 23 || minute > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
