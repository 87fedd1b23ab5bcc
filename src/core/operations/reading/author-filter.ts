import type { Problems } from '../../../errors.ts'
import { type Caller, has } from '../../access/policy.ts'
import { type UserId, userKey } from '../../domain/records/user-id.ts'

interface AuthorFilter {
  readonly conditions: readonly { readonly key: 'author'; readonly in: readonly number[] }[]
  /** The filter as it was applied, for links. */
  readonly authors: readonly UserId[] | undefined
}

/**
 * The filter `author` of a list. Callers without the right to edit others' records may name themselves only. Callers
 * who may write nothing get the list that they got before there was this filter.
 */
export function readAuthors(
  requested: readonly UserId[] | undefined,
  caller: Caller,
  problems: Problems,
): AuthorFilter {
  if (requested === undefined || !has(caller, 'write')) return { conditions: [], authors: undefined }
  if (!has(caller, 'others') && requested.some((id) => id !== caller?.id))
    problems.invalid('author', 'may only be your own ID')
  return { conditions: [{ key: 'author', in: requested.map(userKey) }], authors: requested }
}
