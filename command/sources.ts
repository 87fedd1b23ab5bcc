import type { EventsApi, EventsApiOptions } from 'kalends'
import { publicFetch } from 'kalends/adapters/node'

/* Calendars from elsewhere, as the command reads them. */

export const SOURCE_OPTIONS = { allow: { type: 'string', multiple: true } } as const

export const SOURCE_HELP = `  --allow HOST       a host of a private network that calendars may be read from; may be repeated`

export const sourcesOf = (allow: readonly string[] = []): EventsApiOptions['sources'] => ({
  fetch: publicFetch({ allow }),
  allow,
})

const MINUTE = 60_000

/**
 * Reads the calendars that are due: now, and every minute. A call that takes longer is not joined by another one.
 * @returns ends it.
 */
export function keepPulling(
  { pull }: Pick<EventsApi, 'pull'>,
  onError: (error: unknown) => void,
): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let isRunning = false
  const once = () => {
    if (isRunning) return
    isRunning = true
    pull({ signal })
      .catch((error: unknown) => {
        // The calendar ends, too.
        if (!signal.aborted) onError(error)
      })
      .finally(() => {
        isRunning = false
      })
  }
  once()
  const timer = setInterval(once, MINUTE).unref()
  return () => {
    clearInterval(timer)
    ending.abort()
  }
}
