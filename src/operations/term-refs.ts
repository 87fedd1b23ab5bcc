import { forbidden, has, WRITE_RIGHT } from '../access/policy.ts'
import { plainLine } from '../domain/html.ts'
import type { RecordOf, TermKind } from '../domain/records.ts'
import { slugify } from '../domain/slug.ts'
import type { TermRef } from '../schema/terms.ts'
import type { Plan } from './plan.ts'
import { freeSlug } from './slugs.ts'

/**
 * The IDs of the terms that an event is to have: those that exist among the IDs, those found by name or slug, and
 * new ones for other names, which are planned with the event. Without `refs` the ones that it has are kept.
 */
export async function resolveTerms(
  plan: Plan,
  kind: TermKind,
  refs: readonly TermRef[] | undefined,
  kept: readonly number[],
): Promise<readonly number[]> {
  if (refs === undefined) return kept
  const asked = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []))
  const names = refs.flatMap((ref) => ('name' in ref ? [plainLine(ref.name)] : []))
  const [byId, byName] = await Promise.all([
    asked.length === 0 ? [] : plan.site.storage.get(kind, asked),
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
    const id = byName.get(name.toLowerCase()) ?? (await createTerm(plan, kind, name))
    byName.set(name.toLowerCase(), id)
    ids.push(id)
  }
  return [...new Set(ids)]
}

/** Terms by lower-case name: those called so, else those with the slug that the name says. */
async function findByName(
  plan: Plan,
  kind: TermKind,
  names: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  if (names.length === 0) return found
  const lower = [...new Set(names.map((name) => name.toLowerCase()))]
  const slugs = lower.map(slugify).filter((slug) => slug !== '')
  const [named, slugged] = await Promise.all([
    plan.site.storage.find(kind, {
      where: [{ key: 'name', in: lower }],
      order: 'id',
      limit: Number.MAX_SAFE_INTEGER,
    }),
    plan.site.storage.find(kind, { where: [{ key: 'slug', in: slugs }], order: 'id', limit: slugs.length }),
  ])
  for (const document of named) {
    if (!found.has(document.keys.name)) found.set(document.keys.name, document.id)
  }
  for (const name of lower) {
    const match = slugged.find(
      (document) => document.keys.slug === slugify(name) && name === document.keys.slug,
    )
    if (match !== undefined && !found.has(name)) found.set(name, match.id)
  }
  return found
}

async function createTerm(plan: Plan, kind: TermKind, name: string): Promise<number> {
  if (!has(plan.caller, WRITE_RIGHT[kind]))
    throw forbidden(plan.caller, `Not allowed to make the ${kind} '${name}'.`)
  const id = await plan.freshId('term')
  const slug = await freeSlug(plan, kind, slugify(name) || String(id), id)
  const term: RecordOf[TermKind] = { kind, id, version: 0, name, description: '', slug, parent: 0 }
  plan.put(term)
  return id
}
