import type { Facet, Kind, orderParts, Place, TextQuery } from '../contract.ts'
import { hasWords } from '../shared/atoms.ts'
import {
  isFacet,
  isLinkKey,
  type Key,
  keyOf,
  type LinkKey,
  LOOKUPS,
  MOST_LINKED_VALUES,
  UNIQUE,
} from '../shared/keys.ts'
import { type AnyCondition, type AnyFilter, afterPlace, onColumn } from './conditions.ts'
import type { Database } from './database.ts'
import { packPart } from './packed-text.ts'
import type { Hits } from './search.ts'
import type { StatementBuilder } from './statement-builder.ts'
import { CLASS, COPIED, linkColumn, linkedId, linkTable, SORT_COLUMNS, SORT_KEYS } from './tables.ts'

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

/** Whether link tables of the kind contain a copy of the key. */
const isCopied = (kind: Kind, key: string): boolean => key === 'id' || COPIED[kind].includes(key)

/** Whether the sort table of the kind contains the key. */
const isInSortTable = (kind: Kind, key: string): boolean =>
  key === 'id' || SORT_COLUMNS[kind].some(({ name }) => name === key)

export interface Use {
  /** The rows are read in the order of their start. */
  readonly byStart?: boolean
  /** The rows are read in the order of their IDs. */
  readonly byId?: boolean
  /** Reads the links of this facet: one row per event and value. */
  readonly links?: Facet
  /** The condition whose links are read first (see drivers.ts). */
  readonly driver?: AnyCondition | undefined
  /** The result of the full-text index for the filter. */
  readonly hits?: Hits
  /** Reads the rows of the sort table, with the alias `l`. */
  readonly sorted?: boolean
  /** With `sorted`: a filter that few of the rows meet. Its rows are looked up first. */
  readonly few?: AnyFilter | undefined
  /** Only the rows after a place in an order. */
  readonly after?: { readonly order: ReturnType<typeof orderParts>; readonly place: Place } | undefined
}

