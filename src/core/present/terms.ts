import type { EmbeddedTerm, Term, TermUrls } from '../../types/index.ts'
import { escapeHtml } from '../domain/html/html.ts'
import type { TermRecord } from '../domain/records/records.ts'
import type { CountedTerm, TermView } from '../domain/records/views.ts'
import type { Links } from './links.ts'
import type { Shown } from './post.ts'

const TAXONOMY = { category: 'tribe_events_cat', tag: 'post_tag' } as const

function urls(term: TermRecord, links: Links): TermUrls {
  const { kind, id, parent } = term
  const shown: TermUrls = { self: links.record(kind, id), collection: links.collection(kind) }
  if (parent !== 0) shown.up = links.record(kind, parent)
  return shown
}

export function presentTerm({ term, count, ancestors }: TermView, links: Links): Shown<Term> {
  return {
    id: term.id,
    count,
    description: term.description,
    name: escapeHtml(term.name),
    slug: term.slug,
    taxonomy: TAXONOMY[term.kind],
    parent: term.kind === 'category' ? term.parent : undefined,
    meta: [],
    url: links.permalink(term.kind, { id: term.id, slug: term.slug, ancestors }),
    urls: urls(term, links),
  }
}

/** A term inside an event. */
export function presentEmbeddedTerm({ term, count }: CountedTerm, links: Links): EmbeddedTerm {
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
