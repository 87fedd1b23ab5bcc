import { createMemo } from './memo.ts'
import { dirOf, type Say } from './texts.ts'
import { ownTimesOf, type TimedEvent, type Times } from './times.ts'

/*
 * Dates and times in words, in the language of the site.
 */

type Parts = Pick<Intl.DateTimeFormatOptions, 'weekday' | 'day' | 'month' | 'year'>

const WEEKDAY_DAY = { weekday: 'short', day: 'numeric', month: 'long' } as const satisfies Parts
const WITH_YEAR = { ...WEEKDAY_DAY, year: 'numeric' } as const satisfies Parts
/** An instant at which zones differ from their standard time: that has a name of its own. */
const SUMMER = Date.UTC(2026, 6, 1)
const SHORT = { weekday: 'short', day: 'numeric', month: 'short' } as const satisfies Parts

export interface Words {
  readonly locale: string
  readonly say: Say
  /** Parts of a day: `day('2027-03-05', { weekday: 'long' })`. */
  readonly day: (day: string, parts: Parts) => string
  /** `Thu 26 November`, with the year where it is not this one. */
  readonly date: (day: string, thisYear: string) => string
  readonly fullDate: (day: string) => string
  readonly shortDate: (day: string) => string
  readonly month: (month: string) => string
  readonly time: (time: string) => string
  readonly timeRange: (from: string, to: string) => string
  /** `Thu 26 November 2026, 19:30–22:00`, on the clock of the event. */
  readonly when: (event: TimedEvent, siteZone: string) => string
  /** A city. */
  readonly zone: (zone: string) => string
  /** `Eastern Time`. */
  readonly zoneName: (zone: string) => string
  readonly count: (count: number) => string
  /** Arrows, as they point in the direction of the language. */
  readonly back: string
  readonly on: string
  /** Whether `10:00–12:30` has more than digits beside it. */
  readonly areTimesLong: boolean
}

export function wordsIn(locale: string, say: Say): Words {
  const formats = new Map<string, Intl.DateTimeFormat>()
  // Releases of ICU differ in the comma of `Thu, 26 November`.
  const isEnglish = /^en\b/i.test(locale)
  const write = (text: string, parts: Parts, key: string): string => {
    let format = formats.get(key)
    if (format === undefined) {
      format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC', calendar: 'gregory' })
      formats.set(key, format)
    }
    const written = format.format(new Date(`${text.slice(0, 10)}T${text.slice(11, 16) || '00:00'}:00Z`))
    return isEnglish ? written.replace(/^(\p{L}+), (?=\d)/u, '$1 ') : written
  }
  const memo = createMemo()
  const day = (text: string, parts: Parts): string => {
    const key = `${parts.weekday} ${parts.day} ${parts.month} ${parts.year}`
    return memo(`${text} ${key}`, () => write(text, parts, key))
  }
  const clock = new Intl.DateTimeFormat(locale, {
    ...{ hour: 'numeric', minute: '2-digit', timeZone: 'UTC', calendar: 'gregory' },
  })
  const is12Hours = clock.resolvedOptions().hour12 === true
  const after = locale.toLowerCase().split('-')[0] === 'de' ? '\u00a0Uhr' : ''
  const number = new Intl.NumberFormat(locale)

  function bare(time: string): [digits: string, period: string] {
    if (!is12Hours) return [time, '']
    const parts = clock.formatToParts(new Date(`2000-01-01T${time}:00Z`))
    const digits = parts.filter(({ type }) => /hour|minute/.test(type)).map(({ value }) => value)
    const period = parts.find(({ type }) => type === 'dayPeriod')?.value ?? ''
    return [digits.join(':'), period.toLowerCase()]
  }
  const writeTime = (text: string): string => {
    const [digits, period] = bare(text)
    return `${digits}${period && `\u00a0${period}`}${after}`
  }
  const time = (text: string) => memo(text, () => writeTime(text))
  const timeRange = (from: string, to: string) => memo(`${from}–${to}`, () => writeRange(from, to))
  function writeRange(from: string, to: string): string {
    const [first, firstPeriod] = bare(from)
    const [last, lastPeriod] = bare(to)
    const begin = firstPeriod === lastPeriod || firstPeriod === '' ? first : `${first}\u00a0${firstPeriod}`
    return `${begin}–${last}${lastPeriod && `\u00a0${lastPeriod}`}${after}`
  }
  const fullDate = (text: string) => day(text, WITH_YEAR)
  const isDayFirst = /^\d/.test(day('2026-11-26', { day: 'numeric', month: 'long' }))

  function days(first: string, last: string): string {
    const sameMonth = isDayFirst && first.slice(0, 7) === last.slice(0, 7)
    const sameYear = first.slice(0, 4) === last.slice(0, 4)
    const begin = sameMonth
      ? day(first, { weekday: 'short', day: 'numeric' })
      : sameYear
        ? day(first, WEEKDAY_DAY)
        : fullDate(first)
    return say('# to #', begin, fullDate(last))
  }

  function inWords({ isAllDay, start, end, isNight, hasEnd }: Times): string {
    if (isAllDay) {
      return start.day === end.day ? `${fullDate(start.day)}, ${say('all day')}` : days(start.day, end.day)
    }
    if (!hasEnd) return `${fullDate(start.day)}, ${time(start.time)}`
    if (start.day === end.day || isNight) return `${fullDate(start.day)}, ${timeRange(start.time, end.time)}`
    return say(
      '# to #',
      `${fullDate(start.day)}, ${time(start.time)}`,
      `${fullDate(end.day)}, ${time(end.time)}`,
    )
  }

  const zone = (name: string): string => {
    if (!/^[A-Za-z]+\//.test(name)) return name
    return (name.split('/').at(-1) ?? name).replaceAll('_', ' ')
  }

  const zoneName = (name: string): string => {
    try {
      const format = new Intl.DateTimeFormat(locale, { timeZone: name, timeZoneName: 'longGeneric' })
      return format.formatToParts(SUMMER).find(({ type }) => type === 'timeZoneName')?.value ?? name
    } catch {
      return name
    }
  }

  const [back, on] = dirOf(locale) === 'rtl' ? ['→', '←'] : ['←', '→']

  return {
    ...{ back, on, areTimesLong: timeRange('10:00', '12:30').length > 11 },
    ...{ locale, say, day, zoneName, fullDate, time, timeRange, zone },
    date: (text, thisYear) => (text.startsWith(thisYear) ? day(text, WEEKDAY_DAY) : fullDate(text)),
    shortDate: (text) => day(text, SHORT),
    month: (month) => day(`${month}-01`, { month: 'long', year: 'numeric' }),
    when: (event, siteZone) => {
      const times = ownTimesOf(event, siteZone)
      const other = times.otherZone === undefined ? '' : ` (${say('# time', zone(times.otherZone))})`
      return `${inWords(times)}${other}`
    },
    count: (count) =>
      count === 0 ? say('No events') : count === 1 ? say('1 event') : say('# events', number.format(count)),
  }
}
