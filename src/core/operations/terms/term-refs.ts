import type { Document } from '../../../storage/contract.ts'
import { forbidden, has, WRITE_RIGHT } from '../../access/policy.ts'
import { plainLine } from '../../domain/html/html.ts'
import type { RecordOf, TermKind, TermRecord } from '../../domain/records/records.ts'
import { keyOfText, nameKey, storedNameKeys } from '../../domain/text/name-key.ts'
import { slugify } from '../../domain/text/slug.ts'
import type { TermRef } from '../../schema/terms.ts'
import { readStaying } from '../reading/staying.ts'
import { guardName } from '../writing/name-guards.ts'
import type { Plan } from '../writing/plan.ts'
import { freeSlug } from '../writing/slugs.ts'

/**
 * The IDs of the terms that an event will have: those of the IDs that exist, terms found by name or slug, and new terms
 * for other names, created in the same commit. Without `refs`, terms stay as they are. The versions of new ones are
 * checked: a term that is deleted or merged meanwhile is looked up again.
 */
export async function resolveTerms(
  plan: Plan,
  kind: TermKind,
  refs: readonly TermRef[] | undefined,
  current: readonly number[],
): Promise<readonly number[]> {
  if (refs === undefined) return current
  const namedIds = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []))
  const names = refs.flatMap((ref) => ('name' in ref ? [plainLine(ref.name)] : []))
  const [byId, byName] = await Promise.all([
    readStaying(plan.site, kind, namedIds),
    findByName(plan, kind, names),
  ])
  const ids: number[] = []
  const link = ({ id, version }: Found) => {
    if (!current.includes(id)) plan.hold(kind, id, version)
    ids.push(id)
  }
  for (const ref of refs) {
    if ('id' in ref) {
      const term = byId.get(ref.id)
      if (term !== undefined) link(term)
      continue
    }
    const name = plainLine(ref.name)
    if (name === '') continue
    const term = byName.get(nameKey(name)) ?? (await createTerm(plan, kind, name))
    byName.set(nameKey(name), term)
    link(term)
  }
  // Answers sort terms by name, so another order is not a change.
  const next = new Set(ids)
  return next.size === current.length && current.every((id) => next.has(id)) ? current : [...next]
}

type Found = Pick<TermRecord, 'id' | 'version'>

/**
 * Terms by `nameKey`: a term of that name, else one whose slug is that name, else the one that stays of a merged one with
 * either.
 */
export async function findByName(
  plan: Pick<Plan, 'site'>,
  kind: TermKind,
  names: readonly string[],
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  if (names.length === 0) return found
  const slugs = [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => name === slugify(name))
  const [named, slugged] = await Promise.all([
    plan.site.storage.find(kind, {
      where: [{ key: 'name', in: [...new Set(names.flatMap(storedNameKeys))] }],
      order: 'id',
      limit: Number.MAX_SAFE_INTEGER,
      keysOnly: true,
    }),
    slugs.length === 0
      ? []
      : plan.site.storage.find(kind, {
          where: [{ key: 'slug', in: slugs }],
          order: 'id',
          limit: slugs.length,
          keysOnly: true,
        }),
  ])
  const keyed = [
    ...named.map((document) => [keyOfText(document.keys.name), document] as const),
    ...slugged.map((document) => [keyOfText(document.keys.slug), document] as const),
  ]
  const isGone = ({ keys }: Document<TermKind>) => keys.parent < 0
  for (const [key, document] of keyed) if (!isGone(document) && !found.has(key)) found.set(key, document)
  const gone = keyed.filter(([key, document]) => isGone(document) && !found.has(key))
  const ids = gone.map(([, { id }]) => id)
  const staying = await readStaying(plan.site, kind, ids)
  for (const [key, { id }] of gone) {
    const term = staying.get(id)
    if (term !== undefined && !found.has(key)) found.set(key, term)
  }
  return found
}

async function createTerm(plan: Plan, kind: TermKind, name: string): Promise<Found> {
  if (!has(plan.caller, WRITE_RIGHT[kind]))
    throw forbidden(plan.caller, `Not allowed to make the ${kind} '${name}'.`)
  guardName(plan, kind, nameKey(name))
  const id = await plan.freshId('term')
  const slug = await freeSlug(plan, kind, slugify(name) || String(id), id)
  const term: RecordOf[TermKind] = { kind, id, version: 0, name, description: '', slug, parent: 0 }
  return plan.put(term, null)
}
