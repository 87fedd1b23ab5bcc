/**
 * What the work gives, or the signal's reason as soon as it is aborted: then `giveUp` lets go of what the work holds, and
 * nobody hears how that ends. Where it is aborted already, no work begins.
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
 * The same for work that must not be cut off once it has begun, though it may have to wait before: it says so by calling
 * `begin`, which throws the signal's reason if that was aborted meanwhile.
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
