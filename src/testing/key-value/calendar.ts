import type { Entry, OrderedKeyValue } from '../../storage/key-value/store.ts'

/** The calendar of one test. */
export interface Calendar {
  readonly name: string
  /** `key('a')` is `<calendar>/a`. */
  readonly key: (rest: string) => string
  readonly entry: (rest: string, value: string) => Entry
}

/** Registers a test that receives the store and an empty calendar in it. */
export type KeyValueTest = (
  name: string,
  run: (store: OrderedKeyValue, calendar: Calendar) => Promise<void>,
) => void

export function calendarOf(name: string): Calendar {
  const key = (rest: string) => `${name}/${rest}`
  return { name, key, entry: (rest, value) => [key(rest), value] }
}
