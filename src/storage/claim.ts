import type { Change } from './contract.ts'

/** The unique value that a document with these keys holds, if any: receipts have none. */
export const claimIn = (keys: object): string | null =>
  'unique_slug' in keys && typeof keys.unique_slug === 'string' ? keys.unique_slug : null

/** The unique value that a change puts, if any. */
export const claimOf = (change: Change): string | null =>
  change.do === 'put' ? claimIn(change.content.keys) : null
