import { ApiError, invalidParam } from '../../../errors.ts'
import type { Condition } from '../../../storage/contract.ts'
import { plainLine } from '../../domain/html/html.ts'
import type { RecordOf, TermKind, TermRecord } from '../../domain/records/records.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import type { TermView } from '../../domain/records/views.ts'
import { nameKey, storedNameKeys } from '../../domain/text/name-key.ts'
import { slugify, withEnding } from '../../domain/text/slug.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import type { TermFields } from '../../schema/terms.ts'
import { findRecord } from '../reading/find-record.ts'
import { demandUnmerged } from '../reading/merged.ts'
import { findInParts } from '../reading/parts.ts'
import { readStaying } from '../reading/staying.ts'
import { demandVersion } from '../writing/change-checks.ts'
import { commit } from '../writing/commit.ts'
import { planErasure } from '../writing/erase.ts'
import { located } from '../writing/located.ts'
import { guardName } from '../writing/name-guards.ts'
import { commitNew, once, type Receipt } from '../writing/once.ts'
import type { Plan } from '../writing/plan.ts'
import { freeSlug } from '../writing/slugs.ts'
import { readTerm, singleTerm } from './read-term.ts'

export async function createTerm(
  kind: TermKind,
  context: RequestContext,
  fields: TermFields,
): Promise<Answer<TermView>> {
  const answer = await once(
    context,
    (receipt) => makeTerm(kind, context, fields, receipt),
    (context) => readTerm(kind, context),
  )
  return located(context, kind, answer)
}

async function makeTerm(
  kind: TermKind,
  context: RequestContext,
  sent: TermFields,
  receipt: Receipt | undefined,
): Promise<Answer<TermView>> {
  const { params, problems } = context
  const fields = await withParent(sent, context)
  if (problems.summary() !== '' && isBlank(fields.name)) problems.invalid('name', 'must not be blank')
  problems.throwIfAny()
  const name = demandName(fields.name ?? '')
  demandHierarchy(kind, params.parent)
  const term = await commitNew(context, receipt, async (plan) => {
    const parent = await attachTo(plan, kind, fields.parent ?? 0)
    await demandNew(plan, kind, name, fields, parent?.id ?? 0)
    const id = await plan.freshId('term')
    guardName(plan, kind, nameKey(name))
    const slug = await newSlug(plan, kind, fields.slug, name, id, parent)
    const description = fields.description ?? ''
    const fresh = { kind, id, version: 0, name, description, slug, parent: parent?.id ?? 0 }
    return plan.put<TermRecord>(fresh, null)
  })
  return { ...(await singleTerm(kind, context, term)), status: 201 }
}

export async function updateTerm(
  kind: TermKind,
  context: RequestContext,
  sent: TermFields,
): Promise<Answer<TermView>> {
  const { site, caller, problems } = context
  const now = context.clock.now()
  const fields = await withParent(sent, context)
  problems.throwIfAny()
  const term = await commit({ site, caller, now }, async (plan) => {
    const current = await findRecord(context, kind)
    await demandUnmerged(context, current)
    demandVersion(current.version, context.client)
    demandHierarchy(kind, context.params.parent)
    const wanted = fields.parent ?? current.parent
    const parent = wanted === current.parent ? wanted : ((await attachTo(plan, kind, wanted))?.id ?? 0)
    if (fields.parent !== undefined) await demandNoCircle(plan, current, parent)
    const name = fields.name === undefined ? current.name : demandName(fields.name)
    if (nameKey(name) !== nameKey(current.name)) guardName(plan, kind, nameKey(name))
    const slug = fields.slug === undefined ? current.slug : await changedSlug(plan, current, fields.slug)
    if (slug !== current.slug) plan.left.push({ kind, id: current.id, slug: current.slug })
    const next = { ...current, name, description: fields.description ?? current.description, slug, parent }
    return plan.put<TermRecord>(next, current)
  })
  return singleTerm(kind, context, term)
}

/** Deletes the term for good and answers it as it was. Its children move up to its parent. */
export async function deleteTerm(kind: TermKind, context: RequestContext): Promise<Answer<TermView>> {
  const { site, caller } = context
  const now = context.clock.now()
  let answer: Answer<TermView> | undefined
  await commit({ site, caller, now }, async (plan) => {
    const current = await findRecord(context, kind)
    await demandUnmerged(context, current)
    demandVersion(current.version, context.client)
    answer = await singleTerm(kind, context, current)
    await planErasure(plan, [current])
    for await (const document of findInParts(site.storage, kind, [{ key: 'parent', in: [current.id] }])) {
      const child = fromDocument(kind, document)
      plan.put({ ...child, parent: current.parent }, child)
    }
  })
  if (answer === undefined) throw new TypeError('a deletion was committed without being decided')
  return answer
}

