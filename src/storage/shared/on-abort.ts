/*
 * What is to happen when a signal is aborted. A batch, or a request with many reads, has one signal and much that waits for
 * it: they share one listener, since platforms search the list of listeners with each one that is added, and warn of many.
 */

const waiting = new WeakMap<AbortSignal, { readonly all: Set<() => void>; readonly end: () => void }>()

/** Calls the function when the signal is aborted. Returns what takes that back; a signal that lives on keeps nothing. */
export function onAbort(signal: AbortSignal, then: () => void): () => void {
  const { all, end } = waiting.get(signal) ?? listenTo(signal)
  // The same function may wait twice.
  const call = () => then()
  all.add(call)
  return () => {
    if (!all.delete(call) || all.size > 0) return
    signal.removeEventListener('abort', end)
    waiting.delete(signal)
  }
}

function listenTo(signal: AbortSignal) {
  const all = new Set<() => void>()
  const end = () => {
    for (const call of all) call()
  }
  signal.addEventListener('abort', end, { once: true })
  const listener = { all, end }
  waiting.set(signal, listener)
  return listener
}
