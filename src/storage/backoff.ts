import { StorageUnavailable } from './contract.ts'

export type Wait = (milliseconds: number) => Promise<void>

export const sleep: Wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** With the pauses below, some four seconds until the caller is told to come back. */
const RETRIES = 20
const LONGEST_PAUSE = 250

/** In milliseconds. Of random length: those who were in each other's way shall not be so again. */
export const pauseAfter = (attempt: number): number =>
  Math.min(2 ** attempt, LONGEST_PAUSE) * (0.5 + Math.random() / 2)

/** How patient a storage is with others that are in the way. */
export interface Patience {
  readonly retries: number
  readonly wait: Wait
}

/** Until an attempt gives something. @throws StorageUnavailable when it did not so many times. */
export async function patiently<T>(
  attempt: () => Promise<T | undefined>,
  { retries, wait }: Patience,
  otherwise: string,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    const result = await attempt()
    if (result !== undefined) return result
    if (tries === retries) throw new StorageUnavailable(otherwise)
    await wait(pauseAfter(tries))
  }
}

/** @throws TypeError for a number of retries that cannot be meant. */
export function retriesOf(given = RETRIES): number {
  if (!Number.isSafeInteger(given) || given < 0) throw new TypeError('retries: must be an integer from 0 up')
  return given
}
