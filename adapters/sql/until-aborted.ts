/**
 * Returns the result of the work. After an abort, it rejects with the signal's reason at once, calls `giveUp` to
 * release resources, and ignores the result. If the signal is already aborted, the work does not start.
 */
export async function untilAborted<T>(
  signal: AbortSignal | undefined,
  work: () => PromiseLike<T>,
  giveUp: () => void = () => {},
): Promise<T> {
  if (signal === undefined) return work()
  signal.throwIfAborted()
  const running = Promise.resolve(work())
  return new Promise((resolve, reject) => {
    const end = () => {
      reject(signal.reason)
      giveUp()
    }
    signal.addEventListener('abort', end, { once: true })
    running.finally(() => signal.removeEventListener('abort', end)).then(resolve, reject)
  })
}

/**
 * The same for work that may wait first and must not be interrupted after its start. The work calls `begin` when it
 * starts; `begin` throws the signal's reason if the signal was aborted in the meantime.
 */
export async function untilBegun<T>(
  signal: AbortSignal | undefined,
  work: (begin: () => void) => Promise<T>,
): Promise<T> {
  if (signal === undefined) return work(() => {})
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    const stop = () => signal.removeEventListener('abort', end)
    signal.addEventListener('abort', end, { once: true })
    const begin = () => {
      stop()
      signal.throwIfAborted()
    }
    work(begin).finally(stop).then(resolve, reject)
  })
}
