import type { Change, Storage } from '../../../storage/contract.ts'
import type { FormerRecord } from '../../../types/index.ts'
import { isObject, parse } from '../../domain/json.ts'
import type { PostKind, TermKind } from '../../domain/records/records.ts'
import { slugKey, withEnding } from '../../domain/text/slug.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import type { LeftSlug, Site } from '../../mount/site.ts'
import { noteId, putNote } from '../journal/extras.ts'
import { readRecord } from '../reading/read-record.ts'
import { readStaying } from '../reading/staying.ts'

/*
 * Whose slug was it? When a public record loses its slug, or is no longer public, a note says which record it was: of
 * several, the last one. So an old address can lead to the new one, or say that the record was taken down. The record
 * that has the slug now comes first, so nothing needs to be undone when a slug is used again.
 */

type Kind = PostKind | TermKind

/** By its hash: the text itself would stay when the record is deleted for good. */
const nameOf = (kind: Kind, slug: string): string => `.former ${kind} ${textHash(slug)}`

interface Owner {
  readonly id: number
}

const isOwner = (value: unknown): value is Owner => isObject(value) && typeof value.id === 'number'

/** The changes that keep them, for the commit of the write. If another write is first, the commit is refused. */
export async function keepSlugs(storage: Storage, slugs: readonly LeftSlug[]): Promise<Change[]> {
  if (slugs.length === 0) return []
  const owners = new Map(slugs.map(({ kind, id, slug }) => [nameOf(kind, slug), id]))
  const found = await storage.get('extra', [...new Set([...owners.keys()].map(noteId))])
  const notes = new Map(found.map((note) => [note.id, note]))
  const changes = new Map<number, Change>()
  for (const [name, id] of owners) {
    const note = notes.get(noteId(name))
    // By a rare chance, two names share an ID. Then only the first one is kept.
    if (note !== undefined && note.keys.name !== name) continue
    if (note !== undefined && parse(note.data, isOwner)?.id === id) continue
    changes.set(noteId(name), putNote(name, note?.version ?? 0, { id } satisfies Owner))
  }
  return [...changes.values()]
}

async function ownerOf(storage: Storage, kind: Kind, slug: string): Promise<number | undefined> {
  const name = nameOf(kind, slug)
  const [note] = await storage.get('extra', [noteId(name)])
  return note?.keys.name === name ? parse(note.data, isOwner)?.id : undefined
}

/** See `api.former`. */
export async function findFormer(site: Site, kind: Kind, written: string): Promise<FormerRecord | undefined> {
  const slug = slugKey(written)
  if (slug === '') return undefined
  const id = await ownerOf(site.storage, kind, slug)
  const record =
    id === undefined
      ? undefined
      : kind === 'event'
        ? await readRecord(site.storage, kind, id)
        : (await readStaying(site, kind, [id])).get(id)
  if (record === undefined) return kind === 'event' ? formerDate(site.storage, slug) : undefined
  if (!('status' in record) || record.status === 'publish') return { id: record.id, isTrashed: false }
  return record.status === 'trash' ? { id: record.id, isTrashed: true } : undefined
}

/**
 * Dates of a series have no notes, because a series can have a thousand. One in the trash was public if its series is or
 * was, unless it had a status of its own.
 */
async function formerDate(storage: Storage, slug: string): Promise<FormerRecord | undefined> {
  const [found] = await storage.find('event', {
    where: [{ key: 'slug', in: [withEnding(slug, '__trashed')] }],
    order: 'id',
    limit: 1,
    keysOnly: true,
  })
  const date = found && (await readRecord(storage, 'event', found.id))
  if (date?.occurrence === undefined || date.status !== 'trash' || date.own_slug !== slug) return undefined
  if (date.occurrence.overrides.includes('status')) return undefined
  const series = await readRecord(storage, 'event', date.post_parent)
  const isKnown =
    series?.status === 'publish' ||
    (series?.status === 'trash' && (await ownerOf(storage, 'event', series.own_slug ?? '')) === series.id)
  return isKnown ? { id: date.id, isTrashed: true } : undefined
}
