import {
  dateOf,
  daysInMonth,
  modulo,
  SECONDS_PER_DAY,
  secondsOf,
  type WallClock,
  weekdayOf,
} from '../time/calendar.ts'
import type { Rule, RuleDay } from './rule.ts'

/** Where one date of a rule goes: the others go with it. Both on the wall clock. */
export interface Shift {
  readonly from: WallClock
  readonly to: WallClock
}

export const dayNumberOf = (wall: WallClock): number => Math.floor(secondsOf(wall) / SECONDS_PER_DAY)

/** Months since the year 0. */
export const monthNumberOf = (wall: WallClock): number =>
  Number(wall.slice(0, 4)) * 12 + Number(wall.slice(5, 7)) - 1

/** Whether the rule names weekdays by their number in a month, such as the second Friday. */
export const hasOrdinals = ({ byDay }: Pick<Rule, 'byDay'>): boolean => byDay.some(({ nth }) => nth !== 0)

/**
 * The rule whose dates are those of `rule`, moved: BYDAY by the weekdays, with its week; BYMONTHDAY by the days; a
 * weekday with a number to the weekday and number that the new date has. COUNT and UNTIL stay. Returns why the rule cannot
 * move otherwise: the rest of a sentence whose subject is the rule. Whether each date has moved so, e.g. none has fallen
 * out of a short month, is for the caller to compare.
 */
export function movedRule(rule: Rule, shift: Shift): Rule | string {
  const days = dayNumberOf(shift.to) - dayNumberOf(shift.from)
  if (days === 0) return rule
  if (rule.byWeekNo.length > 0) return 'has BYWEEKNO, so it cannot move to another day'
  if (rule.byYearDay.length > 0) return 'has BYYEARDAY, so it cannot move to another day'
  const isShort = rule.freq === 'DAILY' || rule.freq === 'WEEKLY'
  if (isShort && rule.byMonth.length > 0) return 'has BYMONTH, so it cannot move to another day'
  const { bySetPos, byDay } = isShort ? rule : withOrdinals(rule)
  if (!isShort && bySetPos.length > 0) return 'has BYSETPOS, so it cannot move to another day'

  const months = monthNumberOf(shift.to) - monthNumberOf(shift.from)
  const byMonthDay = rule.byMonthDay.map((day) => movedMonthDay(day, days))
  if (byMonthDay.includes(NO_DAY)) return 'would lose dates at the end of a month'
  const weekdays = hasOrdinals({ byDay }) ? movedOrdinals(rule, byDay, shift) : movedWeekdays(byDay, days)
  if (typeof weekdays === 'string') return weekdays
  const hasWeeks = rule.freq === 'WEEKLY' && (rule.interval > 1 || bySetPos.length > 0)
  return {
    ...rule,
    byMonth: sorted(rule.byMonth.map((month) => modulo(month - 1 + months, 12) + 1)),
    byMonthDay: sorted(byMonthDay),
    byDay: weekdays,
    bySetPos,
    weekStart: hasWeeks ? movedWeekday(rule.weekStart, days) : rule.weekStart,
  }
}

const sorted = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b)

/** Not a day of a month. */
const NO_DAY = 0

/** Behind the first day of a month comes the last of the month before (-1), and the other way round. */
function movedMonthDay(day: number, days: number): number {
  const moved = day + days
  if (day > 0) return moved > 31 ? NO_DAY : moved > 0 ? moved : moved - 1
  return moved < -31 ? NO_DAY : moved < 0 ? moved : moved + 1
}

const movedWeekday = (weekday: number, days: number): number => modulo(weekday - 1 + days, 7) + 1

const movedWeekdays = (byDay: readonly RuleDay[], days: number): readonly RuleDay[] =>
  inOrder(byDay.map(({ weekday, nth }) => ({ weekday: movedWeekday(weekday, days), nth })))

const inOrder = (days: readonly RuleDay[]): readonly RuleDay[] =>
  [...days].sort((a, b) => a.weekday - b.weekday || a.nth - b.nth)