/** The fields, with the parent that a merged one stands for. */
async function withParent(fields: TermFields, { site, problems }: RequestContext): Promise<TermFields> {
  const { parent } = fields
  if (parent === undefined || parent === 0) return fields
  const staying = (await readStaying(site, 'category', [parent])).get(parent)
  if (staying === undefined) problems.invalid('parent', 'is not the ID of a category')
  return staying === undefined ? fields : { ...fields, parent: staying.id }
}

const isBlank = (name: string | undefined): boolean => name !== undefined && plainLine(name) === ''

/** Values that mean "no parent". Answers show one of them in tags, so tags accept them. */
const NO_PARENT: readonly unknown[] = [undefined, null, '', 0, '0']

function demandHierarchy(kind: TermKind, parent: unknown): void {
  if (kind === 'tag' && !NO_PARENT.includes(parent)) throw new ApiError('rest_taxonomy_not_hierarchical')
}

function demandName(html: string): string {
  const name = plainLine(html)
  if (name === '') throw new ApiError('empty_term_name')
  return name
}

/**
 * The parent of a new child. Its version is raised: a simultaneous deletion of the parent, which looks for its
 * children, conflicts, and the later write is decided again.
 */
async function attachTo(plan: Plan, kind: TermKind, id: number): Promise<RecordOf['category'] | undefined> {
  if (id === 0 || kind === 'tag') return undefined
  const parent = (await readStaying(plan.site, 'category', [id])).get(id)
  if (parent === undefined) throw wrongParent('is not the ID of a category')
  return plan.put(parent, parent)
}

/** A name is unique under one parent, unless the new term comes with its own slug. */
async function demandNew(
  plan: Plan,
  kind: TermKind,
  name: string,
  fields: TermFields,
  parent: number,
): Promise<void> {
  const where: Condition<TermKind>[] = [
    { key: 'name', in: storedNameKeys(name) },
    { key: 'parent', in: [parent] },
  ]
  if (fields.slug !== undefined) where.push({ key: 'slug', in: [slugify(fields.slug)] })
  const [same] = await plan.site.storage.find(kind, { where, order: 'id', limit: 1, keysOnly: true })
  if (same !== undefined) throw new ApiError('term_exists', { data: { term_id: same.id } })
}

/** If the slug of a child is taken, the parent's slug is appended before a number is. */
async function newSlug(
  plan: Plan,
  kind: TermKind,
  requested: string | undefined,
  name: string,
  id: number,
  parent: RecordOf['category'] | undefined,
): Promise<string> {
  const preferred = slugify(requested ?? name) || slugify(name) || String(id)
  if (parent === undefined || !(await isTaken(plan, kind, preferred, id)))
    return freeSlug(plan, kind, preferred, id)
  return freeSlug(plan, kind, withEnding(preferred, `-${parent.slug}`), id)
}

async function isTaken(plan: Plan, kind: TermKind, slug: string, ownId: number): Promise<boolean> {
  const where = [
    { key: 'slug', in: [slug] },
    { key: 'id', notIn: [ownId] },
  ] as const
  return (await plan.site.storage.count(kind, { where })) > 0
}

async function changedSlug(plan: Plan, current: TermRecord, requested: string): Promise<string> {
  const slug = slugify(requested) || String(current.id)
  if (await isTaken(plan, current.kind, slug, current.id)) throw new ApiError('duplicate_term_slug')
  return slug
}

/**
 * Walks up from the new parent and checks each version in the commit, so that two simultaneous moves cannot close a
 * circle.
 */
async function demandNoCircle(plan: Plan, term: TermRecord, parent: number): Promise<void> {
  let id = parent
  while (id !== 0) {
    if (id === term.id) throw wrongParent('is the category itself or below it')
    const [document] = await plan.site.storage.get('category', [id])
    if (document === undefined) throw wrongParent('is not the ID of a category')
    plan.hold('category', id, document.version)
    id = document.keys.parent
  }
}

const wrongParent = (reason: string) => invalidParam('parent', reason)
