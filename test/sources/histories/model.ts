import {
  type ChangedDate,
  type Entry,
  hoursBetween,
  instantOf,
  later,
  type Occurrence,
  occurrencesOf,
  spanOf,
  utcOf,
} from './entries.ts'

/*
 * What must be here, in the words of the contract: every event once; what was changed here as it was changed; the rest as its
 * publisher said it last.
 */

const DAY = 86_400_000
const NEVER = '9999-12-31 00:00:00'

/** That a source says of an event. */
interface Claim {
  readonly source: number
  key: number
  /** As it was read last. */
  read: Entry
  isGone: boolean
}

type Own = Partial<Pick<Entry, 'title' | 'text' | 'start' | 'isCanceled'>>

/** Of one date of a series: what was done to it here. */
type OwnDate = 'deleted' | ChangedDate

export class Known {
  /** Of the event or the series; undefined until it was seen. */
  id: number | undefined
  /** The first speaks for it. */
  readonly claims: Claim[]
  /** As it is shown, but for what is `own`. */
  read: Entry
  own: Own = {}
  readonly dates = new Map<string, OwnDate>()
  /** What is over of a series when it is cancelled takes place as it did. */
  canceledAt: number | undefined
  isTrashed = false
  isPurged = false
  /** Whoever has it again speaks for all of its fields. */
  isFollowing = false
  /** The first date that is another series' now. */
  splitAt: string | undefined
  status: string
  /** Typed here, or the later part of a series that was split here: no source speaks for it. */
  isOurs = false

  constructor(read: Entry, claims: Claim[], status: string) {
    this.read = read
    this.claims = claims
    this.status = status
  }

  get isHere(): boolean {
    return !this.isTrashed && !this.isPurged
  }

  /** As rows of a list. */
  rows(): string[] {
    if (!this.isHere) return []
    const { read, own, splitAt, canceledAt } = this
    const shown: Entry = { ...read, ...own }
    return occurrencesOf(shown)
      .filter(({ at }) => this.dates.get(at) !== 'deleted' && (splitAt === undefined || at < splitAt))
      .map((theirs) => {
        const { start, title, isCanceled } = { ...theirs, ...this.#ownOf(theirs.at, shown) }
        const isOver =
          canceledAt !== undefined &&
          (instantOf(theirs.at) <= canceledAt || instantOf(later(start, shown.hours)) < canceledAt)
        const standing =
          isCanceled || (canceledAt !== undefined && (read.series === undefined || !isOver))
            ? 'canceled'
            : 'scheduled'
        const when = shown.isDay ? start.slice(0, 10) : utcOf(start)
        return rowOf(when, title, read.place, shown.text, this.status, standing)
      })
  }

  /** A series moves with what was done to its dates. */
  move(start: string): void {
    const hours = hoursBetween(this.read.start, start)
    const dates = [...this.dates]
    this.dates.clear()
    for (const [at, date] of dates) this.dates.set(later(at, hours), date)
  }

  /** A date that was changed here stays so, whatever its source says of that date. */
  #ownOf(at: string, { title, isCanceled }: Entry): Partial<Occurrence> {
    const date = this.dates.get(at)
    if (date === 'deleted') return {}
    if (date !== undefined) return { start: at, title, isCanceled, ...date }
    return this.own.title === undefined ? {} : { title }
  }
}

export const rowOf = (
  start: string,
  title: string,
  place: string,
  text: string,
  status: string,
  standing: string,
) => `${start} ${title} (${text}) at ${place}: ${status}, ${standing}`

export interface SourceOfModel {
  readonly id: number
  readonly status: string
  keepGone: boolean
}

export class Model {
  readonly known: Known[] = []

