import type { Condition } from './contract.ts'

/** Texts from `from` on and before `to`; a bound that is missing is none. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

/** Before and after every date. */
export const EVER: DateRange = { from: '', to: ':' }

export const isBound = (bound: string): boolean => bound !== EVER.from && bound !== EVER.to

const DATE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Whether the text has the form of all date texts; the day need not exist. */
export const isDateText = (text: string): boolean => DATE.test(text)

/** The least text that is greater than a date, other dates left aside. */
export const justAfter = (date: string): string => `${date}!`

export const overlap = (a: DateRange, b: DateRange): DateRange => ({
  from: a.from > b.from ? a.from : b.from,
  to: a.to < b.to ? a.to : b.to,
})

/** `undefined`: the conditions ask for more, or other, than a range of dates. */
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

/** A range of dates, taken apart. Days are `YYYY-MM-DD`, or the bound itself on a side that has none. */
export interface Days {
  /** The first and the last day that the range touches, and whether it holds the whole of them; absent within a day. */
  readonly whole?: {
    readonly first: string
    readonly last: string
    readonly has: Record<'first' | 'last', boolean>
  }
  /** What it holds of days that its bounds cut. */
  readonly parts: readonly DateRange[]
}

/** Of a range that is not empty. */
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
