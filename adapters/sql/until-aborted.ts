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
    const stop = onAbort(signal, () => {
      reject(signal.reason)
      giveUp()
    })
    running.finally(stop).then(resolve, reject)
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
    const stop = onAbort(signal, () => reject(signal.reason))
    const begin = () => {
      stop()
      signal.throwIfAborted()
    }
    work(begin).finally(stop).then(resolve, reject)
  })
}

/** What waits for each signal. A batch has one signal for all its queries, and platforms warn of many listeners. */
const waiting = new WeakMap<AbortSignal, { readonly all: Set<() => void>; readonly end: () => void }>()

/** Calls the function when the signal is aborted. Returns what takes that back; a signal that lives on keeps nothing. */
function onAbort(signal: AbortSignal, then: () => void): () => void {
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
