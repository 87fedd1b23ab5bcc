import { addDays, addMonths, isDate, type WallClock } from '../../core/domain/time/calendar.ts'

/** A view of the old site, and the date that it shows. */
export interface OldView {
  readonly display: string
  /** Such as `2026-12` or `2026-12-24`. '' for none. */
  readonly date: string
}

/** From 90 days ago, as our feeds, and without an end, as the old ones. */
export const ALL_TO_COME = { end_date: '9999-12-31' } as const

const STRICT = { strict_dates: 'true' } as const
const TODAY = { ...STRICT, ends_after: 'yesterday 23:59:59', starts_before: 'tomorrow' } as const

/**
 * The dates of a view, as filters of our lists; `undefined` if there is no such date. Views also have the events that began
 * before them. A list or a month without a date is the whole feed: people subscribed to what is to come, and the old feed
 * only had as much as one page.
 */
export function windowOf({ display, date }: OldView): Readonly<Record<string, string>> | undefined {
  if (date === '') {
    if (display === 'past') return { ...STRICT, ends_before: 'now' }
    return display === 'day' ? TODAY : ALL_TO_COME
  }
  const [, year = '', month = '', day = '01'] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(date) ?? []
  if (!isDate(Number(year), Number(month), Number(day))) return undefined
  const from: WallClock = `${year}-${month}-${display === 'month' ? '01' : day} 00:00:00`
  if (display === 'past') return { ...STRICT, ends_before: from }
  const to =
    display === 'day'
      ? addDays(from, 1)
      : display === 'week'
        ? addDays(from, 7)
        : display === 'month'
          ? addMonths(from, 1)
          : undefined
  // What ends at this very second counts, because it may also begin then.
  const window = { ...STRICT, ends_after: `${addDays(from, -1).slice(0, 10)} 23:59:59` }
  return to === undefined ? window : { ...window, starts_before: to }
}
