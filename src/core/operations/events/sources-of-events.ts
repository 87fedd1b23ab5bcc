import { type Caller, mayEdit } from '../../access/policy.ts'
import type { Origin } from '../../domain/records/records.ts'
import { isSourceExtra, sourceOf } from '../../domain/records/sources.ts'
import type { EventView } from '../../domain/records/views.ts'
import { partsOf } from '../reading/parts.ts'
import type { EmbedContext } from './embed.ts'

/*
 * Where events come from, as answers say it: the name of their source, which is read from the source itself, because it can
 * change without them.
 */

export async function viewsWithSources(
  { site, caller }: EmbedContext,
  views: readonly EventView[],
  origins: readonly (Origin | undefined)[],
): Promise<readonly EventView[]> {
  const titles =
    site.options.sources === undefined ? new Map<number, string>() : await titlesOf(site, origins)
  return views.map((view, at) => {
    const origin = origins[at]
    return origin === undefined ? view : { ...view, source: shown(caller, view, origin, titles) }
  })
}

/** Titles of the sources by ID. There are few. */
async function titlesOf(
  { storage }: EmbedContext['site'],
  origins: readonly (Origin | undefined)[],
): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(origins.flatMap((origin) => (origin === undefined ? [] : [origin.id])))
  const titles = new Map<number, string>()
  for (const part of partsOf([...ids])) {
    for (const document of (await storage.get('extra', part)).filter(isSourceExtra))
      titles.set(document.id, sourceOf(document).title)
  }
  return titles
}

function shown(
  caller: Caller,
  { event }: EventView,
  origin: Origin,
  titles: ReadonlyMap<number, string>,
): EventView['source'] {
  const title = titles.get(origin.id)
  // Who gives the event another website, or none, does not want this one to be shown.
  const url = event.website === origin.url ? origin.url : ''
  const name = title === undefined ? '' : nameOf(title, url)
  if (event.source === undefined || !mayEdit(caller, event)) return name === '' ? undefined : { name, url }
  const { id, uid, kept } = origin
  return { ...(name === '' ? {} : { name }), url: origin.url, id, uid, kept: [...kept] }
}

/** Some calendars are named by the mail address of a person: this is nobody's business. */
function nameOf(title: string, url: string): string {
  if (title !== '' && !title.includes('@')) return title
  return URL.canParse(url) ? new URL(url).host : ''
}
