/**
 * What the work gives, or the signal's reason as soon as it is aborted: what then becomes of the work, nobody hears.
 * Where it is aborted already, no work begins.
 */
export async function untilAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (signal === undefined) return work()
  signal.throwIfAborted()
  const running = work()
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
    running.finally(() => signal.removeEventListener('abort', end)).then(resolve, reject)
  })
}
