import { plainLine } from '../../core/domain/html/html.ts'
import type { TermKind } from '../../core/domain/records/records.ts'
import { nameKey } from '../../core/domain/text/name-key.ts'
import { findByName, type RequestContext, readStaying } from '../../core/door.ts'
import type { TermRef } from '../../core/schema/terms.ts'
import { quoted } from '../../errors.ts'

/** The public makes no categories and tags: those that are named must exist. */
export async function demandKnownTerms(
  { site, problems }: Pick<RequestContext, 'site' | 'problems'>,
  kind: TermKind,
  field: 'categories' | 'tags',
  refs: readonly TermRef[] = [],
): Promise<void> {
  if (refs.length === 0) return
  const names = refs.flatMap((ref) => ('name' in ref ? [plainLine(ref.name)] : []))
  const ids = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []))
  const [byName, byId] = await Promise.all([findByName({ site }, kind, names), readStaying(site, kind, ids)])
  const unknown = [
    ...names.filter((name) => !byName.has(nameKey(name))).map(quoted),
    ...ids.filter((id) => !byId.has(id)).map(String),
  ]
  if (unknown.length > 0) problems.invalid(field, `there is no ${kind} ${unknown.join(', ')}`)
}
