import type { UserId } from '../../fields/values.ts'
import { sha256 } from '../sha256.ts'

export type { UserId }

const DIGITS = /^[1-9]\d{0,15}$/
/** No white space, no invisible characters, and nothing that ends a text or an attribute of HTML. */
const TEXT = /^[^\s\p{Cc}\p{Cf}\p{Cs}<>&"'`\\]{1,255}$/u
/** Zero, negative numbers and fractions: more likely a mistake than an ID. */
const NO_ID = /^(0+|-\d+|-?\d*\.\d*)$/

/**
 * The ID, or `undefined` if the value is none. IDs are compared by their text, so digits become the number: 7 and "7"
 * are one user. Digits beyond 2^53 and other spellings, such as "007", stay texts.
 */
export function userIdFrom(value: unknown): UserId | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined
  if (typeof value !== 'string') return undefined
  if (DIGITS.test(value) && Number.isSafeInteger(Number(value))) return Number(value)
  return TEXT.test(value) && !NO_ID.test(value) ? value : undefined
}

const LOWEST_HASH = 2 ** 52

/**
 * The number by which storages find the records of a user: the ID itself, or 52 bits of the SHA-256 of a text, above
 * all smaller numbers. It only preselects. Two users with the same number are as good as impossible, and rights compare
 * the IDs in the records, so that neither would read what the other hides.
 */
export const userKey = (id: UserId): number =>
  typeof id === 'number' ? id : LOWEST_HASH + Number.parseInt(sha256(id).slice(0, 13), 16)
