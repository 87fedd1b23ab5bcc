import type { Series } from '../records/records.ts'
import { SECONDS_PER_DAY, secondsOf, wallOf } from '../time/calendar.ts'
import { endOfDay, type WallClock } from '../time/zones.ts'
import { occurrencesOf } from './expand.ts'
import { formatRule, type Rule } from './rule.ts'
import { addedDate, dayOf, ruleOf } from './series.ts'

/** The last date of the rule before one. It looks back further and further, so a series of centuries takes a moment. */
function lastBefore(rule: Rule, start: WallClock, date: WallClock): WallClock | undefined {
  const reach = secondsOf(date) - secondsOf(start)
  for (let back = YEAR; ; back *= 2) {
    const from = back < reach ? wallOf(secondsOf(date) - back) : start
    let last: WallClock | undefined
    for (const one of occurrencesOf(rule, start, from)) {
      if (one >= date) break
      last = one
    }
    if (last !== undefined || back >= reach) return last
  }
}

/** How many dates of the rule are before one. COUNT is at most 100,000. */
function countBefore(rule: Rule, start: WallClock, date: WallClock): number {
  let count = 0
  for (const one of occurrencesOf(rule, start)) {
    if (one >= date) break
    count++
  }
  return count
}

/** In seconds: `occurrencesOf` skips whole years. */
const YEAR = 366 * SECONDS_PER_DAY

/** Whether an entry of `exdate` or `rdate` belongs to the part before a date. A day is that of all its dates. */
const isBefore = (date: WallClock) => (entry: string) => entry < (entry.length > 10 ? date : dayOf(date))

/** The added dates of a series, and their entries. */
const additions = (series: Series) =>
  series.rdate
    .map((entry) => ({ entry, date: addedDate(entry, series) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))

/** A rule that names its start alone. */
const ONCE = 'FREQ=DAILY;COUNT=1'

/** A series of added dates, of which the first takes the place of the rule. */
function ofAdditions(series: Series, start: WallClock, exdate: readonly string[]): Series {
  const [, ...others] = additions(series)
  // A day means the time of the series, which has that of the first date now.
  return { ...series, rrule: ONCE, start, exdate, rdate: others.map(({ date }) => date).sort() }
}

/** The part of a series before a date; `undefined` if there is no date before it. */
export function headOf(series: Series, date: WallClock): Series | undefined {
  const rule = ruleOf(series)
  const last = lastBefore(rule, series.start, date)
  const exdate = series.exdate.filter(isBefore(date))
  const added = additions(series).filter((one) => one.date < date)
  const rdate = added.map(({ entry }) => entry).sort()
  if (last === undefined) {
    const [first] = added
    return first && ofAdditions({ ...series, rdate }, first.date, exdate)
  }
  const { count: limit, until: _until, ...rest } = rule
  const until = rest.byHour.length + rest.byMinute.length > 0 ? last : endOfDay(last)
  const bounded: Rule =
    limit === undefined ? { ...rest, until } : { ...rest, count: countBefore(rule, series.start, date) }
  return { ...series, rrule: formatRule(bounded), exdate, rdate }
}

/** The part from a date of the series on. Its COUNT is what remains. */
export function tailOf(series: Series, date: WallClock): Series {
  const rule = ruleOf(series)
  const isEarlier = isBefore(date)
  const exdate = series.exdate.filter((entry) => !isEarlier(entry))
  const added = additions(series).filter((one) => one.date >= date)
  const rdate = added.map(({ entry }) => entry).sort()
  const [start] = occurrencesOf(rule, series.start, date)
  if (start === undefined) return ofAdditions({ ...series, rdate }, date, exdate)
  const rest =
    rule.count === undefined ? rule : { ...rule, count: rule.count - countBefore(rule, series.start, date) }
  return { ...series, rrule: formatRule(rest), start, exdate, rdate }
}
