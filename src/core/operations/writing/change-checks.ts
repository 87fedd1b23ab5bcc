import { ApiError } from '../../../errors.ts'
import { type Caller, forbidden, mayEdit } from '../../access/policy.ts'
import { type Conditions, judge } from '../../domain/conditions.ts'
import type { EventRecord, PostKind, RecordOf } from '../../domain/records/records.ts'
import { secondsOf } from '../../domain/time/calendar.ts'
import type { RequestContext } from '../../mount/request.ts'
import { lookUp } from '../reading/find-record.ts'

/* What is checked before a record changes. Loaded with the first write. */

/**
 * The checks before every change of a record: the right to edit it, and the version that the caller expects. Who may
 * edit a series may edit its occurrences.
 */
export function demandChange(
  caller: Caller,
  post: RecordOf[PostKind],
  preconditions: Conditions,
  series: EventRecord | undefined = undefined,
): void {
  if (!mayEdit(caller, post) && (series === undefined || !mayEdit(caller, series))) throw forbidden(caller)
  demandVersion(post.version, preconditions, post.modified_utc)
}

/**
 * Throws 412 unless the conditions of the request are met. Of an ETag only the first part is compared: the version.
 * `modified`: the last change of the record, if it is known.
 */
export function demandVersion(version: number, conditions: Conditions, modified?: string): void {
  const own = {
    hasTag: (tag: string) => tag.split('.')[0] === String(version),
    modified: modified === undefined ? undefined : secondsOf(modified) * 1000,
  }
  if (judge(conditions, own, false) === 'failed') throw new ApiError('rest_precondition_failed')
}

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