/** `BYDAY=FR;BYSETPOS=-1` is `BYDAY=-1FR`. */
function withOrdinals(rule: Rule): Pick<Rule, 'byDay' | 'bySetPos'> {
  const [day, ...days] = rule.byDay
  const [nth, ...others] = rule.bySetPos
  const isOne = day?.nth === 0 && days.length === 0 && nth !== undefined && others.length === 0
  const isMonthly = rule.freq === 'MONTHLY' || rule.byMonth.length === 1
  const isBare = rule.byMonthDay.length === 0 && rule.byHour.length < 2 && rule.byMinute.length < 2
  if (!isOne || !isMonthly || !isBare || Math.abs(nth) > 5) return rule
  return { byDay: [{ weekday: day.weekday, nth }], bySetPos: [] }
}

function movedOrdinals(
  rule: Rule,
  byDay: readonly RuleDay[],
  { from, to }: Shift,
): readonly RuleDay[] | string {
  if (rule.freq === 'YEARLY' && rule.byMonth.length === 0) {
    return 'counts weekdays in the year, so it cannot move to another day'
  }
  if (rule.byMonthDay.length > 0 || byDay.some(({ nth }) => nth === 0)) {
    return 'has numbers in BYDAY beside other days, so it cannot move to another day'
  }
  const days = dayNumberOf(to) - dayNumberOf(from)
  const [old, next] = [placeOf(from), placeOf(to)]
  const isNamed = ({ weekday, nth }: RuleDay) =>
    weekday === old.weekday && (nth === old.first || nth === old.last)
  // A date that the rule does not name, such as an added one, moves the rule by its own place.
  const isFromEnd = ((byDay.find(isNamed) ?? byDay[0])?.nth ?? 0) < 0
  const by = isFromEnd ? next.last - old.last : next.first - old.first
  const moved = byDay.map(({ weekday, nth }) => ({ weekday: movedWeekday(weekday, days), nth: nth + by }))
  const isWithin = moved.every(({ nth }, index) => {
    const { nth: before = 0 } = byDay[index] ?? {}
    return nth !== 0 && Math.abs(nth) <= 5 && nth > 0 === before > 0
  })
  return isWithin ? inOrder(moved) : 'would lose dates at the end of a month'
}

interface Place {
  readonly weekday: number
  /** The how many-th such weekday of its month, from the first and from the last. */
  readonly first: number
  readonly last: number
}

function placeOf(wall: WallClock): Place {
  const number = dayNumberOf(wall)
  const { year, month, day } = dateOf(number)
  return {
    weekday: weekdayOf(number),
    first: Math.ceil(day / 7),
    last: -Math.ceil((daysInMonth(year, month) - day + 1) / 7),
  }
}

/**
 * The rule with each of its times of day later (or earlier) by so many seconds. Returns what is wrong otherwise, as
 * {@link movedRule} does.
 */
export function withMovedTimes(rule: Rule, start: WallClock, seconds: number): Rule | string {
  if (rule.byHour.length === 0 && rule.byMinute.length === 0) return rule
  const part = (from: number) => Number(start.slice(from, from + 2))
  const moved = (rule.byHour.length > 0 ? rule.byHour : [part(11)]).flatMap((hour) =>
    (rule.byMinute.length > 0 ? rule.byMinute : [part(14)]).map(
      (minute) => hour * 3600 + minute * 60 + part(17) + seconds,
    ),
  )
  if (moved.some((time) => time < 0 || time >= SECONDS_PER_DAY))
    return 'would leave the day with one of its times'
  const hours = new Set(moved.map((time) => Math.floor(time / 3600)))
  const minutes = new Set(moved.map((time) => Math.floor(time / 60) % 60))
  // BYHOUR and BYMINUTE name each hour with each minute.
  if (hours.size * minutes.size > moved.length) return 'cannot say these times with BYHOUR and BYMINUTE'
  return {
    ...rule,
    byHour: sorted([...hours]),
    byMinute: rule.byMinute.length > 0 || minutes.size > 1 ? sorted([...minutes]) : [],
  }
}
