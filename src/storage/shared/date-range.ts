import type { Condition } from '../contract.ts'
import { isDateText } from './dates.ts'

/** Texts from `from` (inclusive) to `to` (exclusive). `EVER` has the values for a missing bound. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

/** Sorts before and after every date. */
export const EVER: DateRange = { from: '', to: ':' }

export const isBound = (bound: string): boolean => bound !== EVER.from && bound !== EVER.to

/** The smallest text that is greater than a date. No other date is in between. */
export const justAfter = (date: string): string => `${date}!`

export const overlap = (a: DateRange, b: DateRange): DateRange => ({
  from: a.from > b.from ? a.from : b.from,
  to: a.to < b.to ? a.to : b.to,
})

/** `undefined` if the conditions contain more than a range of dates. */
export function dateRangeOf(conditions: readonly Omit<Condition, 'key'>[]): DateRange | undefined {
  let range = EVER
  for (const { in: values, notIn, gte, gt, lte, lt } of conditions) {
    if (values !== undefined || notIn !== undefined) return undefined
    for (const bound of [gte, gt, lte, lt]) {
      if (bound !== undefined && (typeof bound !== 'string' || !isDateText(bound))) return undefined
    }
    range = overlap(range, {
      from: [gte ?? '', gt === undefined ? '' : justAfter(String(gt))].map(String).sort().at(-1) ?? '',
      to: [lt ?? EVER.to, lte === undefined ? EVER.to : justAfter(String(lte))].map(String).sort()[0] ?? '',
    })
  }
  return range
}

/** A range of dates, split into days. Days are `YYYY-MM-DD`, or the bound itself on an open side. */
export interface Days {
  /**
   * The first and last day that the range touches, and whether it contains them completely. Absent for a part of one
   * day.
   */
  readonly whole?: {
    readonly first: string
    readonly last: string
    readonly has: Record<'first' | 'last', boolean>
  }
  /** The parts of days that the bounds cut. */
  readonly parts: readonly DateRange[]
}

/** Splits a range that is not empty. */
export function daysOf({ from, to }: DateRange): Days {
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)]
  const has = { first: from <= `${first} 00:00:00`, last: to > `${last} 23:59:59` }
  if (first === last && !(has.first && has.last)) return { parts: [{ from, to }] }
  const parts = [
    ...(has.first ? [] : [{ from, to: justAfter(`${first} 23:59:59`) }]),
    ...(has.last || to <= `${last} 00:00:00` ? [] : [{ from: `${last} 00:00:00`, to }]),
  ]
  return { whole: { first, last, has }, parts }
}
