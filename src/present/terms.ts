import { escapeHtml } from '../domain/html.ts'
import type { TermRecord } from '../domain/records.ts'
import type { EmbeddedTerm, Term, TermUrls } from '../types.ts'
import type { Links } from './links.ts'

const TAXONOMY = { category: 'tribe_events_cat', tag: 'post_tag' } as const

function urls(term: TermRecord, links: Links): TermUrls {
  return {
    self: links.record(term.kind, term.id),
    collection: links.collection(term.kind),
    ...(term.parent === 0 ? {} : { up: links.record(term.kind, term.parent) }),
  }
}

/** A term on its own. `ancestors`: slugs from the top category down to the parent. */
export function presentTerm(
  term: TermRecord,
  count: number,
  ancestors: readonly string[],
  links: Links,
): Term {
  return {
    id: term.id,
    count,
    description: term.description,
    name: escapeHtml(term.name),
    slug: term.slug,
    taxonomy: TAXONOMY[term.kind],
    ...(term.kind === 'category' ? { parent: term.parent } : {}),
    meta: [],
    url: links.permalink(term.kind, { id: term.id, slug: term.slug, ancestors }),
    urls: urls(term, links),
  }
}

/** A term inside an event. */
export function presentEmbeddedTerm(term: TermRecord, count: number, links: Links): EmbeddedTerm {
  return {
    id: term.id,
    name: escapeHtml(term.name),
    slug: term.slug,
    taxonomy: TAXONOMY[term.kind],
    description: term.description,
    parent: term.parent,
    count,
    urls: urls(term, links),
  }
}