  /** A whole reading. `isConfirmed`: more than half may be gone. */
  read(source: SourceOfModel, entries: readonly Entry[], now: number, isConfirmed = false): void {
    const window = { from: now - 30 * DAY, to: now + 730 * DAY }
    const isInside = (entry: Entry) => {
      const { from, to } = spanOf(entry)
      return to >= window.from && from <= window.to
    }
    const byKey = new Map(entries.map((entry) => [entry.key, entry]))
    const own = this.known.flatMap((known) =>
      known.claims.filter((claim) => claim.source === source.id).map((claim) => ({ known, claim })),
    )
    this.#replace(
      own.filter(({ claim }) => !claim.isGone && !byKey.has(claim.key)),
      entries.filter(({ key }) => !own.some(({ claim }) => claim.key === key)),
      now,
    )
    for (const { known, claim } of own) {
      const entry = byKey.get(claim.key)
      if (entry === undefined || !(claim.isGone || isInside(entry) || isInside(claim.read))) continue
      claim.read = entry
      claim.isGone = false
      if (known.claims[0] === claim && !known.isOurs) this.#follow(known, claim)
    }
    this.#takeOut(
      source,
      own.filter(({ claim }) => !byKey.has(claim.key)),
      own,
      now,
      isConfirmed,
    )
    const keys = new Set(own.map(({ claim }) => claim.key))
    for (const entry of entries) if (!keys.has(entry.key) && isInside(entry)) this.#bring(source, entry)
  }

  /** A series that is written as an event for each date from now on, or the other way round. */
  #replace(
    missing: readonly { readonly known: Known; readonly claim: Claim }[],
    fresh: readonly Entry[],
    now: number,
  ): void {
    for (const { known, claim } of missing) {
      const { read } = claim
      const isDate = (entry: Entry, of: Entry) => occurrencesOf(of).some(({ at }) => at === entry.start)
      const others = fresh.filter(
        (entry) =>
          entry.title === read.title &&
          entry.place === read.place &&
          (entry.series === undefined) !== (read.series === undefined) &&
          (read.series === undefined ? isDate(read, entry) : isDate(entry, read)),
      )
      if (others.length === 0) continue
      const isBegun = read.series !== undefined && spanOf(read).from < now
      const same = isBegun ? undefined : others.find(({ start }) => start === read.start)
      if (same !== undefined) {
        claim.key = same.key
        continue
      }
      claim.isGone = true
      if (isBegun) known.splitAt = occurrencesOf(read).find(({ at }) => instantOf(at) > now)?.at ?? NEVER
      else {
        known.canceledAt = now
        known.isTrashed = true
      }
    }
  }

  #follow(known: Known, claim: Claim): void {
    if (!known.isHere && known.canceledAt === undefined) return
    known.isTrashed = known.isPurged
    known.move(claim.read.start)
    known.read = claim.read
    known.canceledAt = undefined
    if (known.isFollowing) {
      known.own = {}
      known.splitAt = undefined
    }
    known.isFollowing = false
  }

  #takeOut(
    { keepGone }: SourceOfModel,
    missing: readonly { readonly known: Known; readonly claim: Claim }[],
    all: readonly { readonly known: Known; readonly claim: Claim }[],
    now: number,
    isConfirmed: boolean,
  ): void {
    const isOpen = ({ claim }: { readonly claim: Claim }) =>
      !claim.isGone && spanOf(claim.read).to >= now && spanOf(claim.read).from <= now + 730 * DAY
    const gone = missing.filter(isOpen)
    const isTooMany = all.length >= 5 && gone.length > 1 && gone.length * 2 > all.filter(isOpen).length
    if (isTooMany && !keepGone && !isConfirmed) return
    for (const { known, claim } of gone) {
      const place = known.claims.indexOf(claim)
      const others = known.claims.filter((other) => other !== claim && !other.isGone)
      if (known.isPurged) claim.isGone = true
      else if (place > 0 || others.length > 0 || known.isOurs) {
        known.claims.splice(place, 1)
      } else if (!keepGone) {
        claim.isGone = true
        if (known.isTrashed || known.own.isCanceled || known.read.isCanceled) continue
        known.canceledAt = now
        if (known.status !== 'publish') known.isTrashed = true
      }
    }
  }

  /** A new one, or one that is here already. */
  #bring({ id, status }: SourceOfModel, entry: Entry): void {
    const claim: Claim = { source: id, key: entry.key, read: entry, isGone: false }
    const twin = this.known.find((known) => isSame(known, entry))
    if (twin === undefined) {
      this.known.push(new Known(entry, [claim], status))
      return
    }
    const [first] = twin.claims
    const isDate = twin.read.series !== undefined && entry.series === undefined
    if (first?.isGone === true && !twin.isOurs && !isDate) {
      twin.claims.unshift(claim)
      this.#follow(twin, claim)
    } else twin.claims.push(claim)
  }
}

/** The same start, title and place, as they are shown here. */
function isSame(known: Known, entry: Entry): boolean {
  const { read, own, splitAt } = known
  const isThere = known.isHere || (known.isTrashed && known.canceledAt !== undefined)
  const shown = { ...read, ...own }
  // Of a series that became single events, a date that was over when it was read.
  const isDate =
    splitAt !== undefined &&
    entry.series === undefined &&
    entry.start < splitAt &&
    occurrencesOf(shown).some(({ at }) => at === entry.start)
  return (
    isThere &&
    (shown.start === entry.start || isDate) &&
    shown.isDay === entry.isDay &&
    shown.title === entry.title &&
    shown.place === entry.place
  )
}
