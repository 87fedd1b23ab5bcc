import type { Series } from './records.ts'
import { occurrencesOf } from './recurrence/expand.ts'
import { formatRule, type Rule } from './recurrence/rule.ts'
import { dayOf, ruleOf } from './series.ts'
import { endOfDay, type WallClock } from './zones.ts'

/** The dates before one: how many the rule names, and the last of them. */
function datesBefore(
  series: Series,
  date: WallClock,
): { readonly count: number; readonly last: WallClock | undefined } {
  let count = 0
  let last: WallClock | undefined
  for (const one of occurrencesOf(ruleOf(series), series.start)) {
    if (one >= date) break
    count += 1
    last = one
  }
  return { count, last }
}

const isBefore = (date: WallClock) => (entry: string) => entry < (entry.length > 10 ? date : dayOf(date))

/** The part of a series before a date; `undefined` if the rule names no date before it. */
export function headOf(series: Series, date: WallClock): Series | undefined {
  const { count, last } = datesBefore(series, date)
  if (last === undefined) return undefined
  const { count: limit, until: _until, ...rest } = ruleOf(series)
  const rule: Rule = limit === undefined ? { ...rest, until: endOfDay(last) } : { ...rest, count }
  const isKept = isBefore(date)
  return {
    ...series,
    rrule: formatRule(rule),
    exdate: series.exdate.filter(isKept),
    rdate: series.rdate.filter(isKept),
  }
}

/** The part from a date of the series on. Its COUNT is what remains. */
export function tailOf(series: Series, date: WallClock): Series {
  const rule = ruleOf(series)
  const isKept = isBefore(date)
  const exdate = series.exdate.filter((entry) => !isKept(entry))
  const rdate = series.rdate.filter((entry) => !isKept(entry))
  const [start] = occurrencesOf(rule, series.start, date)
  // Only added dates remain. The first one takes the place of the rule.
  if (start === undefined) return { ...series, rrule: 'FREQ=DAILY;COUNT=1', start: date, exdate, rdate }
  const rest =
    rule.count === undefined ? rule : { ...rule, count: rule.count - datesBefore(series, date).count }
  return { ...series, rrule: formatRule(rest), start, exdate, rdate }
}
