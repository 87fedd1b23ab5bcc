import type { TermKind, TermRecord } from '../domain/records.ts'
import { presentTerm } from '../present/terms.ts'
import type { Answer, Asked } from '../routes/route.ts'
import type { Site } from '../site.ts'
import { findRecord } from './find-record.ts'
import { pick, publishedCounts } from './with-linked.ts'

export async function readTerm(kind: TermKind, asked: Asked): Promise<Answer> {
  return singleTerm(kind, asked, await findRecord(asked, kind))
}

export async function singleTerm(kind: TermKind, { site, links }: Asked, term: TermRecord): Promise<Answer> {
  const [counts, known] = await Promise.all([
    publishedCounts(site.storage, kind, [term.id]),
    termsAbove(site, [term]),
  ])
  const body = presentTerm(term, counts.get(term.id) ?? 0, ancestorSlugs(term, known), links)
  return { status: 200, body, id: term.id, version: term.version }
}

/** Terms by ID. */
export type Terms = Map<number, TermRecord>

/** Some categories; what is not at hand is put there. */
export async function categories(
  { storage, memo }: Site,
  ids: readonly number[],
  atHand: Terms,
): Promise<TermRecord[]> {
  const missing = ids.filter((id) => !atHand.has(id))
  const found = missing.length === 0 ? [] : await storage.get('category', missing)
  for (const document of found) atHand.set(document.id, memo.record('category', document))
  return pick(atHand, ids)
}

/** The categories above some terms, level by level. */
export async function termsAbove(
  site: Site,
  terms: readonly TermRecord[],
  atHand: Terms = new Map(),
): Promise<Terms> {
  const known = new Map<number, TermRecord>()
  let level = terms
  for (;;) {
    const ids = [...new Set(level.map((term) => term.parent))].filter((id) => id !== 0 && !known.has(id))
    if (ids.length === 0) return known
    level = await categories(site, ids, atHand)
    for (const term of level) known.set(term.id, term)
  }
}

/** Slugs from the top category down to the parent. */
export function ancestorSlugs(term: TermRecord, known: Terms): string[] {
  const slugs: string[] = []
  for (let above = known.get(term.parent); above !== undefined; above = known.get(above.parent)) {
    slugs.unshift(above.slug)
    // A circle cannot be written, but what another program put into the storage must not hang us.
    if (slugs.length > known.size) break
  }
  return slugs
}
