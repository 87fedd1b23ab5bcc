import type { ImageStore } from '../../../types/index.ts'
import { filesOf, type MediaRecord } from '../../domain/records/media.ts'
import type { Site } from '../../mount/site.ts'

/** The store of the calendar. Routes of images exist only with one. */
export function storeOf({ options: { images } }: Site): ImageStore {
  if (images === undefined) throw new TypeError('images: this calendar has no store')
  return images.store
}

/** Removes files as far as the store answers. What remains is in nobody's way. */
export async function removeFiles(site: Site, id: number, names: readonly string[]): Promise<void> {
  for (const name of names) await storeOf(site).remove(id, name)
}

export const namesOf = (record: MediaRecord): string[] => filesOf(record).map(({ name }) => name)
