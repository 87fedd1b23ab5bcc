import type { Guard } from '../fields/row.ts'

/* All JSON comes in here, but that of storages, browsers and the client. */

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a text of others. `undefined`: the text is not JSON, or `is` says no. Who calls it bounds the text. */
export function parse(text: string): unknown
export function parse<T>(text: string, is: Guard<T>): T | undefined
export function parse(text: string, is: (value: unknown) => boolean = () => true): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return is(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The value of a text that we stored. `is` looks as far as a text of another thing, or of another version, tells. */
export function parseOwn<T>(text: string, is: Guard<T>, what: string): T {
  const value = parse(text, is)
  if (value === undefined) throw new TypeError(`${what} is damaged`)
  return value
}
