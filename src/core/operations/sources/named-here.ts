import type { SourceRecord, SourceSettings } from '../../domain/records/sources.ts'
import type { Site } from '../../mount/site.ts'
import { readStaying } from '../reading/staying.ts'

/* The records that a source names by ID: those that events get from it. */

type Named = { readonly [N in Field | 'map']?: SourceSettings[N] | undefined }

const KINDS = { venue: 'venue', categories: 'category', tags: 'tag' } as const
type Field = keyof typeof KINDS

const idsIn = (value: SourceSettings[Field] | undefined): number[] =>
  [value ?? []].flat().flatMap((one) => (typeof one === 'number' ? [one] : []))

/** Those that are not here, or in the trash. */
export async function missingOf(site: Site, named: Named): Promise<Record<Field | 'map', number[]>> {
  const absent = async (field: Field, ids: readonly number[]) => {
    const found = await readStaying(site, KINDS[field], ids)
    const isHere = (id: number) => {
      const record = found.get(id)
      return record !== undefined && !('status' in record && record.status === 'trash')
    }
    return ids.filter((id) => !isHere(id))
  }
  const mapped = Object.values(named.map ?? {}).flatMap((one) => (typeof one === 'number' ? [one] : []))
  const [venue, categories, tags, noCategories] = await Promise.all([
    absent('venue', idsIn(named.venue)),
    absent('categories', idsIn(named.categories)),
    absent('tags', idsIn(named.tags)),
    absent('categories', mapped),
  ])
  return { venue, categories, tags, map: await absent('tags', noCategories) }
}

/** The source without what was deleted since it was set up, and what that is. */
export async function withoutMissing(
  site: Site,
  source: SourceRecord,
): Promise<{ readonly source: SourceRecord; readonly missing: string | undefined }> {
  const { venue, categories, tags } = await missingOf(site, source)
  const lost = [
    ...venue.map((id) => `venue ${id}`),
    ...categories.map((id) => `category ${id}`),
    ...tags.map((id) => `tag ${id}`),
  ]
  if (lost.length === 0) return { source, missing: undefined }
  const left = (all: readonly (number | string)[], gone: readonly number[]) =>
    all.filter((one) => typeof one === 'string' || !gone.includes(one))
  return {
    source: {
      ...source,
      venue: venue.length > 0 ? null : source.venue,
      categories: left(source.categories, categories),
      tags: left(source.tags, tags),
    },
    missing: `what all events get is not here any more, and they come without: ${lost.join(', ')}`,
  }
}
