import type { Facet, Filter, Kind, TextQuery } from '../contract.ts'
import { hasWords } from '../shared/atoms.ts'
import { FACETS, isFacet, keyOf, MOST_LINKED_VALUES } from '../shared/keys.ts'
import { type AnyCondition, onColumn, oneOf } from './conditions.ts'
import type { Database } from './database.ts'
import { packPart } from './packed-text.ts'
import type { Hits } from './search.ts'
import type { StatementBuilder } from './statement-builder.ts'
import { CLASS, COPIED } from './tables.ts'

/** The rows that match a filter, as parts of a SELECT. */
export interface Selection {
  readonly from: string
  /** Starts with ` where `; empty if there is no condition. */
  readonly where: string
  /** The column of a key or of `id`. */
  readonly column: (key: string) => string
  /** Selects from the kind's own table, with the alias `e`. */
  readonly isDirect: boolean
  /** A document may occur in several rows, so the query needs GROUP BY. */
  readonly repeats: boolean
}

/** Whether link tables contain a copy of the key. */
const isCopied = (key: string): boolean => key === 'id' || COPIED.includes(key)

export interface Use {
  /** The rows are read in the order of their start. */
  readonly byStart?: boolean
  /** Reads the links of this facet: one row per event and value. */
  readonly links?: Facet
  /** The result of the full-text index for the filter. */
  readonly hits?: Hits
}

export function select<K extends Kind>(
  { dialect, names }: Database,
  builder: StatementBuilder,
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
      const some = oneOf(builder, `l.${dialect.quote(`${key}_id`)}`, 'integer', condition.in ?? [])
      return some === undefined ? ['1 = 0'] : [some]
    }
    const spec = keyOf(kind, key)
    const name = column(key)
    // Most events are published, so the index on starts is more selective than the one on statuses.
    const isDull = facet === undefined && isTimed && CLASS.some((one) => one === key)
    return onColumn(builder, isDull ? dialect.unindexed(name) : name, spec, condition)
  })

  function onLinks(facet: Facet, condition: AnyCondition): string[] {
    const found: string[] = []
    const exists = (values: AnyCondition['in'] = []) => {
      const some = oneOf(builder, `x.${dialect.quote(`${facet}_id`)}`, 'integer', values)
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
    builder.planAnew = true
    return [
      ...(hits === undefined ? [] : [among(hits)]),
      ...all.map((part) => contains(part)),
      ...none.map((part) => `not (${contains(part)})`),
    ]
  }

  function among(found: Exclude<Hits, undefined>): string {
    const id = column('id')
    return found === 'many'
      ? `${id} in (${dialect.textIndex?.candidates(names, words?.all ?? [], builder.bind)})`
      : (dialect.textIndex?.among(id, found.ids, builder.bind) ?? '1 = 0')
  }

  function contains(part: string): string {
    const packed = own('text')
    return part === '' ? `${packed} <> ''` : dialect.contains(packed, packPart(part), builder.bind)
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

/** The condition whose links are scanned: that of the facet with the fewest events per value. */
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
        values.length <= MOST_LINKED_VALUES,
    )
    if (condition !== undefined) return { facet, condition }
  }
  return undefined
}
