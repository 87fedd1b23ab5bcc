import { type Caller, has, listedStatuses } from '../access/policy.ts'
import type { Problems } from '../errors.ts'

/**
 * Our links say `status=any` where none was asked for by somebody who may see work in progress. The word alone is
 * refused, as clients expect; beside this parameter, which those links carry, it means what it says.
 */
const ANY_MARK = 'any_status'

export interface StatusFilter {
  readonly statuses: readonly string[]
  /** As links carry it. */
  readonly query: readonly (readonly [string, string])[]
}

/** Takes the marked `any` of our own links out of what is read. */
export function withoutMarkedAny(params: Record<string, unknown>, caller: Caller): Record<string, unknown> {
  if (params.status !== 'any' || params[ANY_MARK] !== '1' || !has(caller, 'write')) return params
  const { status: _status, ...rest } = params
  return rest
}

/** Who may not write may only ask for what is published. */
export function readStatuses(
  asked: readonly string[] | undefined,
  caller: Caller,
  problems: Problems,
): StatusFilter {
  const isWriter = has(caller, 'write')
  if (asked === undefined) {
    const any = [
      ['status', 'any'],
      [ANY_MARK, '1'],
    ] as const
    return { statuses: listedStatuses(caller), query: isWriter ? any : [['status', 'publish']] }
  }
  if (!isWriter && asked.some((status) => status !== 'publish'))
    problems.invalid('status', 'may only be publish')
  return { statuses: asked, query: [['status', asked.join(',')]] }
}
