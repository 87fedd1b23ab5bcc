import { plainLine } from '../domain/html.ts'
import { fromDocument, type RecordOf, type TermKind, type TermRecord } from '../domain/records.ts'
import { slugify, withEnding } from '../domain/slug.ts'
import { ApiError, invalidParam } from '../errors.ts'
import type { Answer, Asked } from '../routes/route.ts'
import { readFields, requireFields } from '../schema/read.ts'
import type { TermFields } from '../schema/terms.ts'
import { demandVersion, findRecord } from './find-record.ts'
import { commitNew, once } from './once.ts'
import { commit, type Plan, putChange } from './plan.ts'
import { readTerm, singleTerm } from './read-term.ts'
import { freeSlug } from './slugs.ts'

export const createTerm = (kind: TermKind, asked: Asked): Promise<Answer> =>
  once(
    asked,
    (asked) => makeTerm(kind, asked),
    (asked) => readTerm(kind, asked),
  )

async function makeTerm(kind: TermKind, asked: Asked): Promise<Answer> {
  const { params, problems, note } = asked
  requireFields(['name'], params, problems)
  const fields = await readTermFields(kind, asked)
  if (problems.summary() !== '' && isBlank(fields.name)) problems.invalid('name', 'must not be blank')
  problems.throwIfAny(note)
  const name = demandName(fields.name ?? '')
  demandHierarchy(kind, params.parent)
  const term = await commitNew(asked, async (plan) => {
    const parent = await findParent(plan, kind, fields.parent ?? 0)
    await demandNew(plan, kind, name, fields, parent?.id ?? 0)
    const id = await plan.freshId('term')
    const slug = await newSlug(plan, kind, fields.slug, name, id, parent)
    const description = fields.description ?? ''
    return plan.put<TermRecord>({ kind, id, version: 0, name, description, slug, parent: parent?.id ?? 0 })
  })
  return { ...(await singleTerm(kind, asked, term)), status: 201 }
}

export async function updateTerm(kind: TermKind, asked: Asked): Promise<Answer> {
  const { site, caller, now, problems } = asked
  const fields = await readTermFields(kind, asked)
  problems.throwIfAny()
  const term = await commit({ site, caller, now }, async (plan) => {
    const current = await findRecord(asked, kind)
    demandVersion(current.version, asked.ifMatch)
    demandHierarchy(kind, asked.params.parent)
    const parent = fields.parent ?? current.parent
    if (fields.parent !== undefined) await demandNoCircle(plan, current, fields.parent)
    return plan.put<TermRecord>({
      ...current,
      name: fields.name === undefined ? current.name : demandName(fields.name),
      description: fields.description ?? current.description,
      slug: fields.slug === undefined ? current.slug : await changedSlug(plan, current, fields.slug),
      parent,
    })
  })
  return singleTerm(kind, asked, term)
}

/** Deletes for good and answers with what was there; the children move up to the parent of the deleted one. */
export async function deleteTerm(kind: TermKind, asked: Asked): Promise<Answer> {
  const { site, caller, now } = asked
  let answer: Answer | undefined
  await commit({ site, caller, now }, async (plan) => {
    const current = await findRecord(asked, kind)
    demandVersion(current.version, asked.ifMatch)
    answer = await singleTerm(kind, asked, current)
    const children = await site.storage.find(kind, {
      where: [{ key: 'parent', in: [current.id] }],
      order: 'id',
      limit: Number.MAX_SAFE_INTEGER,
    })
    plan.changes.push({ do: 'remove', kind, id: current.id, expect: current.version })
    for (const child of children)
      plan.changes.push(putChange({ ...fromDocument(child), parent: current.parent }))
  })
  if (answer === undefined) throw new TypeError('a deletion was committed without being decided')
  return answer
}

async function readTermFields(kind: TermKind, { site, params, problems }: Asked): Promise<TermFields> {
  if (kind === 'tag') return readFields(site.schemas.tag, params, problems)
  const fields = readFields(site.schemas.category, params, problems)
  if (fields.parent !== undefined && fields.parent !== 0) {
    const found = await site.storage.get('category', [fields.parent])
    if (found.length === 0) problems.invalid('parent', 'is not the ID of a category')
  }
  return fields
}

const isBlank = (name: string | undefined): boolean => name !== undefined && plainLine(name) === ''

function demandHierarchy(kind: TermKind, parent: unknown): void {
  const isSaid = parent !== undefined && parent !== null
  if (kind === 'tag' && isSaid) throw new ApiError('rest_taxonomy_not_hierarchical')
}

function demandName(given: string): string {
  const name = plainLine(given)
  if (name === '') throw new ApiError('empty_term_name')
  return name
}

/** The parent, held at the version that was read, so that it cannot be deleted meanwhile. */
async function findParent(plan: Plan, kind: TermKind, id: number): Promise<RecordOf['category'] | undefined> {
  if (id === 0 || kind === 'tag') return undefined
  const [document] = await plan.site.storage.get('category', [id])
  if (document === undefined) throw wrongParent('is not the ID of a category')
  plan.changes.push({ do: 'check', kind: 'category', id, expect: document.version })
  return fromDocument(document)
}

/** A name exists once under one parent, unless the new term comes with a slug of its own. */
async function demandNew(
  plan: Plan,
  kind: TermKind,
  name: string,
  fields: TermFields,
  parent: number,
): Promise<void> {
  const sameName = await plan.site.storage.find(kind, {
    where: [
      { key: 'name', in: [name.toLowerCase()] },
      { key: 'parent', in: [parent] },
    ],
    order: 'id',
    limit: Number.MAX_SAFE_INTEGER,
  })
  const wanted = fields.slug === undefined ? undefined : slugify(fields.slug)
  const same = sameName.find((document) => wanted === undefined || wanted === document.keys.slug)
  if (same !== undefined) throw new ApiError('term_exists', { data: { term_id: same.id } })
}

/** A child whose slug is taken is told apart by its parent's before it is numbered. */
async function newSlug(
  plan: Plan,
  kind: TermKind,
  given: string | undefined,
  name: string,
  id: number,
  parent: RecordOf['category'] | undefined,
): Promise<string> {
  const wanted = slugify(given ?? name) || slugify(name) || String(id)
  if (parent === undefined || !(await isTaken(plan, kind, wanted, id)))
    return freeSlug(plan, kind, wanted, id)
  return freeSlug(plan, kind, withEnding(wanted, `-${parent.slug}`), id)
}

async function isTaken(plan: Plan, kind: TermKind, slug: string, ownId: number): Promise<boolean> {
  const where = [
    { key: 'slug', in: [slug] },
    { key: 'id', notIn: [ownId] },
  ] as const
  return (await plan.site.storage.count(kind, { where })) > 0
}

async function changedSlug(plan: Plan, current: TermRecord, given: string): Promise<string> {
  const slug = slugify(given) || String(current.id)
  if (await isTaken(plan, current.kind, slug, current.id)) throw new ApiError('duplicate_term_slug')
  return slug
}

/** Walks up from the new parent, holding every step, so that two moves at once cannot close a circle either. */
async function demandNoCircle(plan: Plan, term: TermRecord, parent: number): Promise<void> {
  let id = parent
  while (id !== 0) {
    if (id === term.id) throw wrongParent('is the category itself or below it')
    const [document] = await plan.site.storage.get('category', [id])
    if (document === undefined) throw wrongParent('is not the ID of a category')
    plan.changes.push({ do: 'check', kind: 'category', id, expect: document.version })
    id = document.keys.parent
  }
}

const wrongParent = (reason: string) => invalidParam('parent', reason)
