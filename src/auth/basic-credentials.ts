import { invalidCredentials } from './authenticator.ts'

/*
 * What `Authorization: Basic …` says (RFC 7617).
 */

export interface Credentials {
  /** As it was typed. */
  readonly name: string
  /** The name as names are compared. */
  readonly user: string
  readonly password: string
}

/** The longest e-mail address (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export const MAX_USER = 254
export const MAX_PASSWORD = 128

/**
 * Throws 401 unless the value is `user:password` in base64 of UTF-8 without control characters (RFC 7617, section 2).
 */
export function decode(value: string): Credentials {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.length % 4 !== 0) throw invalidCredentials()
  const bytes = Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0))
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(colon, 0))
  const password = text.slice(colon + 1)
  if (!isUserName(name) || hasControl(text) || asIssued(password).length > MAX_PASSWORD) {
    throw invalidCredentials()
  }
  return { name, user: fold(name), password }
}

/** The decoder replaces bytes that are not UTF-8 with U+FFFD. */
export const hasControl = (text: string): boolean => /[\p{Cc}\uFFFD]/u.test(text)

export const isUserName = (user: string): boolean =>
  user !== '' && user.length <= MAX_USER && !user.includes(':') && !hasControl(user)

/** People type the groups with or without spaces, and phones capitalize the first letter. */
export const asIssued = (password: string): string => password.replace(/\s/g, '').toLowerCase()

/** Upper case first, so that `ß` equals `ss`, and all forms of sigma are equal. */
export const fold = (user: string): string =>
  user.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
