import { dateOf, plusDays } from './days.ts'
import { calendarOf, hasOtherYears, plainText } from './digits.ts'
import { dateOrder } from './read.ts'

/** Days by which a date may be off when only the lengths of years are known. */
const ROUGHLY = 45

/** Days of a year: a lunar one, or one of the sun. */
const yearLength = (calendar: string): number => (calendar.startsWith('islamic') ? 354.367 : 365.2422)

/**
 * The day that a date in numbers means in the other calendar of a language: 2/3/2569 in Thailand is 2 March 2026. `undefined`
 * if that is not plain, or if the year is one that the interface could mean.
 */
export function dayInOtherCalendar(text: string, locale: string, today: string): string | undefined {
  const numbers = /^(\d{1,4})[\s./-]+(\d{1,2})[\s./-]+(\d{1,4})$/.exec(plainText(text))?.slice(1)
  if (numbers === undefined || !hasOtherYears(locale)) return undefined
  const isYearFirst = (numbers[0]?.length ?? 0) > 2
  const order: readonly string[] = isYearFirst ? ['year', 'month', 'day'] : dateOrder(locale)
  const of = (part: string) => Number(numbers[order.indexOf(part)])
  const year = of('year')
  if (year < 1000 || (year >= 1700 && year <= 2400)) return undefined
  const calendar = calendarOf(locale)
  const format = new Intl.DateTimeFormat('en-u-nu-latn', {
    ...({ calendar, timeZone: 'UTC', year: 'numeric', month: 'numeric', day: 'numeric' } as const),
  })
  const read = (day: string) => {
    const parts = format.formatToParts(dateOf(day))
    return (name: string) => Number.parseInt(parts.find(({ type }) => type === name)?.value ?? '', 10)
  }
  const now = read(today)
  const years = year - now('year') + (of('month') - now('month')) / 12
  const days = Math.round(years * yearLength(calendar) + of('day') - now('day'))
  // Nobody plans a century ahead.
  if (!(Math.abs(days) < 36_525)) return undefined
  for (let off = -ROUGHLY; off <= ROUGHLY; off++) {
    const day = plusDays(today, days + off)
    const parts = read(day)
    if (['year', 'month', 'day'].every((part) => parts(part) === of(part))) return day
  }
  return undefined
}
