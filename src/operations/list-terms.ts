import { mayReadFully } from '../access/policy.ts'
import { fold } from '../domain/fold.ts'
import type { TermKind, TermRecord } from '../domain/records.ts'
import { slugKey } from '../domain/slug.ts'
import type { Page, TermView } from '../domain/views.ts'
import { noneHas } from '../errors.ts'
import type { Answer, RequestContext } from '../request.ts'
import type { TermListFields } from '../schema/lists.ts'
import { readFields } from '../schema/read.ts'
import type { Site } from '../site.ts'
import type { Condition, Filter } from '../storage/contract.ts'
import { AnswerSize } from './answer-size.ts'
import { readableEvent } from './find-record.ts'
import { nameOrder } from './name-order.ts'
import { linkQuery, pageOf, readPage } from './pages.ts'
import { partsOf } from './parts.ts'
import { categories, type Terms, termsAbove, termView } from './read-term.ts'
import { publishedCounts } from './term-counts.ts'

/** Up to this many matching terms are loaded whole. Of more, only keys are loaded, and then the terms of the page. */
const MOST_WHOLE = 100

/**
 * A page of categories or tags. All matching terms are filtered by count and sorted here, in memory: there are few
 * terms compared with events, and counts are not keys.
 */
export async function listTerms(kind: TermKind, context: RequestContext): Promise<Answer<Page<TermView>>> {
  const { site, problems } = context
  const fields: TermListFields = readFields(site.schemas[`${kind}List`](), context.params, problems)
  const page = readPage(fields, site)
  const where = await conditions(kind, fields, context)
  problems.throwIfAny()

  const text =
    fields.search === undefined ? {} : { text: { all: [fold(fields.search)], none: [], oneField: true } }
  const [few, counts] = await Promise.all([
    site.storage.find(kind, { where, ...text, order: 'id', limit: MOST_WHOLE + 1 }),
    publishedCounts(site.storage, kind),
  ])
  const isWhole = few.length <= MOST_WHOLE
  const found: TermRecord[] = isWhole
    ? few.map((document) => site.memo.record(kind, document))
    : await sketches(kind, { where, ...text }, fields.orderby === 'description', context)
  const atHand: Terms = new Map(found.map((term) => [term.id, term]))
  const ofEvent = fields.event ?? fields.post
  const hidesEmpty = (fields.hide_empty ?? true) && ofEvent === undefined
  const filled = hidesEmpty ? await withEvents(kind, found, atHand, counts, site) : found
  const sorted = filled.sort(compareBy(kind, fields, counts, context))
  const total = sorted.length
  const listed = sorted.slice(page.offset, page.offset + page.perPage)
  const shown = isWhole ? listed : await wholeTerms(kind, listed, context)
  const known = await termsAbove(site, shown, atHand)
  const views = shown.map((term) => termView(term, counts, known))
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

async function conditions(
  kind: TermKind,
  fields: TermListFields,
  context: RequestContext,
): Promise<Condition<TermKind>[]> {
  const { site, problems } = context
  const where: Condition<TermKind>[] = []
  const known = async (name: 'include' | 'exclude' | 'parent', ids: readonly number[]) => {
    const kindOf = name === 'parent' ? 'category' : kind
    const found = await site.storage.get(kindOf, ids)
    if (found.length < ids.length) problems.invalid(name, noneHas(kindOf, ids, found))
  }
  if (fields.include !== undefined) {
    await known('include', fields.include)
    where.push({ key: 'id', in: fields.include })
  }
  if (fields.exclude !== undefined) {
    await known('exclude', fields.exclude)
    where.push({ key: 'id', notIn: fields.exclude })
  }
  if (fields.parent !== undefined) {
    await known('parent', [fields.parent])
    where.push({ key: 'parent', in: [fields.parent] })
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

function compareBy(
  kind: TermKind,
  fields: TermListFields,
  counts: ReadonlyMap<number, number>,
  context: RequestContext,
) {
  const sign = fields.order === 'desc' ? -1 : 1
  const by = fields.orderby ?? 'name'
  const texts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const positions = new Map(fields.include?.map((id, index) => [id, index]))
  const compare = {
    name: nameOrder(context.site.memo, kind),
    slug: (a: TermRecord, b: TermRecord) => texts(a.slug, b.slug),
    id: (a: TermRecord, b: TermRecord) => a.id - b.id,
    count: (a: TermRecord, b: TermRecord) => (counts.get(a.id) ?? 0) - (counts.get(b.id) ?? 0),
    description: (a: TermRecord, b: TermRecord) => texts(a.description, b.description),
    include: (a: TermRecord, b: TermRecord) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0),
    parent: (a: TermRecord, b: TermRecord) => a.parent - b.parent,
    // Terms have no groups here, and there is no list of slugs. The ID decides.
    term_group: () => 0,
    include_slugs: () => 0,
    none: () => 0,
  }[by]
  return (a: TermRecord, b: TermRecord) => sign * compare(a, b) || sign * (a.id - b.id)
}
