import { isDate, type WallClock } from './calendar.ts'
import type { DateContext, ReadDate } from './date-text.ts'

/** Reads a bound of a list; `undefined` for a text that is not a date. */
export type BoundReader = (text: string, context: DateContext) => ReadDate | undefined

const PLAIN = /^(\d{4})-(\d\d)-(\d\d)(?:[ T]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?)?$/

/** A bound as programs write it, such as `2027-05-10 19:00:00`: the form of nearly all. */
function plainBound(text: string): { readonly wall: WallClock } | undefined {
  const [, year = '', month = '', day = '', time = '00:00', second = ':00'] = PLAIN.exec(text) ?? []
  if (!isDate(Number(year), Number(month), Number(day))) return undefined
  return { wall: `${year}-${month}-${day} ${time}${second}` }
}

/** The reader for these bounds. The one that knows words and other forms is loaded with the first bound that has one. */
export async function boundReader(texts: readonly (string | undefined)[]): Promise<BoundReader> {
  if (texts.every((text) => text === undefined || plainBound(text) !== undefined)) return plainBound
  const { readDate } = await import('./date-text.ts')
  return (text, context) => readDate(text, { ...context, asBound: true })
}
