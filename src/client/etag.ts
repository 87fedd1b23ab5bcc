import type { ClientRecord } from './answers.ts'

/** On the record itself, unseen by loops, spreads and JSON: a copy with other fields is not what was read. */
const ETAG = Symbol('ETag')

/**
 * A proxy that compresses makes the server's tag a weak one, which `If-Match` never takes (RFC 9110, section 13.1.1);
 * what is kept is the tag as the server made it.
 */
export const keepEtag = <T extends ClientRecord>(record: T, etag: string | null): T =>
  etag === null ? record : Object.defineProperty(record, ETAG, { value: etag.replace(/^W\//, '') })

/**
 * The ETag with which a record was read, created or changed, for `ifMatch`. Throws `TypeError` for a record that came
 * without: one of a list (nor does a term by its slug have one), or a copy. Without an ETag a change would overwrite
 * whatever is there, so nothing is made up.
 */
export function etagOf(record: ClientRecord): string {
  const etag: unknown = Reflect.get(record, ETAG)
  if (typeof etag === 'string') return etag
  throw new TypeError(`record ${record.id} came without an ETag; read it with get(${record.id})`)
}
