import { describe, expect, test } from 'vitest'
import { deviations } from '../contract/deviations.ts'
import { loadCases, play } from '../contract/play.mjs'
import { running } from './host.ts'
import { runtimes } from './hosts/index.ts'

/*
 * The recorded conversations, over a socket, on each runtime with each storage that is natural there.
 */

const cases = loadCases(new URL('../contract/cases', import.meta.url).pathname).map((one, i) => ({
  ...one,
  i,
}))

const natural = runtimes.flatMap((runtime) =>
  runtime.storages.map((storage) => [`${runtime.name} with ${storage}`, runtime, storage] as const),
)

describe.concurrent.each(natural)('%s', (_name, runtime, storage) => {
  const host = running(runtime, storage)

  test.each(cases)('$name: $about', async ({ i, ...one }) => {
    const report = await play([one], {
      origin: host().origin,
      deviations,
      // A connection each: a host may close one that is kept just when it is used again.
      headersFor: (role) => ({ 'x-user': role, 'x-calendar': `case${i}`, connection: 'close' }),
      open: async () => ({ fetch: (request) => fetch(request) }),
    })
    expect(report.failures).toEqual([])
  })
})
