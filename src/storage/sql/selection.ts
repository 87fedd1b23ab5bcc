import { hasWords } from '../atoms.ts'
import type { Filter, Kind, TextQuery } from '../contract.ts'
import { FACETS, type Facet, isFacet } from '../facets.ts'
import { type AnyCondition, onColumn, oneOf } from './conditions.ts'
import type { Database } from './database.ts'
import type { Draft } from './draft.ts'
import { packPart } from './packed-text.ts'
import type { Hits } from './search.ts'
import { CLASS, COPIED, specOf } from './tables.ts'

/** The rows that a filter leaves, as pieces of a SELECT that is being written. */
export interface Selection {
  readonly from: string
  /** With ` where ` before it; empty where everything is left. */
  readonly where: string
  /** A key's column, or `id`. */
  readonly column: (key: string) => string
  /** From the kind's own table, called `e`. */
  readonly isDirect: boolean
  /** Several rows may be of the same document: group by it. */
  readonly repeats: boolean
}

/** A list that names more terms or venues than this is not read along their links, but tested for them. */
const MOST_DRIVERS = 50

/** Whether links know the key of their event. */
const isCopied = (key: string): boolean => key === 'id' || COPIED.some((one) => one === key)

export interface Use {
  /** The rows will be read in the order of their start. */
  readonly byStart?: boolean
  /** Reads the links of this facet, one row per event and value. */
  readonly links?: Facet
  /** What the index of texts has found for the filter. */
  readonly hits?: Hits
}

export function select<K extends Kind>(
  { dialect, names }: Database,
  draft: Draft,
  kind: K,
  filter: Filter<K>,
  { byStart = false, links, hits }: Use,
): Selection {
  const conditions: readonly AnyCondition[] = filter.where ?? []
  const driver = kind === 'event' && links === undefined ? driverOf(conditions) : undefined
  const facet = links ?? driver?.facet
  const words = hasWords(filter) ? filter.text : undefined
  const own = (name: string) => `e.${dialect.quote(name)}`
  const copied = (name: string) => `l.${dialect.quote(name === 'id' ? 'event_id' : name)}`
  const column = facet === undefined ? own : (key: string) => (isCopied(key) ? copied(key) : own(key))

  const isTimed = byStart || conditions.some(({ key }) => key === 'start')
  const parts = conditions.flatMap((condition) => {
    const { key } = condition
    if (isFacet(key)) {
      if (condition !== driver?.condition) return onLinks(key, condition)
      const some = oneOf(draft, `l.${dialect.quote(`${key}_id`)}`, 'integer', condition.in ?? [])
      return some === undefined ? ['1 = 0'] : [some]
    }
    const spec = specOf(kind, key)
    const name = column(key)
    // Most events are published: their status is no way to find them, where their start is one.
    const isDull = facet === undefined && isTimed && CLASS.some((one) => one === key)
    return onColumn(draft, isDull ? dialect.unindexed(name) : name, spec, condition)
  })

  function onLinks(facet: Facet, condition: AnyCondition): string[] {
    const found: string[] = []
    const exists = (values: AnyCondition['in'] = []) => {
      const some = oneOf(draft, `x.${dialect.quote(`${facet}_id`)}`, 'integer', values)
      if (some === undefined) return undefined
      return `exists (select 1 from ${names.table(`event_${facet}`)} x where x.event_id = ${column('id')} and ${some})`
    }
    if (condition.in !== undefined) found.push(exists(condition.in) ?? '1 = 0')
    if (condition.notIn !== undefined) {
      const some = exists(condition.notIn)
      if (some !== undefined) found.push(`not ${some}`)
    }
    return found
  }

  if (words !== undefined) parts.push(...onText(words))

  function onText({ all, none }: TextQuery): string[] {
    draft.planAnew = true
    return [
      ...(hits === undefined ? [] : [among(hits)]),
      ...all.map((part) => contains(part)),
      ...none.map((part) => `not (${contains(part)})`),
    ]
  }

  function among(found: Exclude<Hits, undefined>): string {
    const id = column('id')
    return found === 'many'
      ? `${id} in (${dialect.textIndex?.candidates(names, words?.all ?? [], draft.bind)})`
      : (dialect.textIndex?.among(id, found.ids, draft.bind) ?? '1 = 0')
  }

  function contains(part: string): string {
    const packed = own('text')
    return part === '' ? `${packed} <> ''` : dialect.contains(packed, packPart(part), draft.bind)
  }

  const needsEvent = words !== undefined || conditions.some(({ key }) => !isFacet(key) && !isCopied(key))
  const table = names.table(kind)
  return {
    from:
      facet === undefined
        ? `${table} e`
        : `${names.table(`event_${facet}`)} l${needsEvent ? ` join ${table} e on e.id = l.event_id` : ''}`,
    where: parts.length === 0 ? '' : ` where ${parts.join(' and ')}`,
    column,
    isDirect: facet === undefined,
    repeats: (driver?.condition.in?.length ?? 0) > 1,
  }
}

/** The condition by whose links the events are found: that of the facet with the fewest events each. */
function driverOf(
  conditions: readonly AnyCondition[],
): { readonly facet: Facet; readonly condition: AnyCondition } | undefined {
  for (const facet of FACETS) {
    const condition = conditions.find(
      ({ key, in: values, notIn }) =>
        key === facet &&
        notIn === undefined &&
        values !== undefined &&
        values.length > 0 &&
        values.length <= MOST_DRIVERS,
    )
    if (condition !== undefined) return { facet, condition }
  }
  return undefined
}
