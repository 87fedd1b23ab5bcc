import { StorageUnavailable } from '../contract.ts'
import { untilAborted } from './until-aborted.ts'

export type Wait = (milliseconds: number) => Promise<void>

export const sleep: Wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export interface RetryOptions {
  /**
   * Maximum number of retries of a transaction or commit after conflicts, with growing pauses of at most 250 ms. After
   * the last one, clients get 503. Default 20, which takes about four seconds.
   */
  retries?: number | undefined
}

export interface RetryPolicy {
  readonly retries: number
  readonly wait: Wait
  /** The number of first retries without a pause. Default 0. */
  readonly atOnce?: number
}

const RETRIES = 20
const LONGEST_PAUSE = 250

/** @throws TypeError if `retries` is negative or not an integer. */
export function retryPolicy({ retries = RETRIES }: RetryOptions, wait: Wait = sleep): RetryPolicy {
  if (!Number.isSafeInteger(retries) || retries < 0) {
    throw new TypeError('retries: must be an integer from 0 up')
  }
  return { retries, wait }
}

/** In milliseconds. Random, so that callers that collided do not collide again. */
const pauseAfter = (attempt: number): number =>
  Math.min(2 ** attempt, LONGEST_PAUSE) * (0.5 + Math.random() / 2)

/**
 * Repeats an attempt until it returns a result, with exponential backoff.
 *
 * @throws StorageUnavailable with this message and the result of `cause` after the last retry, or the signal's reason
 * if it is aborted during a pause.
 */
export async function retry<T>(
  attempt: () => Promise<T | undefined>,
  { retries, wait, atOnce = 0 }: RetryPolicy,
  message: string,
  { signal, cause }: { signal?: AbortSignal | undefined; cause?: () => unknown } = {},
): Promise<T> {
  for (let tries = 0; ; tries++) {
    const result = await attempt()
    if (result !== undefined) return result
    if (tries === retries) throw new StorageUnavailable(message, cause && { cause: cause() })
    if (tries >= atOnce) await untilAborted(signal, () => wait(pauseAfter(tries - atOnce)))
  }
}
