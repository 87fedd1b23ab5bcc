/*
 * JSON from outside, without trust in its shape.
 */

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `undefined` for a text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

const encoder = new TextEncoder()

/** Bytes of a value as JSON in UTF-8. */
export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value) ?? '').length

/** Own properties only: names come from clients. */
export const own = (value: Json, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
