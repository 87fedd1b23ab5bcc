import { isObject, parseOwn } from '../core/domain/json.ts'
import type { PasswordRecord } from './basic.ts'
import type { TokenRecord } from './bearer.ts'

/* Passwords and tokens as stores have them: JSON. */

export const passwordIn = (data: string): PasswordRecord => parseOwn(data, isPassword, 'a stored password')
export const tokenIn = (data: string): TokenRecord => parseOwn(data, isToken, 'a stored token')

const isPassword = (value: unknown): value is PasswordRecord =>
  isObject(value) && typeof value.user === 'string' && 'principal' in value && typeof value.hash === 'string'
const isToken = (value: unknown): value is TokenRecord =>
  isObject(value) && typeof value.hash === 'string' && 'principal' in value && 'expires' in value
