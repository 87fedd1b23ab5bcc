import { afterAll, expect } from 'vitest'

/*
 * The routes are tested with the response cache off: each answer is made anew, from records that are read anew. The cache has
 * tests of its own, which have it on, as everything outside of `test/routes/` has: the cache may change speed and nothing else.
 */

const CACHED = /\/routes\/(?:caching|freshness|parts-cache|response-cache|shared-answers|tenants)\.test\.ts$/

const { testPath = '' } = expect.getState()

if (testPath.includes('/test/routes/') && !CACHED.test(testPath)) {
  const { DEFAULT_LIMITS } = await import('../../src/limits.ts')
  const { cache } = DEFAULT_LIMITS
  Object.assign(DEFAULT_LIMITS, { cache: 0 })
  // Files without isolation share it.
  afterAll(() => Object.assign(DEFAULT_LIMITS, { cache }))
}
