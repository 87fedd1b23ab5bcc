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
