/*
 * What is to happen when a signal is aborted. A batch, or a request with many reads, has one signal and much that waits for
 * it: they share one listener, since platforms search the list of listeners with each one that is added, and warn of many.
 */

const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/** Calls the function when the signal is aborted. Returns what takes that back. */
export function onAbort(signal: AbortSignal, then: () => void): () => void {
  const all = waiting.get(signal) ?? new Set()
  if (!waiting.has(signal)) {
    waiting.set(signal, all)
    const end = () => {
      for (const call of all) call()
    }
    signal.addEventListener('abort', end, { once: true })
  }
  // The same function may wait twice.
  const call = () => then()
  all.add(call)
  return () => void all.delete(call)
}
