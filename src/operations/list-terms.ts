import { mayReadFully } from '../access/policy.ts'
import { fold } from '../domain/fold.ts'
import type { TermKind, TermRecord } from '../domain/records.ts'
import { slugKey } from '../domain/slug.ts'
import { COLLECTIONS } from '../present/links.ts'
import { presentTerm } from '../present/terms.ts'
import type { Answer, Asked } from '../routes/route.ts'
import type { TermListFields } from '../schema/lists.ts'
import { readFields } from '../schema/read.ts'
import type { Site } from '../site.ts'
import type { Condition } from '../storage/contract.ts'
import { readableEvent } from './find-record.ts'
import { pageOf, readPage } from './pages.ts'
import { ancestorSlugs, categories, type Terms, termsAbove } from './read-term.ts'
import { nameOrder } from './texts.ts'
import { publishedCounts } from './with-linked.ts'

/**
 * The page of categories or tags that a request asks for. All terms that match are read, and filtered by count and
 * sorted here: there are few of them beside the events, and counts are no keys of theirs.
 */
export async function listTerms(kind: TermKind, asked: Asked): Promise<Answer> {
  const { site, links, problems } = asked
  const fields: TermListFields = readFields(site.schemas[`${kind}List`], asked.params, problems)
  const page = readPage(fields, site)
  const where = await conditions(kind, fields, asked)
  problems.throwIfAny()

  const text =
    fields.search === undefined ? {} : { text: { all: [fold(fields.search)], none: [], oneField: true } }
  const [documents, counts] = await Promise.all([
    site.storage.find(kind, { where, ...text, order: 'id', limit: Number.MAX_SAFE_INTEGER }),
    publishedCounts(site.storage, kind),
  ])
  const found: TermRecord[] = documents.map((document) => site.memo.record(kind, document))
  const atHand = new Map(found.map((term) => [term.id, term]))
  const ofEvent = fields.event ?? fields.post
  const hidesEmpty = (fields.hide_empty ?? true) && ofEvent === undefined
  const filled = hidesEmpty ? await withEvents(kind, atHand, counts, site) : found
  const sorted = filled.sort(compareBy(kind, fields, counts, asked))
  const total = sorted.length
  const shown = sorted.slice(page.offset, page.offset + page.perPage)
  const known = await termsAbove(site, shown, atHand)
  const body = {
    [COLLECTIONS[kind]]: shown.map((term) =>
      presentTerm(term, counts.get(term.id) ?? 0, ancestorSlugs(term, known), links),
    ),
    // Only what was asked for: clients know the bare address of an unfiltered list.
    ...pageOf(links.collection(kind), page, total, linkQuery(fields), fields),
  }
  return { status: 200, body, totals: body }
}

async function conditions(
  kind: TermKind,
  fields: TermListFields,
  asked: Asked,
): Promise<Condition<TermKind>[]> {
  const { site, problems } = asked
  const where: Condition<TermKind>[] = []
  const known = async (name: 'include' | 'exclude' | 'parent', ids: readonly number[]) => {
    const found = await site.storage.get(name === 'parent' ? 'category' : kind, ids)
    if (found.length < ids.length)
      problems.invalid(name, `names what is no ${name === 'parent' ? 'category' : kind}`)
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
    const ids = await termsOfEvent(kind, id, name, asked)
    // Where both are given, `event` wins.
    if (name === 'event' || fields.event === undefined) where.push({ key: 'id', in: ids })
  }
  return where
}

async function termsOfEvent(
  kind: TermKind,
  id: number,
  name: 'post' | 'event',
  asked: Asked,
): Promise<readonly number[]> {
  const { caller, problems } = asked
  const event = await readableEvent(asked, id)
  if (event === undefined) {
    problems.invalid(name, 'is not the ID of an event')
    return []
  }
  if (!mayReadFully(caller, event)) return []
  return kind === 'category' ? event.categories : event.tags
}

/** Terms with published events of their own, and categories above one that has. */
async function withEvents(
  kind: TermKind,
  atHand: Terms,
  counts: ReadonlyMap<number, number>,
  site: Site,
): Promise<TermRecord[]> {
  const terms = [...atHand.values()]
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
  asked: Asked,
) {
  const sign = fields.order === 'desc' ? -1 : 1
  const by = fields.orderby ?? 'name'
  const texts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const positions = new Map(fields.include?.map((id, index) => [id, index]))
  const compare = {
    name: nameOrder(asked, kind),
    slug: (a: TermRecord, b: TermRecord) => texts(a.slug, b.slug),
    id: (a: TermRecord, b: TermRecord) => a.id - b.id,
    count: (a: TermRecord, b: TermRecord) => (counts.get(a.id) ?? 0) - (counts.get(b.id) ?? 0),
    description: (a: TermRecord, b: TermRecord) => texts(a.description, b.description),
    include: (a: TermRecord, b: TermRecord) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0),
    parent: (a: TermRecord, b: TermRecord) => a.parent - b.parent,
    // There are no groups of terms here and no list of slugs; the ID is as good an order as any.
    term_group: () => 0,
    include_slugs: () => 0,
    none: () => 0,
  }[by]
  return (a: TermRecord, b: TermRecord) => sign * compare(a, b) || sign * (a.id - b.id)
}

function linkQuery(fields: TermListFields): [string, string][] {
  const names = [
    'search',
    'exclude',
    'include',
    'order',
    'orderby',
    'hide_empty',
    'parent',
    'post',
    'event',
    'slug',
  ] as const
  return names.flatMap((name): [string, string][] => {
    const value = fields[name]
    if (value === undefined) return []
    return [[name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value)]]
  })
}
