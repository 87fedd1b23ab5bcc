import type { Storage } from '../../../storage/contract.ts'
import type { Source } from '../../../types/index.ts'
import { ofSource, type SourceRecord, type SourceState, whereItem } from '../../domain/records/sources.ts'

/** As answers show it: nothing of a user or a password in its address. */
export async function shownSource(storage: Storage, record: SourceRecord): Promise<Source> {
  const { id, format, every, paused, status, categories, tags, map, only, venue, timezone } = record
  const { window, keep_gone, copy_images, author, title, error } = record
  const events = await storage.count('extra', { where: whereItem(ofSource(id)) })
  const isRead = !paused && !record.isEnded && record.going === undefined
  return {
    ...{ id, url: bareUrl(record.url), has_credentials: bareUrl(record.url) !== record.url },
    ...{ format, every, paused, status, categories, tags, map, only, venue, timezone, window, keep_gone },
    copy_images,
    ...{ author, title, last_run: iso(record.last_run), last_ok: iso(record.last_ok) },
    ...{ next_run: isRead ? iso(record.next_run) : null, error, events },
  }
}

const iso = (time: SourceState['last_run']): string | null =>
  time === null ? null : `${new Date(time).toISOString().slice(0, 19)}Z`

/** Without user and password. */
export function bareUrl(url: string): string {
  const own = new URL(url)
  own.username = ''
  own.password = ''
  return own.href
}
