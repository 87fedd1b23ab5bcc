import type { PostKind, TermKind } from '../../domain/records/records.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'

/** The answer to a create, with the address of the record in this API (RFC 9110, section 15.3.2). */
export function located<T>(
  { links }: RequestContext,
  kind: PostKind | TermKind,
  answer: Answer<T>,
): Answer<T> {
  if (answer.status !== 201 || answer.id === undefined) return answer
  return { ...answer, headers: { ...answer.headers, location: links.record(kind, answer.id) } }
}
