import type { CreatedEvent, EventsApiOptions, NewEvent } from '../../types/index.ts'
import type { Caller } from '../access/policy.ts'
import type { Site } from '../mount/site.ts'
import { createEvents as createAll } from '../operations/importing/create-events.ts'
import { createLinks } from '../present/links.ts'

/** Many creates of the host, committed together. */
export const createEvents = <Host>(
  site: Site,
  apiPath: string,
  { baseUrl = 'http://localhost', permalink, now }: EventsApiOptions<Host>,
  caller: Caller,
  events: readonly NewEvent[],
): Promise<CreatedEvent[]> =>
  createAll(
    { site, caller, links: createLinks(baseUrl, apiPath, permalink), now: now?.() ?? new Date() },
    events,
  )
