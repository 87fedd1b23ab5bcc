import { vi } from 'vitest'

/*
 * What a test waits for comes when it comes: a busy machine may take long. Only the timeout of the test ends the wait.
 * vitest has a setting of this for `expect.poll`, and none for `vi.waitFor`, which gives up after a second.
 */

const { waitFor } = vi
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 300_000, ...options })
