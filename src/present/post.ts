import type { PostRecord } from '../domain/records.ts'
import type { Links } from './links.ts'

const NEVER = '0000-00-00 00:00:00'

/** What all posts show of themselves in the same way. */
export function presentPost(post: PostRecord, isUnpublished: boolean, links: Links) {
  const isDraft = post.status === 'draft' || post.status === 'pending'
  const globalId = `${links.host}?id=${post.id}`
  return {
    id: post.id,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: String(post.author),
    status: post.status,
    date: post.date,
    date_utc: isUnpublished ? NEVER : post.date_utc,
    modified: post.modified,
    modified_utc: isDraft && post.version === 1 ? NEVER : post.modified_utc,
  }
}
