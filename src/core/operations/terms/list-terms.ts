import { noneHas } from '../../../errors.ts'
import type { Condition, Filter, Place } from '../../../storage/contract.ts'
import { mayReadFully } from '../../access/policy.ts'
import type { TermKind, TermRecord } from '../../domain/records/records.ts'
import type { Page, TermView } from '../../domain/records/views.ts'
import { fold, unquoted } from '../../domain/text/fold.ts'
import { slugKey } from '../../domain/text/slug.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import type { Site } from '../../mount/site.ts'
import { HIDES_EMPTY, type TermListFields } from '../../schema/other-lists.ts'
import { AnswerSize } from '../reading/answer-size.ts'
import { readableEvent } from '../reading/find-record.ts'
import { sortedNames } from '../reading/name-order.ts'
import { linkQuery, pageOf, readPage } from '../reading/pages.ts'
import { partsOf } from '../reading/parts.ts'
import { readStaying } from '../reading/staying.ts'
import { beginWalk } from '../reading/walk.ts'
import { categories, type Terms, termsAbove, termView } from './read-term.ts'
import { publishedCounts } from './term-counts.ts'

/** Up to this many matching terms are loaded whole. Of more, only keys are loaded, and then the terms of the page. */
const MOST_WHOLE = 100

/**
 * A page of categories or tags. All matching terms are filtered by count and sorted here, in memory: there are few
 * terms compared with events, and counts are not keys.
 */
export async function listTerms(
  kind: TermKind,
  context: RequestContext,
  fields: TermListFields,
): Promise<Answer<Page<TermView>>> {
  const { site, problems } = context
  const page = readPage(fields, site)
  const walk = fields.cursor === undefined ? undefined : beginWalk(context, fields, false)
  const where = await conditions(kind, fields, context)
  problems.throwIfAny()

  const text =
    fields.search === undefined
      ? {}
      : { text: { all: [unquoted(fold(fields.search))], none: [], oneField: true } }
  const [few, counts] = await Promise.all([
    site.storage.find(kind, { where, ...text, order: 'id', limit: MOST_WHOLE + 1 }),
    publishedCounts(site.storage, kind, context.caller),
  ])
  const isWhole = few.length <= MOST_WHOLE
  const found: TermRecord[] = isWhole
    ? few.map((document) => site.memo.record(kind, document))
    : await sketches(kind, { where, ...text }, fields.orderby === 'description', context)
  const atHand: Terms = new Map(found.map((term) => [term.id, term]))
  const ofEvent = fields.event ?? fields.post
  const hidesEmpty = (fields.hide_empty ?? HIDES_EMPTY) && ofEvent === undefined
  const filled = hidesEmpty ? await withEvents(kind, found, atHand, counts, site) : found
  const sortedBy = valuesBy(kind, fields, counts, context)
  const compare = comparing(fields)
  const after = walk?.after(kind, linkQuery({ ...fields, cursor: undefined }), isTermPlace)
  const sorted = filled
    .map((term) => ({ term, place: placeOf(sortedBy(term), term.id, walk !== undefined) }))
    .filter(({ place }) => after === undefined || compare(place, after) > 0)
    .sort((a, b) => compare(a.place, b.place))
  const start = walk === undefined ? page.offset : 0
  const end = start + page.perPage
  const listed = sorted.slice(start, end).map(({ term }) => term)
  const total = filled.length
  const shown = isWhole ? listed : await wholeTerms(kind, listed, context)
  const known = await termsAbove(site, shown, atHand)
  const views = shown.map((term) => termView(term, counts, known))
  if (walk !== undefined) {
    return walk.answer({
      records: views,
      total,
      next: sorted.length > end ? sorted[end - 1]?.place : undefined,
    })
  }
  // The address names only what the request named: clients know the bare address of an unfiltered list.
  const content = pageOf(page, views, total, linkQuery(fields), fields)
  return { status: 200, content, totals: content }
}

/**
 * The matching terms, made from their keys: the name in lower case, and no description unless the list is sorted by it.
 * Then all descriptions together must be within the size limit of an answer.
 */
async function sketches(
  kind: TermKind,
  filter: Filter<TermKind>,
  withDescription: boolean,
  { site: { storage, limits, memo } }: RequestContext,
): Promise<TermRecord[]> {
  const all = { ...filter, order: 'id', limit: Number.MAX_SAFE_INTEGER, keysOnly: true } as const
  const documents = await storage.find(kind, all)
  const found = documents.map(({ id, version, keys: { name, slug, parent } }): TermRecord => {
    return { kind, id, version, name, slug, parent, description: '' }
  })
  if (!withDescription) return found
  const size = new AnswerSize(limits.response)
  const described: TermRecord[] = []
  for (const part of partsOf(found.map(({ id }) => id))) {
    for (const document of await storage.get(kind, part)) {
      size.load(document.data)
      described.push(memo.record(kind, document))
    }
  }
  return described
}

