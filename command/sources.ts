import type { EventsApiOptions } from 'kalends'
import { publicFetch } from 'kalends/adapters/node'

/* Calendars from elsewhere, as the command reads them. */

export const SOURCE_OPTIONS = { allow: { type: 'string', multiple: true } } as const

export const SOURCE_HELP = `  --allow HOST       a host of a private network that calendars may be read from; may be repeated`

export const sourcesOf = (allow: readonly string[] = []): EventsApiOptions['sources'] => ({
  fetch: publicFetch({ allow }),
  allow,
})
