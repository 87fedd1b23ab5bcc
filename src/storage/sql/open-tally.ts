import type { Facet } from '../contract.ts'
import { atomsOf, isOpen } from '../shared/atoms.ts'
import { keyOf } from '../shared/keys.ts'
import { type AnyCondition, onColumn, oneOf } from './conditions.ts'
import type { Database } from './database.ts'
import type { StatementBuilder } from './statement-builder.ts'
import { IRREGULAR } from './tables.ts'

/*
 * Counts of the events that everyone may read in full: the stored count of each value less the events that not everyone
 * may. These are few. `event_day` tells on which days they start, so that only the events of these days are read.
 */

const isStored = ({ key }: AnyCondition): boolean => key === 'status' || key === 'series'

/**
 * The conditions on the status and on series, if the filter has no others and asks for the events that everyone may read
 * in full.
 */
export function openClass(where: readonly AnyCondition[]): readonly AnyCondition[] | undefined {
  const stored = where.filter(isStored)
  const [other, ...more] = where.filter((one) => !isStored(one))
  if (other?.key !== 'full_reader' || more.length > 0) return undefined
  return atomsOf<'event'>([{ ...other, key: 'full_reader' }]).every(isOpen) ? stored : undefined
}

/** A SELECT of `value` and `n`. `values`: only these. */
export function openTally(
  { dialect, names }: Database,
  builder: StatementBuilder,
  facet: Facet,
  where: readonly AnyCondition[],
  values: readonly number[] | undefined,
): string {
  const { joinInOrder: then } = dialect
  const value = dialect.quote('value')
  const linked = `l.${dialect.quote(`${facet}_id`)}`
  const links = names.table(`event_${facet}`)
  const among = (name: string) =>
    values === undefined ? [] : [oneOf(builder, name, 'integer', values) ?? '1 = 0']
  const inClass = (of: string) =>
    where.flatMap((one) => onColumn(builder, of + dialect.quote(one.key), keyOf('event', one.key), one))
  const closed = (of: string) => [...inClass(of), `${of}${dialect.quote('full_reader')} <> 0`].join(' and ')

  const kept = [`facet = ${builder.bind(facet)}`, ...among(value), ...inClass('')].join(' and ')
  const stored = `select ${value}, n from ${names.table('event_tally')} where ${kept}`

  const days = `select distinct ${dialect.quote('day')} from ${names.table('event_day')} where ${closed('')} and n > 0`
  const [start, day] = [`e.${dialect.quote('start')}`, `d.${dialect.quote('day')}`]
  // Texts that begin with the day.
  const ofDay = `${start} >= ${day} and ${start} < ${dialect.joined(day, "'~'")}`
  const isRegular = `not exists (select 1 from ${names.table('event_span')} s where s.event_id = e.id and s.span = ${IRREGULAR})`
  const regular = `select ${linked}, -1 from (${days}) d ${then} ${names.table('event')} e on ${ofDay} ${then} ${links} l on l.event_id = e.id where ${[closed('e.'), ...among(linked), isRegular].join(' and ')}`
  const irregular = `select ${linked}, -1 from ${names.table('event_span')} s ${then} ${links} l on l.event_id = s.event_id where ${[`s.span = ${IRREGULAR}`, closed('s.'), ...among(linked)].join(' and ')}`

  const all = [stored, regular, irregular].join(' union all ')
  return `select ${value}, sum(n) as n from (${all}) c group by ${value} having sum(n) > 0`
}
