import type { StorageSuite } from 'kalends/testing'
import { test } from 'vitest'

/**
 * For the storage suite through one more client of a database, or one more store of keys and values. It does what the first
 * one does, so of the random queries and pages it repeats one set; all of them with `FUZZ=full`.
 */
export const testAnotherClient: StorageSuite['test'] = (name, run) => {
  if (
    process.env.FUZZ === 'full' ||
    !/^random: .* \(seed [23]\)$|^after: what nobody writes is seen once/.test(name)
  )
    test(name, run)
}
