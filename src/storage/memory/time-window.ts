import type { Document, KeysOf, Kind } from '../contract.ts'
import type { Atom, Bounds } from '../shared/atoms.ts'
import { leadOf, secondsOf, textOf } from '../shared/dates.ts'
import type { SortedList } from './sorted-list.ts'

/*
 * Bounds on start, end and utc_start, computed from ranks in lists that are sorted by start only.
 *
 * Events are in buckets by duration. Within a bucket, the start determines the end approximately. So a bound on the end
 * becomes a range of starts that certainly match and a fringe whose events must be tested. The fringe is as long as the
 * durations of the bucket differ. The same applies to the UTC start, which is within a day of the local start. A window
 * therefore costs O(log n) plus the events that are under way at its bounds.
 *
 * In lists that begin with another date, only bounds on that date are ranks.
 */

type Times = Pick<KeysOf<'event'>, 'start' | 'end' | 'utc_start'>

const HOUR = 3600

/**
 * The longest duration of the first bucket, in seconds. Each further bucket contains durations up to four times as
 * long.
 */
const SHORT = 2 * HOUR

/** More than the largest offset from UTC that any time zone ever had, in seconds. */
const GREATEST_OFFSET = 16 * HOUR

/**
 * The bucket of events that end before they start, or whose times are not calendar dates: their times do not bound each
 * other.
 */
const LOOSE = -1

/** The bucket of an event. */
export function bucketOf({ start, end, utc_start }: Times): number {
  const from = secondsOf(start)
  const to = secondsOf(end)
  const utc = secondsOf(utc_start)
  if (from === undefined || to === undefined || utc === undefined) return LOOSE
  if (to < from || Math.abs(utc - from) > GREATEST_OFFSET) return LOOSE
  let bucket = 0
  for (let longest = SHORT; longest < to - from; longest *= 4) bucket++
  return bucket
}

/** The difference in seconds between the start of a bucket's events and another of their times. */
function distance(bucket: number, key: string): readonly [least: number, most: number] {
  if (key === 'utc_start') return [-GREATEST_OFFSET, GREATEST_OFFSET]
  const most = SHORT * 4 ** bucket
  return [bucket === 0 ? 0 : most / 4, most]
}

/** The date with which an order begins. */
export interface FirstDate<K extends Kind> {
  readonly key: string
  readonly valueOf: (document: Document<K>) => string
}

/** A range of positions. All entries from `sure` to `sureTo` match; the others must be tested. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly sure: number
  readonly sureTo: number
}

/** Whether a window of lists that begin with `first` can evaluate the atom: text bounds on a time that follows from it. */
export const isTimeAtom = (atom: Atom, first: string): boolean =>
  (atom.key === first || (first === 'start' && (atom.key === 'end' || atom.key === 'utc_start'))) &&
  atom.form === 'range' &&
  Object.values(atom.bounds).every((bound) => typeof bound === 'string' || bound === undefined)

/** The position of a bound in each list of a bucket: after the starts before the text, or after the starts up to it. */
interface Cut {
  readonly text: string
  readonly lead: number
  readonly at: 'before' | 'upTo'
}

/** The cuts for each part of a `Span`. */
interface Cuts {
  readonly from: Cut[]
  readonly to: Cut[]
  readonly sure: Cut[]
  readonly sureTo: Cut[]
  /** False if a bound gives no information about the starts, so that every event must be tested. */
  isSure: boolean
}

const cutAt = (text: string, at: Cut['at']): Cut => ({ text, lead: leadOf(text), at })

export class TimeWindow<K extends Kind> {
  readonly #atoms: readonly Atom[]
  readonly #first: FirstDate<K> | undefined
  /**
   * Cached by bucket, because there are many lists and formatting a date is slow. This makes a list of ten events 20 %
   * faster.
   */
  readonly #cuts = new Map<number, Cuts>()

  /** `atoms`: only time atoms of lists that begin with `first`. */
  constructor(atoms: readonly Atom[], first: FirstDate<K> | undefined) {
    this.#atoms = atoms
    this.#first = first
  }

  spanIn(bucket: number, list: SortedList<Document<K>>): Span {
    if (this.#atoms.length === 0) return { from: 0, to: list.size, sure: 0, sureTo: list.size }
    const cuts = this.#cutsOf(bucket)
    let [from, to, sure, sureTo] = [0, list.size, 0, cuts.isSure ? list.size : 0]
    const rank = (cut: Cut) => this.#rank(list, cut)
    for (const cut of cuts.from) from = Math.max(from, rank(cut))
    for (const cut of cuts.to) to = Math.min(to, rank(cut))
    to = Math.max(from, to)
    // An empty range needs no further cuts.
    if (from === to) return { from, to, sure: from, sureTo: from }
    for (const cut of cuts.sure) sure = Math.max(sure, rank(cut))
    for (const cut of cuts.sureTo) sureTo = Math.min(sureTo, rank(cut))
    sure = Math.min(Math.max(from, sure), to)
    return { from, to, sure, sureTo: Math.max(sure, Math.min(sureTo, to)) }
  }

  #rank(list: SortedList<Document<K>>, { text, lead, at }: Cut): number {
    const startOf = this.#first?.valueOf ?? (() => '')
    return at === 'before'
      ? list.rank(lead, (document) => startOf(document) < text)
      : list.rank(lead, (document) => startOf(document) <= text)
  }

  #cutsOf(bucket: number): Cuts {
    const known = this.#cuts.get(bucket)
    if (known !== undefined) return known
    const cuts: Cuts = { from: [], to: [], sure: [], sureTo: [], isSure: true }
    this.#cuts.set(bucket, cuts)
    for (const atom of this.#atoms) {
      if (atom.form !== 'range') continue
      const { gte, gt, lte, lt } = texts(atom.bounds)
      if (atom.key === this.#first?.key) {
        if (gte !== undefined) cuts.from.push(cutAt(gte, 'before'))
        if (gt !== undefined) cuts.from.push(cutAt(gt, 'upTo'))
        if (lte !== undefined) cuts.to.push(cutAt(lte, 'upTo'))
        if (lt !== undefined) cuts.to.push(cutAt(lt, 'before'))
        continue
      }
      const [least, most] = distance(bucket, atom.key)
      for (const bound of [gte, gt]) {
        if (bound === undefined) continue
        const seconds = bucket === LOOSE ? undefined : secondsOf(bound)
        if (seconds === undefined) cuts.isSure = false
        else {
          cuts.from.push(cutAt(textOf(seconds - most), 'before'))
          cuts.sure.push(cutAt(textOf(seconds - least), 'upTo'))
        }
      }
      for (const bound of [lte, lt]) {
        if (bound === undefined) continue
        const seconds = bucket === LOOSE ? undefined : secondsOf(bound)
        if (seconds === undefined) cuts.isSure = false
        else {
          cuts.to.push(cutAt(textOf(seconds - least), 'upTo'))
          cuts.sureTo.push(cutAt(textOf(seconds - most), 'before'))
        }
      }
    }
    return cuts
  }
}

function texts(bounds: Bounds) {
  const text = (bound: string | number | undefined) => (typeof bound === 'string' ? bound : undefined)
  return { gte: text(bounds.gte), gt: text(bounds.gt), lte: text(bounds.lte), lt: text(bounds.lt) }
}
