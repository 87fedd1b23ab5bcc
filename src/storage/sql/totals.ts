import { hasWords } from '../shared/atoms.ts'
import {
  type DateRange,
  dateRangeOf,
  daysOf,
  EVER,
  isBound,
  justAfter,
  overlap,
} from '../shared/date-range.ts'
import { earliestStart } from '../shared/durations.ts'
import { keyOf } from '../shared/keys.ts'
import { type AnyCondition, type AnyFilter, onColumn } from './conditions.ts'
import type { Database } from './database.ts'
import type { StatementBuilder } from './statement-builder.ts'
import { CLASS, DURATIONS, IRREGULAR } from './tables.ts'

/*
 * Counts the events in a time window without reading each event.
 *
 * `event_day` contains the number of events per start day and class (status, hidden, readers). For a bound on the
 * start, whole days are summed; if a bound cuts a day, the events of that day are counted one by one.
 *
 * With a bound on the end: events that end at `x` or later are the events that start at `x` or later plus the events
 * under way at `x`. The latter are in `event_span`, which contains every event that ends on a later day, by duration
 * class. An event of at most 16 days that is under way at `x` started at most 16 days before, so each class is a short
 * range.
 */

const isClass = (key: string) => CLASS.some((one) => one === key)

/** Builds a SELECT of the total as `n`; `undefined` if the filter contains more than class and window. */
export function windowTotal(
  database: Database,
  builder: StatementBuilder,
  filter: AnyFilter,
): string | undefined {
  const { where = [] } = filter
  if (hasWords(filter)) return undefined
  if (where.some(({ key }) => key !== 'start' && key !== 'end' && !isClass(key))) return undefined
  const starts = dateRangeOf(where.filter(({ key }) => key === 'start'))
  const ends = dateRangeOf(where.filter(({ key }) => key === 'end'))
  if (starts === undefined || ends === undefined) return undefined
  const classes = where.filter(({ key }) => isClass(key))
  return `select ${new Total(database, builder, classes).of(starts, ends)} as n`
}

class Total {
  readonly #database: Database
  readonly #builder: StatementBuilder
  readonly #classes: readonly AnyCondition[]

  constructor(database: Database, builder: StatementBuilder, classes: readonly AnyCondition[]) {
    this.#database = database
    this.#builder = builder
    this.#classes = classes
  }

  of(starts: DateRange, ends: DateRange): string {
    if (starts.from >= starts.to || ends.from >= ends.to) return '0'
    const started = overlap(starts, ends)
    return [
      ...(started.from < started.to ? this.#starting(started) : []),
      ...(isBound(ends.from) ? this.#underWay(starts, ends.from) : []),
      ...(isBound(ends.to) ? this.#underWay(starts, ends.to).map((term) => `-${term}`) : []),
      this.#irregular(starts, ends),
    ].join(' + ')
  }

  /** Regular events that start in the range. */
  #starting(range: DateRange): string[] {
    const { whole, parts } = daysOf(range)
    const terms: string[] = []
    if (whole !== undefined) {
      const { first, last, has } = whole
      terms.push(this.#days(has.first ? first : justAfter(first), has.last ? justAfter(last) : last))
    }
    for (const part of parts) terms.push(this.#onDay(part))
    return terms
  }

  #days(from: string, to: string): string {
    const { names } = this.#database
    return `(select coalesce(sum(n), 0) from ${names.table('event_day')} where day >= ${this.#bind(from)} and day < ${this.#bind(to)}${this.#class()})`
  }

  /** Counts one by one the regular events that start in a part of a day. */
  #onDay(range: DateRange): string {
    const { names } = this.#database
    // Irregular events are counted separately. They are too few to make this slow.
    const isRegular = `not exists (select 1 from ${names.table('event_span')} s where s.event_id = e.id and s.span = ${IRREGULAR})`
    return `(select count(*) from ${names.table('event')} e where ${this.#in('start', range)}${this.#class()} and ${isRegular})`
  }

  /** Regular events that start in the range and before `moment`, and end at `moment` or later. */
  #underWay(starts: DateRange, moment: string): string[] {
    const { dialect, names } = this.#database
    const before = overlap(starts, { from: '', to: moment })
    if (before.from >= before.to) return []
    const end = dialect.quote('end')
    const columns = ['start', 'end', ...CLASS].map(dialect.quote).join(', ')
    const long = DURATIONS.longest.map((days, span) => {
      const range = overlap(before, { from: earliestStart(DURATIONS, days, moment), to: EVER.to })
      const from = this.#in('start', range)
      return `select ${columns} from ${names.table('event_span')} where span = ${span} and ${from} and ${end} >= ${this.#bind(moment)}`
    })
    const terms = [`(select count(*) from (${long.join(' union all ')}) w where 1 = 1${this.#class()})`]
    const day = moment.slice(0, 10)
    const today = overlap(before, { from: `${day} 00:00:00`, to: moment })
    if (today.from < today.to && moment <= `${day} 23:59:59`) {
      // Events that also end today. Those that end later are in the first term.
      terms.push(
        `(select count(*) from ${names.table('event')} where ${this.#in('start', today)} and ${end} >= ${this.#bind(moment)} and ${end} < ${this.#bind(justAfter(`${day} 23:59:59`))}${this.#class()})`,
      )
    }
    return terms
  }

  /** Events that end before they start, or whose times are not calendar dates. */
  #irregular(starts: DateRange, ends: DateRange): string {
    const { names } = this.#database
    return `(select count(*) from ${names.table('event_span')} where span = ${IRREGULAR} and ${this.#in('start', starts)} and ${this.#in('end', ends)}${this.#class()})`
  }

  #in(key: string, { from, to }: DateRange): string {
    const name = this.#database.dialect.quote(key)
    return `${name} >= ${this.#bind(from)} and ${name} < ${this.#bind(to)}`
  }

  #class(): string {
    const { dialect } = this.#database
    return this.#classes
      .flatMap((condition) =>
        onColumn(
          this.#builder,
          dialect.unindexed(dialect.quote(condition.key)),
          keyOf('event', condition.key),
          condition,
        ),
      )
      .map((part) => ` and ${part}`)
      .join('')
  }

  #bind(value: string): string {
    return this.#builder.bind(value)
  }
}