/** The same terms whole. Terms that were deleted meanwhile are missing. */
async function wholeTerms(
  kind: TermKind,
  terms: readonly TermRecord[],
  { site: { storage, memo }, size }: RequestContext,
): Promise<TermRecord[]> {
  const whole: TermRecord[] = []
  for (const part of partsOf(terms.map(({ id }) => id))) {
    for (const document of await storage.get(kind, part)) {
      size.load(document.data)
      whole.push(memo.record(kind, document))
    }
  }
  return whole
}

/** Without what is left of merged ones. */
const NOT_MERGED = { key: 'parent', gte: 0 } as const

async function conditions(
  kind: TermKind,
  fields: TermListFields,
  context: RequestContext,
): Promise<Condition<TermKind>[]> {
  const { site, problems } = context
  const where: Condition<TermKind>[] = [NOT_MERGED]
  const known = async (name: 'include' | 'exclude' | 'parent', ids: readonly number[]) => {
    const kindOf = name === 'parent' ? 'category' : kind
    const found = await readStaying(site, kindOf, ids)
    if (found.size < ids.length) {
      const sent = [...found.keys()].map((id) => ({ id }))
      problems.invalid(name, noneHas(kindOf, ids, sent))
    }
    return [...found.values()].map(({ id }) => id)
  }
  if (fields.include !== undefined) {
    where.push({ key: 'id', in: await known('include', fields.include) })
  }
  if (fields.exclude !== undefined) {
    where.push({ key: 'id', notIn: await known('exclude', fields.exclude) })
  }
  if (fields.parent !== undefined) {
    where.push({ key: 'parent', in: await known('parent', [fields.parent]) })
  }
  if (fields.slug !== undefined) where.push({ key: 'slug', in: [slugKey(fields.slug)] })
  for (const name of ['post', 'event'] as const) {
    const id = fields[name]
    if (id === undefined) continue
    const ids = await termsOfEvent(kind, id, name, context)
    // With both, `event` wins.
    if (name === 'event' || fields.event === undefined) where.push({ key: 'id', in: ids })
  }
  return where
}

async function termsOfEvent(
  kind: TermKind,
  id: number,
  name: 'post' | 'event',
  context: RequestContext,
): Promise<readonly number[]> {
  const { caller, problems } = context
  const event = await readableEvent(context, id)
  if (event === undefined) {
    problems.invalid(name, noneHas('event', [id], []))
    return []
  }
  if (!mayReadFully(caller, event)) return []
  return kind === 'category' ? event.categories : event.tags
}

/** Terms with published events, and categories above such a term. */
async function withEvents(
  kind: TermKind,
  terms: TermRecord[],
  atHand: Terms,
  counts: ReadonlyMap<number, number>,
  site: Site,
): Promise<TermRecord[]> {
  const isFilled = (term: TermRecord) => (counts.get(term.id) ?? 0) > 0
  if (kind === 'tag' || terms.every(isFilled)) return terms.filter(isFilled)
  const used = await categories(site, [...counts.keys()], atHand)
  const above = await termsAbove(site, used, atHand)
  return terms.filter((term) => isFilled(term) || above.has(term.id))
}

/** What the list is sorted by, before the ID. */
function valuesBy(
  kind: TermKind,
  fields: TermListFields,
  counts: ReadonlyMap<number, number>,
  { site }: RequestContext,
): (term: TermRecord) => string | number {
  const positions = new Map(fields.include?.map((id, index) => [id, index]))
  return {
    name: sortedNames(site.memo, kind),
    slug: (term: TermRecord) => term.slug,
    id: (term: TermRecord) => term.id,
    count: (term: TermRecord) => counts.get(term.id) ?? 0,
    description: (term: TermRecord) => term.description,
    include: (term: TermRecord) => positions.get(term.id) ?? 0,
    parent: (term: TermRecord) => term.parent,
    // Terms have no groups here, and there is no list of slugs. The ID decides.
    term_group: () => 0,
    include_slugs: () => 0,
    none: () => 0,
  }[fields.orderby ?? 'name']
}

/** Characters of a value in a cursor: those that differ later are in the order of their IDs there. */
const MOST_CHARACTERS = 200

function placeOf(value: string | number, id: number, isShort: boolean): Place {
  return [isShort && typeof value === 'string' ? value.slice(0, MOST_CHARACTERS) : value, id]
}

const isTermPlace = ([, id, ...more]: Place): boolean => typeof id === 'number' && more.length === 0

/** Compares what the list is sorted by, then the IDs. */
const comparing =
  ({ order }: TermListFields) =>
  ([a = 0, id = 0]: Place, [b = 0, other = 0]: Place): number => {
    const less = a === b ? Number(id) - Number(other) : a < b ? -1 : 1
    return order === 'desc' ? -less : less
  }
