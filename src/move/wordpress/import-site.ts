import type { Storage } from '../../storage/contract.ts'
import { IdRoom } from './id-room.ts'
import type { ImportNote, ImportProgress, ImportReport } from './import-report.ts'
import { KindImport, type Shared } from './kind-import.ts'
import { LinkedIds } from './linked-ids.ts'
import { ImageMover, type MoveImage } from './move-images.ts'
import { findSite, type SiteOptions } from './old-site.ts'

/*
 * Brings the records of a WordPress calendar into a storage: with the same IDs, slugs, dates, authors and links.
 */

export interface ImportOptions extends SiteOptions {
  /**
   * Records that an earlier import brought and that are gone on the old site go to the trash; terms are removed.
   * Default: they are only reported.
   */
  readonly prune?: boolean | undefined
  /** Moves images. Default: they keep their addresses on the old site. */
  readonly images?: MoveImage | undefined
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

/**
 * Imports a calendar from WordPress. It can be repeated: what has not changed there is not written again, and what was
 * cut off goes on. Records that were made here stay.
 *
 * @param target the storage, or a function that opens it. The function is called after the site has answered as a
 * calendar, so that nothing is made for an address that has none.
 * @throws MoveError if the site cannot be read. `StorageUnavailable` if the storage fails. The reason of `signal` after an
 * abort. What was written by then stays, and is complete.
 *
 * @example
 * ```ts
 * import { compareSite, importSite } from 'kalends/move'
 *
 * const { site, kinds, notes } = await importSite(storage, old)
 * ```
 */
export async function importSite(
  target: Storage | (() => Promise<Storage>),
  options: ImportOptions,
): Promise<ImportReport> {
  const site = await findSite(options)
  const storage = typeof target === 'function' ? await target() : target
  const notes = new Map<string, ImportNote>()
  const images = new ImageMover(site, options.images)
  const room = await IdRoom.open(storage, site.url)
  const shared: Shared = { storage, site, images, room, linked: new LinkedIds(), notes, options }
  const imports = {
    category: await KindImport.open(shared, 'category'),
    tag: await KindImport.open(shared, 'tag'),
    venue: await KindImport.open(shared, 'venue'),
    organizer: await KindImport.open(shared, 'organizer'),
    event: await KindImport.open(shared, 'event'),
  }
  // Events come last, because they link to the others.
  const all = Object.values(imports)
  for (const one of all) await one.bringLists()
  for (const one of all) await one.findMissing()
  for (const one of all) await one.findGone()
  const { isHiddenKnown, isUnlistedKnown } = imports.event
  const seesAll = site.hasCredentials && !all.some(({ wasRefused }) => wasRefused)
  const passwords = [...notes.values()].filter(({ reason }) => reason === 'password').length
  const unpublished = seesAll ? 0 : null
  return {
    site: { url: site.url, name: site.name, timezone: site.zone.name },
    kinds: {
      event: imports.event.report,
      venue: imports.venue.report,
      organizer: imports.organizer.report,
      category: imports.category.report,
      tag: imports.tag.report,
    },
    unseen: {
      drafts: unpublished,
      private: unpublished,
      hidden: isHiddenKnown ? 0 : null,
      passwords: isHiddenKnown ? passwords : null,
      unlisted: isUnlistedKnown ? 0 : null,
    },
    ids: await room.settle(),
    notes: [...notes.values()],
  }
}
