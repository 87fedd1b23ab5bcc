import type { EventsApi } from 'kalends'

const HOUR = 3_600_000

/**
 * Removes entries of changes that have been kept long enough: now, and every hour. Nobody else calls `api.deliver` of
 * a calendar that the command serves.
 * @returns ends it.
 */
export function removeOldEntries(
  { deliver }: Pick<EventsApi, 'deliver'>,
  onError: (error: unknown) => void,
): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const once = () => {
    deliver({ signal }).catch((error: unknown) => {
      // The calendar ends, too.
      if (!signal.aborted) onError(error)
    })
  }
  once()
  const timer = setInterval(once, HOUR).unref()
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}
