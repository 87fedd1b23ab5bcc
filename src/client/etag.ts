import type { ClientRecord } from './answers.ts'

/**
 * A hidden property of the record. Loops, spreads and JSON leave it out, because a changed copy is not the record that
 * was read.
 */
const ETAG = Symbol('ETag')

/**
 * Stores the server's strong tag. A proxy that compresses makes the tag weak, and `If-Match` never accepts a weak one
 * (RFC 9110, section 13.1.1).
 */
export const keepEtag = <T extends ClientRecord>(record: T, etag: string | null): T =>
  etag === null ? record : Object.defineProperty(record, ETAG, { value: etag.replace(/^W\//, '') })

/**
 * The ETag with which a record was read, created or changed, for `ifMatch`. Throws a `TypeError` for a record without
 * one: a record of a list, a term by its slug, or a copy. An update without an ETag would overwrite the changes of
 * others, so the missing ETag must not go unnoticed.
 *
 * @example
 * ```ts
 * import { createClient, etagOf, isClientError } from 'kalends/client'
 *
 * try {
 *   await client.venues.update(id, { phone: '555-0199' }, { ifMatch: etagOf(mine) })
 * } catch (error) {
 *   if (!isClientError(error, 'rest_precondition_failed')) throw error
 *   console.log(error.status) // 412
 * }
 * ```
 */
export function etagOf(record: ClientRecord): string {
  const etag: unknown = Reflect.get(record, ETAG)
  if (typeof etag === 'string') return etag
  throw new TypeError(`record ${record.id} came without an ETag; read it with get(${record.id})`)
}
