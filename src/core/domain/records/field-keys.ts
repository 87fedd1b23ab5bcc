import { builtInKey, FREE_KEY } from '../../fields/built-in-key.ts'
import { FILTERED } from '../../fields/event.ts'
import { memberOf } from '../../fields/row.ts'
import { isUploaded } from './media.ts'
import type { CustomValues, EventRecord } from './records.ts'

/*
 * Values of custom fields as texts that a storage indexes: `NAME=`, the type, and the value so that texts of one type
 * sort like their values. Only printable ASCII, because that sorts alike in every storage.
 */

/** What one text may hold, `NAME=` included: `longest` of the key in the storage contract. */
const LONGEST = 250

/** A text of a filtered field may take so much; the rest is for the longest name. */
export const LONGEST_TEXT = 180

/** A list of a filtered field may have so many entries. */
export const LONGEST_LIST = 20

/** Of custom fields: those that can be filtered. Others have no key. */
function fieldKeys(values: CustomValues | undefined): string[] {
  if (values === undefined) return []
  const keys = Object.entries(values).flatMap(([name, value]) => keysOf(name, value) ?? [])
  return [...new Set(keys)]
}

/** Of an event that has a parent, and is news all the same: not a date of a series that is as its series says. */
export const NEWS_KEY = builtInKey('news', true)

/** An event with a password is not said to be free, because its cost is not for all who ask. */
const isFree = ({ cost, password }: EventRecord): boolean => {
  if (cost === null || password !== null) return false
  const { amounts, texts } = cost
  if (amounts.length > 0) return amounts.every(({ value }) => Number(value) === 0)
  return texts.length === 1 && /^(free|kostenlos|frei|gratis)$/i.test(texts[0]?.trim() ?? '')
}

/** Of all fields of an event that can be filtered. */
export function eventFieldKeys(event: EventRecord): string[] {
  const keys = fieldKeys(event.custom_fields)
  const isNews = event.occurrence === undefined || event.occurrence.overrides.length > 0
  if (event.post_parent !== 0 && isNews) keys.push(NEWS_KEY)
  // By it, the events are found that show an uploaded image.
  if (isUploaded(event.image)) keys.push(builtInKey('image', event.image.id))
  if (isFree(event)) keys.push(FREE_KEY)
  for (const { name, words } of FILTERED) {
    const value = memberOf(event, name)
    if (value !== undefined && value !== (words[0] ?? false)) keys.push(builtInKey(name, value))
  }
  return keys
}

/** Of one field; `undefined` if its value cannot be filtered. */
export function keysOf(name: string, value: unknown): string[] | undefined {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (entries.length > LONGEST_LIST) return undefined
  const keys = entries.map((entry) => keyOf(name, entry))
  return keys.includes(undefined) ? undefined : keys.filter((key) => key !== undefined)
}

/** Of a text, a number, `true` or `false`; `undefined` for others, and for texts that are too long. */
export function keyOf(name: string, value: unknown): string | undefined {
  const digits = digitsOf(value)
  return digits === undefined || name.length + digits.length >= LONGEST ? undefined : `${name}=${digits}`
}

/** The bounds of all values that have the type of `key`. */
export function sameType(key: string): { readonly gte: string; readonly lt: string } {
  const at = key.indexOf('=') + 1
  const after = String.fromCharCode(key.charCodeAt(at) + 1)
  return { gte: key.slice(0, at + 1), lt: key.slice(0, at) + after }
}

function digitsOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'b1' : 'b0'
  if (typeof value === 'number') return Number.isFinite(value) ? `n${sortable(value)}` : undefined
  if (typeof value !== 'string' || value.length > LONGEST_TEXT) return undefined
  const text = Array.from(value, escaped).join('')
  return text.length > LONGEST_TEXT ? undefined : `t${text}`
}

/** The bits of a double: with the sign turned, and all of them for negative numbers, they sort like the numbers. */
function sortable(value: number): string {
  const bits = new DataView(new ArrayBuffer(8))
  // -0 and 0 are one number.
  bits.setFloat64(0, value + 0)
  const number = bits.getBigUint64(0)
  const turned = value < 0 ? ~number : number | (1n << 63n)
  return BigInt.asUintN(64, turned).toString(16).padStart(16, '0')
}

/** Code points below `!` become two characters, and those above `}` five. Both sort before and after the others. */
function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x21) return ` ${String.fromCharCode(0x21 + code)}`
  return code < 0x7e ? character : `~${code.toString(36).padStart(4, '0')}`
}
