/**
 * Runs work of the calendar that nobody asks for: now, and again and again. What takes longer than a pause is not joined
 * by a second one.
 * @param pause milliseconds.
 * @returns ends it, and aborts the signal of what is running.
 */
export function repeat(
  pause: number,
  run: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let isRunning = false
  const once = async () => {
    if (isRunning) return
    isRunning = true
    try {
      await run(signal)
    } catch (error) {
      // The calendar ends, too.
      if (!signal.aborted) onError(error)
    } finally {
      isRunning = false
    }
  }
  void once()
  const timer = setInterval(() => void once(), pause).unref()
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}
