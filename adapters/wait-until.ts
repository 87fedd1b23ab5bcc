/**
 * Runs work beyond the response, such as saving when a token was last used. It delays no response. Its errors go to the
 * adapter's `onError` and do not end the process.
 */
export type WaitUntil = (work: Promise<unknown>) => void

/**
 * `extend`: the host's own `waitUntil`, which keeps the host alive until the work ends. The work that it gets never
 * rejects. Hosts that keep running after a response need none.
 */
export function untilDone(onError: (error: unknown) => void, extend?: WaitUntil): WaitUntil {
  return (work) => {
    const settled = work.catch(onError).catch(() => {}) // an error of `onError` itself has nowhere to go
    extend?.(settled)
  }
}
