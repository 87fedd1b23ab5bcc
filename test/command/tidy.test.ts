import type { DeliverOptions, Delivery } from 'kalends'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeOldEntries } from '../../command/tidy.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('old entries are removed at the start and every hour, also after a failure, until it ends', async () => {
  const errors: unknown[] = []
  const signals: (AbortSignal | undefined)[] = []
  const failure = new Error('no database')
  const end = removeOldEntries(
    {
      deliver: async ({ signal }: DeliverOptions = {}): Promise<Delivery> => {
        signals.push(signal)
        throw failure
      },
    },
    (error) => errors.push(error),
  )
  expect(signals).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3 * 3_600_000)
  expect(signals).toHaveLength(4)
  expect(errors).toEqual([failure, failure, failure, failure])
  end()
  expect(signals.every((signal) => signal?.aborted)).toBe(true)
  await vi.advanceTimersByTimeAsync(3 * 3_600_000)
  expect(signals).toHaveLength(4)
})
