/**
 * Lets other work run: timers, sockets, and what they call. Of all that wait here, at most one continues in each turn of
 * the event loop, so many long tasks hold others up no longer than one does. The first one goes on until it is done or
 * waits for something else. Each task has its own timer: on workerd, a timer ends with its request.
 */
export function createSlices(): () => Promise<void> {
  /** The number of slices that have begun. */
  let begun = 0
  return async () => {
    let seen: number
    do {
      seen = begun
      await new Promise<void>((resolve) => setTimeout(resolve, 0))
    } while (seen !== begun)
    begun++
  }
}
