import { onAbort } from './on-abort.ts'

/**
 * Returns the result of the work. After an abort, it rejects with the signal's reason at once and ignores the result.
 * If the signal is already aborted, the work does not start.
 */
export async function untilAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (signal === undefined) return work()
  signal.throwIfAborted()
  const running = work()
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason))
    running.finally(stop).then(resolve, reject)
  })
}
