import type { Atom, Bounds } from '../atoms.ts'
import type { Document, KeysOf, Kind } from '../contract.ts'
import { leadOf, secondsOf, textOf } from '../wall-clock.ts'
import type { SortedList } from './sorted-list.ts'

/*
 * Bounds on start, end and utc_start, answered by ranks in lists that are sorted by start alone.
 *
 * Events are kept in buckets by duration. Within a bucket, where an event starts says nearly when it ends: a
 * bound on the end becomes a stretch of starts that surely meet it, and a fringe, no longer than the bucket's
 * durations differ, whose events must be looked at. The same goes for the UTC start, which is within a day of the
 * start by the wall clock. So a window costs O(log n) and the events that were under way at its bounds.
 */

type Times = Pick<KeysOf<'event'>, 'start' | 'end' | 'utc_start'>

const HOUR = 3600

/** The longest duration of the first bucket; each further bucket holds durations up to four times as long. */
const SHORT = 2 * HOUR

/** No zone was ever further from UTC. */
const GREATEST_OFFSET = 16 * HOUR

/** Events whose times say nothing about each other: they end before they start, or are no dates. */
const LOOSE = -1

/** The bucket that an event belongs to. */
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

/** How far behind the start of a bucket's events another of their times is. */
function distance(bucket: number, key: string): readonly [least: number, most: number] {
  if (key === 'utc_start') return [-GREATEST_OFFSET, GREATEST_OFFSET]
  const most = SHORT * 4 ** bucket
  return [bucket === 0 ? 0 : most / 4, most]
}

/** A stretch of positions. Of those from `sure` to `sureTo` all meet the bounds; the others must be looked at. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly sure: number
  readonly sureTo: number
}

/** Whether a window can answer the atom: bounds, all texts, on one of the three times. */
export const isTimeAtom = (atom: Atom): boolean =>
  (atom.key === 'start' || atom.key === 'end' || atom.key === 'utc_start') &&
  atom.form === 'range' &&
  Object.values(atom.bounds).every((bound) => typeof bound === 'string' || bound === undefined)

/** Where a bound cuts each list of a bucket: behind what starts before the text, or also behind what starts at it. */
interface Cut {
  readonly text: string
  readonly lead: number
  readonly at: 'before' | 'upTo'
}

/** The cuts by what they bound; see `Span`. */
interface Cuts {
  readonly from: Cut[]
  readonly to: Cut[]
  readonly sure: Cut[]
  readonly sureTo: Cut[]
  /** A bound says nothing about these starts: every event must be looked at. */
  isSure: boolean
}

const cutAt = (text: string, at: Cut['at']): Cut => ({ text, lead: leadOf(text), at })

export class Window<K extends Kind> {
  readonly #atoms: readonly Atom[]
  readonly #startOf: (document: Document<K>) => string
  /** By bucket: there are many lists, and a date is dear to write. A list of ten events takes a fifth less with it. */
  readonly #cuts = new Map<number, Cuts>()

  /** `atoms` are time atoms. */
  constructor(atoms: readonly Atom[], startOf: (document: Document<K>) => string) {
    this.#atoms = atoms
    this.#startOf = startOf
  }

  spanIn(bucket: number, list: SortedList<Document<K>>): Span {
    if (this.#atoms.length === 0) return { from: 0, to: list.size, sure: 0, sureTo: list.size }
    const cuts = this.#cutsOf(bucket)
    let [from, to, sure, sureTo] = [0, list.size, 0, cuts.isSure ? list.size : 0]
    const rank = (cut: Cut) => this.#rank(list, cut)
    for (const cut of cuts.from) from = Math.max(from, rank(cut))
    for (const cut of cuts.to) to = Math.min(to, rank(cut))
    to = Math.max(from, to)
    // What nothing is left of need not be looked at any closer.
    if (from === to) return { from, to, sure: from, sureTo: from }
    for (const cut of cuts.sure) sure = Math.max(sure, rank(cut))
    for (const cut of cuts.sureTo) sureTo = Math.min(sureTo, rank(cut))
    sure = Math.min(Math.max(from, sure), to)
    return { from, to, sure, sureTo: Math.max(sure, Math.min(sureTo, to)) }
  }

  #rank(list: SortedList<Document<K>>, { text, lead, at }: Cut): number {
    const startOf = this.#startOf
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
      if (atom.key === 'start') {
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
