import type { TermKind, TermRecord } from '../../domain/records/records.ts'
import type { TermView } from '../../domain/records/views.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import type { Site } from '../../mount/site.ts'
import { findRecord } from '../reading/find-record.ts'
import { demandWhole } from '../reading/merged.ts'
import { partsOf } from '../reading/parts.ts'
import { pick } from '../reading/pick.ts'
import { publishedCounts } from './term-counts.ts'

export async function readTerm(kind: TermKind, context: RequestContext): Promise<Answer<TermView>> {
  const term = await findRecord(context, kind)
  await demandWhole(context, term)
  return singleTerm(kind, context, term)
}

export async function singleTerm(
  kind: TermKind,
  { site, caller }: Pick<RequestContext, 'site' | 'caller'>,
  term: TermRecord,
): Promise<Answer<TermView>> {
  const [counts, known] = await Promise.all([
    publishedCounts(site.storage, kind, caller, [term.id]),
    termsAbove(site, [term]),
  ])
  return { status: 200, content: termView(term, counts, known), id: term.id, version: term.version }
}

/** `known`: at least the categories above the term. */
export const termView = (term: TermRecord, counts: ReadonlyMap<number, number>, known: Terms): TermView => ({
  term,
  count: counts.get(term.id) ?? 0,
  ancestors: ancestorSlugs(term, known),
})

/** A term's place in the tree of categories. */
export type TermPlace = Pick<TermRecord, 'id' | 'slug' | 'parent'>

/** Terms by ID. */
export type Terms = Map<number, TermPlace>

/** Categories by ID. Those that are not in `atHand` are loaded and put there, without descriptions. */
export async function categories(
  { storage, memo }: Site,
  ids: readonly number[],
  atHand: Terms,
): Promise<TermPlace[]> {
  const missing = ids.filter((id) => !atHand.has(id))
  for (const part of partsOf(missing)) {
    for (const document of await storage.get('category', part)) {
      const { id, slug, parent } = memo.record('category', document)
      atHand.set(id, { id, slug, parent })
    }
  }
  return pick(atHand, ids)
}

/** The categories above some terms, level by level. */
export async function termsAbove(
  site: Site,
  terms: readonly TermPlace[],
  atHand: Terms = new Map(),
): Promise<Terms> {
  const known: Terms = new Map()
  let level = terms
  for (;;) {
    const ids = [...new Set(level.map((term) => term.parent))].filter((id) => id !== 0 && !known.has(id))
    if (ids.length === 0) return known
    level = await categories(site, ids, atHand)
    for (const term of level) known.set(term.id, term)
  }
}

/** Slugs from the top category down to the parent. */
function ancestorSlugs(term: TermRecord, known: Terms): string[] {
  const slugs: string[] = []
  for (let above = known.get(term.parent); above !== undefined; above = known.get(above.parent)) {
    slugs.unshift(above.slug)
    // The API cannot write a circle, but another program can. The loop must end all the same.
    if (slugs.length > known.size) break
  }
  return slugs
}
