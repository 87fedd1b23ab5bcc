import { fromDocument, type TermKind, type TermRecord } from '../domain/records.ts'
import { presentTerm } from '../present/terms.ts'
import type { Answer, Asked } from '../routes/route.ts'
import type { Storage } from '../storage/contract.ts'
import { findRecord } from './find-record.ts'
import { publishedCounts } from './with-linked.ts'

export async function readTerm(kind: TermKind, asked: Asked): Promise<Answer> {
  return singleTerm(kind, asked, await findRecord(asked, kind))
}

export async function singleTerm(kind: TermKind, { site, links }: Asked, term: TermRecord): Promise<Answer> {
  const [counts, known] = await Promise.all([
    publishedCounts(site.storage, kind, [term.id]),
    termsAbove(site.storage, [term]),
  ])
  const body = presentTerm(term, counts.get(term.id) ?? 0, ancestorSlugs(term, known), links)
  return { status: 200, body, version: term.version }
}

/** The categories above some terms, level by level, by ID. */
export async function termsAbove(
  storage: Storage,
  terms: readonly TermRecord[],
): Promise<ReadonlyMap<number, TermRecord>> {
  const known = new Map<number, TermRecord>()
  let level = terms
  for (;;) {
    const ids = [...new Set(level.map((term) => term.parent))].filter((id) => id !== 0 && !known.has(id))
    if (ids.length === 0) return known
    level = (await storage.get('category', ids)).map(fromDocument)
    for (const term of level) known.set(term.id, term)
    if (level.length === 0) return known
  }
}

/** Slugs from the top category down to the parent. */
export function ancestorSlugs(term: TermRecord, known: ReadonlyMap<number, TermRecord>): string[] {
  const slugs: string[] = []
  for (let above = known.get(term.parent); above !== undefined; above = known.get(above.parent)) {
    slugs.unshift(above.slug)
    // A circle cannot be written, but what another program put into the storage must not hang us.
    if (slugs.length > known.size) break
  }
  return slugs
}
