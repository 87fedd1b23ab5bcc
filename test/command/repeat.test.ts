import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from '../../command/repeat.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('work is repeated at once and after each pause, also after a failure, one at a time, until it ends', async () => {
  const errors: unknown[] = []
  const signals: AbortSignal[] = []
  const failure = new Error('no database')
  const end = repeat(
    60_000,
    (signal) => {
      signals.push(signal)
      return signals.length < 3 ? Promise.reject(failure) : new Promise(() => {})
    },
    (error) => errors.push(error),
  )
  expect(signals).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(signals).toHaveLength(3)
  expect(errors).toEqual([failure, failure])
  end()
  expect(signals.every((signal) => signal.aborted)).toBe(true)
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(signals).toHaveLength(3)
})

test('what fails because it is ended is no error', async () => {
  const errors: unknown[] = []
  const end = repeat(
    60_000,
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    (error) => errors.push(error),
  )
  end()
  await vi.advanceTimersByTimeAsync(0)
  expect(errors).toEqual([])
})
