import type { PermalinkKind } from 'kalends'
import { isClientError } from 'kalends/client'
import { statusPage } from './pages/status.ts'
import { Moved, type Page, type Scene } from './scene.ts'

/*
 * Addresses at which a visitor finds nothing: merged and renamed records lead to their page, what was public and is in the
 * trash is gone, and all else was never there.
 */

/** Whether an error says that a visitor finds nothing. Others are faults, or too many requests. */
export const isMissing = (error: unknown): boolean =>
  isClientError(error) && error.status < 500 && error.status !== 429 && error.status !== 413

export async function readMoved(scene: Scene, kind: PermalinkKind, slug: string): Promise<Page | Moved> {
  const former = await scene.former(kind, slug)
  if (former === undefined) return statusPage(scene, 404)
  if (former.isTrashed) return statusPage(scene, 410)
  const url = await addressOf(scene, kind, former.id)
  return url === undefined ? statusPage(scene, 404) : new Moved(url)
}

const COLLECTIONS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<PermalinkKind, string>

/** Of a record that visitors may see. Lists show the addresses of events behind a password, too. */
async function addressOf(scene: Scene, kind: PermalinkKind, id: number): Promise<string | undefined> {
  try {
    return (await scene.calendar.client[COLLECTIONS[kind]].get(id)).url
  } catch (error) {
    if (!isMissing(error)) throw error
    if (kind !== 'event') return undefined
    return (await scene.calendar.page({ include: [id] }, 1, 1))?.events[0]?.url
  }
}
