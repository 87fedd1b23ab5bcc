import type { StorageSuite } from 'kalends/testing'
import { test } from 'vitest'

/**
 * For the storage suite through one more client of a database. It sends the same statements as the first one, so of the
 * three sets of random queries it repeats one; all of them with `FUZZ=full`.
 */
export const testAnotherClient: StorageSuite['test'] = (name, run) => {
  if (process.env.FUZZ === 'full' || !/^random: .* \(seed [23]\)$/.test(name)) test(name, run)
}
