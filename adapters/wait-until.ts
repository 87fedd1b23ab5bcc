/**
 * Hands over work that goes on after the answer, such as noting when a token was last used. It delays no answer.
 * What it fails with goes to the adapter's `onError`, and does not end the process.
 */
export type WaitUntil = (work: Promise<unknown>) => void

/**
 * `keep` is the host's own way to be kept alive until work ends; it is handed work that never fails. Hosts that run on
 * after an answer need none.
 */
export function untilDone(onError: (error: unknown) => void, keep?: WaitUntil): WaitUntil {
  return (work) => {
    const told = work.catch(onError).catch(() => {}) // whoever is told of errors cannot be told of an error in telling
    keep?.(told)
  }
}