export function select(
  database: Database,
  builder: StatementBuilder,
  kind: Kind,
  filter: AnyFilter,
  { byStart = false, byId = false, links, driver, hits, sorted = false, few, after }: Use,
): Selection {
  const { dialect, names } = database
  const conditions: readonly AnyCondition[] = filter.where ?? []
  const isSortKey = (key: string) => SORT_KEYS[kind].includes(key)
  const bySort = links === undefined && (sorted || conditions.some(({ key }) => isSortKey(key)))
  const list = links ?? (driver !== undefined && isLinkKey(driver.key) && !bySort ? driver.key : undefined)
  const words = hasWords(filter) ? filter.text : undefined
  const own = (name: string) => `e.${dialect.quote(name)}`
  const linked = (key: LinkKey) => dialect.quote(linkedId(key))
  const copied = (key: LinkKey, name: string) => `l.${name === 'id' ? linked(key) : dialect.quote(name)}`
  const sort = (name: string) => `${bySort ? 'l' : 's'}.${dialect.quote(name)}`
  const column = (key: string) => {
    if (isSortKey(key)) return sort(key)
    if (bySort) return isInSortTable(kind, key) ? sort(key) : own(key)
    return list !== undefined && isCopied(kind, key) ? copied(list, key) : own(key)
  }

  const rare = byId && !bySort && list === undefined ? rareCondition(kind, conditions) : undefined
  const isTimed = byStart || conditions.some(({ key }) => key === 'start')
  const parts = conditions.flatMap((condition) => {
    const { key } = condition
    const spec = keyOf(kind, key)
    if (isLinkKey(key)) {
      if (bySort || condition !== driver) return onLinks(key, spec, condition)
      return onColumn(builder, `l.${dialect.quote(linkColumn(key).name)}`, spec, condition)
    }
    const name = column(key)
    // Most events are published, so the index on starts is more selective than the one on statuses.
    const isDull = list === undefined && !bySort && isTimed && CLASS.some((one) => one === key)
    const isWide = rare !== undefined && condition.in === undefined
    if (condition === rare) {
      // SQLite looks it up here, however many rows its statistics expect.
      const some = onColumn(builder, dialect.quote(key), spec, condition).join(' and ')
      return [`${own('id')} in (select id from ${names.table(kind)} where ${some})`]
    }
    return onColumn(builder, isDull || isWide ? dialect.unindexed(name) : name, spec, condition)
  })

  /** One event has several of these values, so each part of the condition looks for one of its own. */
  function onLinks(key: LinkKey, spec: Key, whole: AnyCondition): string[] {
    const { in: some, notIn: none, ...bounds } = whole
    const table = names.table(linkTable(key))
    const value = dialect.quote(linkColumn(key).name)
    const exists = (condition: AnyCondition): string[] => {
      const values = onColumn(builder, `x.${value}`, spec, condition)
      if (values.length === 0) return []
      const rows = `select x.${linked(key)} from ${table} x where ${values.join(' and ')}`
      // A plan for a value that few events have is bad for one that most have.
      builder.planAnew ||= key === 'field'
      const isFirst = isFacet(key)
        ? condition.in !== undefined && condition.in.length <= MOST_LINKED_VALUES
        : whole === driver
      return bySort && isFirst
        ? [`${column('id')} in (${rows})`]
        : [`exists (${rows} and x.${linked(key)} = ${column('id')})`]
    }
    return [
      ...(some === undefined ? [] : exists({ key, in: some })),
      ...(none === undefined ? [] : exists({ key, in: none }).map((any) => `not ${any}`)),
      ...exists(bounds),
    ]
  }

  if (after !== undefined) {
    const bounds = after.order.map(({ key, isDescending }, index) => {
      return { column: column(key), isDescending, value: after.place[index] ?? 0 }
    })
    parts.push(afterPlace(builder, bounds))
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

  if (few !== undefined) {
    const found = select(database, builder, kind, few, { byStart: true })
    parts.push(`${column('id')} in (select ${found.column('id')} from ${found.from}${found.where})`)
  }

  const table = names.table(kind)
  const needs = (isThere: (key: string) => boolean) =>
    words !== undefined || conditions.some(({ key }) => !isLinkKey(key) && !isThere(key))
  const from = () => {
    if (bySort) {
      const joined = needs((key) => isInSortTable(kind, key)) ? ` join ${table} e on e.id = l.id` : ''
      return `${names.table(`${kind}_sort`)} l${joined}`
    }
    if (list === undefined) return `${table} e`
    const joined = needs((key) => isCopied(kind, key) || isSortKey(key))
      ? ` join ${table} e on e.id = ${copied(list, 'id')}`
      : ''
    const sorts = conditions.some(({ key }) => isSortKey(key))
      ? ` join ${names.table(`${kind}_sort`)} s on s.id = ${copied(list, 'id')}`
      : ''
    return `${names.table(linkTable(list))} l${joined}${sorts}`
  }
  return {
    from: from(),
    where: parts.length === 0 ? '' : ` where ${parts.join(' and ')}`,
    column,
    isDirect: list === undefined && !bySort,
    repeats: list !== undefined && driver !== undefined && driver.in?.length !== 1,
  }
}

/** Whether the filter selects by values that few rows share. */
export function namesRows(kind: Kind, { where = [] }: AnyFilter): boolean {
  const keys = ['id', UNIQUE[kind], ...LOOKUPS[kind]]
  return where.some((condition) => condition.in !== undefined && keys.includes(condition.key))
}

/** A condition that few rows meet: on other statuses than that of most rows, or on rows that are due. */
export const rareCondition = (kind: Kind, conditions: readonly AnyCondition[]): AnyCondition | undefined =>
  conditions.find(
    ({ key, in: values }) =>
      (key === 'status' && values?.includes('publish') === false) || keyOf(kind, key).index === 'due',
  )
