/*
 * JSON from outside, without trust in its shape.
 */

export { isObject, parse as parsed } from '../../core/domain/json.ts'

export type Json = Readonly<Record<string, unknown>>

const encoder = new TextEncoder()

/** Bytes of a value as JSON in UTF-8. */
export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value) ?? '').length

/** Own properties only: names come from clients. */
export const own = (value: Json, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
