import { forbidden, has, WRITE_RIGHT } from '../access/policy.ts'
import { plainLine } from '../domain/html.ts'
import { keyOfText, nameKey, storedNameKeys } from '../domain/name-key.ts'
import type { RecordOf, TermKind, TermRecord } from '../domain/records.ts'
import { slugify } from '../domain/slug.ts'
import type { TermRef } from '../schema/terms.ts'
import { guardName } from './name-guards.ts'
import type { Plan } from './plan.ts'
import { freeSlug } from './slugs.ts'

/**
 * The IDs of the terms that an event will have: those of the IDs that exist, terms found by name or slug, and new terms
 * for other names, created in the same commit. Without `refs`, terms stay as they are.
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
    namedIds.length === 0 ? [] : plan.site.storage.get(kind, namedIds),
    findByName(plan, kind, names),
  ])
  const known = new Set(byId.map((document) => document.id))
  const ids: number[] = []
  for (const ref of refs) {
    if ('id' in ref) {
      if (known.has(ref.id)) ids.push(ref.id)
      continue
    }
    const name = plainLine(ref.name)
    if (name === '') continue
    const term = byName.get(nameKey(name)) ?? (await createTerm(plan, kind, name))
    // If the term is deleted before the commit, the name is looked up again.
    plan.hold(kind, term.id, term.version)
    byName.set(nameKey(name), term)
    ids.push(term.id)
  }
  // Answers sort terms by name, so another order is not a change.
  const next = new Set(ids)
  return next.size === current.length && current.every((id) => next.has(id)) ? current : [...next]
}

type Found = Pick<TermRecord, 'id' | 'version'>

/** Terms by `nameKey`: a term of that name, else one whose slug is that name. */
async function findByName(plan: Plan, kind: TermKind, names: readonly string[]): Promise<Map<string, Found>> {
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
  for (const document of named) {
    const key = keyOfText(document.keys.name)
    if (!found.has(key)) found.set(key, document)
  }
  for (const document of slugged) {
    const key = keyOfText(document.keys.slug)
    if (!found.has(key)) found.set(key, document)
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
  return plan.put(term)
}
