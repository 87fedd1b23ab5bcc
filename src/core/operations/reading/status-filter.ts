import type { Problems } from '../../../errors.ts'
import { type Caller, has, listedStatuses } from '../../access/policy.ts'

/**
 * For callers who may see unpublished records, links of a list without `status` contain `status=any`. Clients expect
 * that `any` alone is refused. With this parameter, which our links add, it is accepted.
 */
const ANY_MARK = 'any_status'

export interface StatusFilter {
  readonly statuses: readonly string[]
  /** The parameters that links repeat. */
  readonly query: Readonly<Record<string, string>>
}

/** Removes the `any` of our own links. */
export function withoutMarkedAny(params: Record<string, unknown>, caller: Caller): Record<string, unknown> {
  if (params.status !== 'any' || params[ANY_MARK] !== '1' || !has(caller, 'write')) return params
  const { status: _status, ...rest } = params
  return rest
}

/** Callers who may not write can filter by `publish` only. */
export function readStatuses(
  requested: readonly string[] | undefined,
  caller: Caller,
  problems: Problems,
): StatusFilter {
  const isWriter = has(caller, 'write')
  if (requested === undefined) {
    const query: StatusFilter['query'] = isWriter ? { status: 'any', [ANY_MARK]: '1' } : { status: 'publish' }
    return { statuses: listedStatuses(caller), query }
  }
  if (!isWriter && requested.some((status) => status !== 'publish'))
    problems.invalid('status', 'may only be publish')
  return { statuses: requested, query: { status: requested.join(',') } }
}
