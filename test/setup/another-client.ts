import type { StorageSuite } from 'kalends/testing'
import { test } from 'vitest'

/**
 * Of the storage suite, what is to be run through one more client of a database, or in one more store of keys and values. It
 * does what the first one does, so of the random queries and pages one set is enough; all of them with `FUZZ=full`.
 */
export const isForAnotherClient = (name: string): boolean =>
  process.env.FUZZ === 'full' ||
  !/^random: .* \(seed [23]\)$|^after: what nobody writes is seen once/.test(name)

/** The storage suite through one more client. */
export const testAnotherClient: StorageSuite['test'] = (name, run) => {
  if (isForAnotherClient(name)) test(name, run)
}
