/** Why the requests of these tests are over. */
export const reason = new Error('the request is over')

type Listening = Parameters<AbortSignal['addEventListener']>

/** Counts who listens. */
export function watchedSignal() {
  const control = new AbortController()
  const { signal } = control
  const listening = new Set<Listening[1]>()
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...[type, listener, options]: Listening) => {
    listening.add(listener)
    add(type, listener, options)
  }
  signal.removeEventListener = (...[type, listener]: Listening) => {
    listening.delete(listener)
    remove(type, listener)
  }
  return { signal, listeners: () => listening.size, abort: () => control.abort(reason) }
}
