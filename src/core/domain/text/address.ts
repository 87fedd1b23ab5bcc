import { fold } from './fold.ts'

/* E-mail addresses. */

/** Characters of an address, RFC 5321, section 4.5.3.1.3. */
const ADDRESS_LENGTH = 254
const ADDRESS =
  /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[^\s@<>()[\]\\,;:"/\p{Cc}\p{Cf}]+\.[^\s@<>()[\]\\,;:"/.\p{Cc}\p{Cf}]{2,}$/u

export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= ADDRESS_LENGTH && ADDRESS.test(value)

/** Two spellings of one address are one person. */
export const addressKey = (email: string): string => fold(email)
