/*
 * Days and times as a clock shows them: `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS`. They are counted in UTC, where each day has
 * 24 hours, so no change of offset can move them.
 */

const DAY_MS = 86_400_000

export const dateOf = (wall: string): Date =>
  new Date(`${wall.slice(0, 10)}T${wall.slice(11) || '00:00:00'}Z`)

export const dayOf = (wall: string): string => wall.slice(0, 10)

export function plusDays(day: string, days: number): string {
  return new Date(dateOf(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** The same day of another month, or its last day. */
export function plusMonths(day: string, months: number): string {
  const first = dateOf(`${day.slice(0, 7)}-01`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const month = first.toISOString().slice(0, 7)
  first.setUTCMonth(first.getUTCMonth() + 1, 0)
  const last = first.toISOString().slice(0, 10)
  const same = `${month}${day.slice(7)}`
  return same < last ? same : last
}

/** All days of the weeks that a month (`YYYY-MM`) is in. `weekStart`: 0 is Sunday. */
export function weeksOf(month: string, weekStart: number): string[][] {
  const last = plusMonths(`${month}-31`, 0)
  const weeks: string[][] = []
  let day = startOfWeek(`${month}-01`, weekStart)
  while (day <= last) {
    const first = day
    weeks.push(Array.from({ length: 7 }, (_, at) => plusDays(first, at)))
    day = plusDays(day, 7)
  }
  return weeks
}

export function startOfWeek(day: string, weekStart: number): string {
  return plusDays(day, -((dateOf(day).getUTCDay() - weekStart + 7) % 7))
}

/** The day on the visitor's clock. */
export const todayOf = (): string => dayOf(clockOf(undefined)(new Date()))

/** Clocks of a zone. Swedish writes dates as ISO 8601 does. Throws `RangeError` for an unknown zone. */
export function clockOf(zone: string | undefined): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (instant) => format.format(instant)
}

/** The first day of a week in a language, 0 for Sunday. Monday where the browser does not know. */
export function weekStartOf(language: string, given: string | undefined): number {
  if (given !== undefined && /^[0-6]$/.test(given)) return Number(given)
  const locale = new Intl.Locale(language)
  const get: unknown = Reflect.get(locale, 'getWeekInfo')
  const info: unknown = typeof get === 'function' ? get.call(locale) : Reflect.get(locale, 'weekInfo')
  const first: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'firstDay') : 1
  return typeof first === 'number' ? first % 7 : 1
}

/** Writes days and times in a language. The year of `today` is left out. */
export function formatsOf(language: string, today: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options })
  const year = { year: 'numeric' } as const
  const date = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const time = { hour: 'numeric', minute: '2-digit' } as const
  const times = format(time)
  const range = (one: Intl.DateTimeFormat, start: string, end: string) =>
    // A clock that is set back can show an earlier time at the end.
    end <= start ? one.format(dateOf(start)) : one.formatRange(dateOf(start), dateOf(end))
  const dated = (options: Intl.DateTimeFormatOptions) => {
    const [short, long] = [format(options), format({ ...options, ...year })]
    const isNow = (wall: string) => wall.slice(0, 4) === today.slice(0, 4)
    return (start: string, end: string) => range(isNow(start) && isNow(end) ? short : long, start, end)
  }
  return {
    days: dated(date),
    both: dated({ ...date, ...time }),
    times: (start: string, end: string) => range(times, start, end),
    time: (wall: string) => times.format(dateOf(wall)),
    month: one(format({ month: 'long', year: 'numeric' })),
    fullDay: one(format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })),
    weekday: one(format({ weekday: 'long' })),
    weekdayShort: one(format({ weekday: 'short' })),
    dayNumber: one(format({ day: 'numeric' })),
    monthShort: one(format({ month: 'short' })),
  }
}

const one = (format: Intl.DateTimeFormat) => (day: string) => format.format(dateOf(day))

export type Formats = ReturnType<typeof formatsOf>
