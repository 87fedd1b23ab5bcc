import type { PasswordStore } from './basic.ts'
import type { TokenStore } from './bearer.ts'

/** Where passwords and tokens are stored. */
export interface CredentialStores {
  /** For `basicPasswords`. */
  readonly passwords: PasswordStore
  /** For `bearerTokens`. */
  readonly tokens: TokenStore
  /** Prepares the store. Call it before the first request; safe on every start, and in several processes at once. */
  readonly migrate: () => Promise<void>
}
