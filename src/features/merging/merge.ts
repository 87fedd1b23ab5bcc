import { isDeepEqual } from '../../core/domain/deep-equal.ts'
import { fillingsOf, type Mergeable } from '../../core/domain/records/merging.ts'
import type { LinkedKind, TermKind } from '../../core/domain/records/records.ts'
import { fromDocument } from '../../core/domain/records/stored-record.ts'
import {
  type Answer,
  commit,
  demandUnmerged,
  demandVersion,
  findInParts,
  findRecord,
  type Plan,
  type RequestContext,
  readRecord,
  stampNow,
} from '../../core/door.ts'
import { ApiError, invalidParam, noneHas } from '../../errors.ts'
import type { MergeReport } from '../../types/index.ts'
import { completeMerge, mergeChange } from './complete-merges.ts'
import type { MergeFields } from './schema.ts'

/*
 * Merging: the events of several records become those of one. The first commit says in each record where it goes, and
 * from then on no write makes a new link to it. The commits that follow give the events their new link, and leave of each
 * record what it needs to lead to the one that stays. Until the last of them, events show the venue that they have.
 */

/** Venues, organizers, categories or tags go into the one in the path. */
export async function mergeRecords(
  kind: LinkedKind | TermKind,
  context: RequestContext,
  { from = [], dry_run: isDry, confirm: mayReveal }: MergeFields,
): Promise<Answer<MergeReport>> {
  const { site, caller, problems } = context
  const now = context.clock.now()
  problems.throwIfAny()
  const { report, note, version } = await commit({ site, caller, now }, async (plan) => {
    const target = await findRecord(context, kind)
    await demandUnmerged(context, target)
    demandVersion(target.version, context.client)
    if ('status' in target && target.status === 'trash') throw new ApiError(`${target.kind}-is-in-trash`)
    const sources = await readSources(context, target, from)
    // Dates of a series are events, and the series itself is none.
    const isLinked = [
      { key: kind, in: from },
      { key: 'series', in: [false] },
    ] as const
    const report = {
      id: target.id,
      merged: from,
      events: await site.storage.count('event', { where: isLinked }),
    }
    const { filled, fillings } = fillingsOf(target, sources, mayReveal)
    const { note, version } = await planMerge(plan, target, filled, sources)
    if (!isDry) return { report, note, version }
    plan.discard()
    const fields = fillings.map(({ name, from, isRevealed }) => ({
      ...{ name, from },
      ...(isRevealed ? { confirm: true as const } : {}),
    }))
    return { report: fields.length === 0 ? report : { ...report, fields }, note, version }
  })
  if (!isDry) await completeMerge({ site, caller, now }, note)
  return { status: 200, content: report, isReport: true, id: report.id, version }
}

async function readSources(
  context: RequestContext,
  { kind, id }: Mergeable,
  from: readonly number[],
): Promise<Mergeable[]> {
  if (from.includes(id)) throw invalidParam('from', `names the ${kind} ${id} itself, which stays`)
  const { storage, memo } = context.site
  const found = (await storage.get(kind, from)).map((document) => memo.record(kind, document))
  if (found.length < from.length) throw invalidParam('from', noneHas(kind, from, found))
  for (const record of found) await demandUnmerged(context, record)
  return found
}

async function planMerge(plan: Plan, target: Mergeable, alone: Mergeable, sources: readonly Mergeable[]) {
  const filled = await moveUp(plan, alone, sources)
  const isFilled = !isDeepEqual(target, filled)
  // Its version goes up in any case: of two records that go into each other, one is first.
  const { version } = plan.put(
    { ...filled, ...(isFilled && 'status' in filled ? stampNow(plan) : {}) },
    target,
  )
  for (const source of sources) {
    const { kind, id, slug } = source
    if (!('status' in source) || source.status === 'publish') plan.left.push({ kind, id, slug })
    plan.put({ ...source, merged: target.id }, source)
  }
  const { change, note } = mergeChange({
    kind: target.kind,
    into: target.id,
    from: sources.map(({ id }) => id),
  })
  plan.changes.push(change)
  return { note, version }
}

/**
 * The record that stays, filled. Categories below one that goes move below it. If it is itself below one that goes, it
 * takes the place of the highest of these, so that no circle closes.
 */
async function moveUp(plan: Plan, filled: Mergeable, sources: readonly Mergeable[]): Promise<Mergeable> {
  if (filled.kind !== 'category') return filled
  const { storage } = plan.site
  const going = new Set(sources.map(({ id }) => id))
  for await (const document of findInParts(storage, 'category', [{ key: 'parent', in: [...going] }])) {
    const child = fromDocument('category', document)
    if (child.id !== filled.id && !going.has(child.id)) plan.put({ ...child, parent: filled.id }, child)
  }
  let { parent } = filled
  for (let id = filled.parent; id !== 0; ) {
    const above = await readRecord(storage, 'category', id)
    if (above === undefined) break
    // The versions of those that go are checked, because they change.
    if (going.has(id)) parent = above.parent
    else plan.hold('category', id, above.version)
    id = above.parent
  }
  return { ...filled, parent }
}
