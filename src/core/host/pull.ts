import type { EventsApiOptions, Pulled, PullOptions } from '../../types/index.ts'
import type { Site } from '../mount/site.ts'
import { createLinks } from '../present/links.ts'

/** Throws `TypeError` without the option `sources`. */
export async function pull<Host>(
  site: Site,
  apiPath: string,
  { baseUrl = 'http://localhost', permalink, now }: EventsApiOptions<Host>,
  work: PullOptions = {},
): Promise<Pulled> {
  if (site.options.sources === undefined) throw new TypeError('api.pull needs the option sources')
  const { pullDue } = await import('../operations/sources/pull-due.ts')
  const links = createLinks(baseUrl, apiPath, permalink)
  return pullDue({ site, links, now: now ?? (() => new Date()) }, work)
}
