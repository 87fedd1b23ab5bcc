import { type Caller, forbidden, mayEdit } from '../../access/policy.ts'
import type { EventRecord, PostKind, RecordOf } from '../../domain/records/records.ts'
import { ApiError } from '../../errors.ts'
import type { Preconditions, RequestContext } from '../../mount/request.ts'
import { lookUp } from '../reading/find-record.ts'

/* What is checked before a record changes. Loaded with the first write. */

/**
 * The checks before every change of a record: the right to edit it, and the version that the caller expects. Who may
 * edit a series may edit its occurrences.
 */
export function demandChange(
  caller: Caller,
  post: RecordOf[PostKind],
  preconditions: Preconditions,
  series: EventRecord | undefined = undefined,
): void {
  if (!mayEdit(caller, post) && (series === undefined || !mayEdit(caller, series))) throw forbidden(caller)
  demandVersion(post.version, preconditions)
}

/** RFC 9110, sections 13.1.1 and 13.1.2. Only the first part of an ETag is compared: the version. */
export function demandVersion(version: number, { ifMatch, ifNoneMatch }: Preconditions): void {
  const isWanted = ifMatch === undefined || names(ifMatch, STRONG_TAGS, version)
  const isExcluded = ifNoneMatch !== undefined && names(ifNoneMatch, ALL_TAGS, version)
  if (!isWanted || isExcluded) throw new ApiError('rest_precondition_failed')
}

/** `If-Match` compares strongly: `W/"1"` does not match, nor does text that is not an ETag. */
const STRONG_TAGS = /(?<=^|,)\s*"([^"]*)"\s*(?=,|$)/g
/** `If-None-Match` compares weakly. */
const ALL_TAGS = /(?<=^|,)\s*(?:W\/)?"([^"]*)"\s*(?=,|$)/g

const names = (field: string, tags: RegExp, version: number): boolean =>
  field.trim() === '*' ||
  [...field.matchAll(tags)].some(([, tag = '']) => tag.split('.')[0] === String(version))

/** Fields whose current values are accepted without a check: the host decides about them, or answers fill them in. */
const REPEATED = ['author', 'image', 'website', 'custom_fields']

/**
 * The record that an update changes, if one of these fields is sent. `undefined` if none is sent, there is no such
 * record, or the caller may not change it.
 */
export async function findRepeated<K extends PostKind>(
  context: RequestContext,
  kind: K,
): Promise<RecordOf[K] | undefined> {
  if (REPEATED.every((name) => context.params[name] === undefined)) return undefined
  const record = await lookUp(context, kind)
  return record !== undefined && mayEdit(context.caller, record) ? record : undefined
}
