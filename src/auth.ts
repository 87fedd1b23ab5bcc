export type { Authenticator } from './auth/authenticator.ts'
export { firstOf } from './auth/authenticator.ts'
export type {
  BasicPasswords,
  PasswordInfo,
  PasswordOptions,
  PasswordRecord,
  PasswordStore,
} from './auth/basic.ts'
export { basicPasswords } from './auth/basic.ts'
export type { BearerTokens, TokenOptions, TokenRecord, TokenStore } from './auth/bearer.ts'
export { bearerTokens } from './auth/bearer.ts'
export { memoryPasswords, memoryTokens } from './auth/memory-stores.ts'
export type { SessionOptions } from './auth/session.ts'
export { session } from './auth/session.ts'
export type { WordPressPasswordOptions, WordPressUser } from './auth/wordpress.ts'
export { wordpressPasswords } from './auth/wordpress.ts'
export { memoryAttempts } from './core/access/throttle.ts'
export type { AttemptCounter, Attempts, Authenticate, ThrottleOptions } from './types/index.ts'
