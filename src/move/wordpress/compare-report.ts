/*
 * What a comparison tells.
 */

/** Why two values may differ although the move was right. */
export type DifferenceReason =
  /** The same address at another host or path. */
  | 'address'
  /** The same words: the old site shows texts with typographic signs, references, blocks and markup of its theme. */
  | 'rendered text'
  /** A price that the old site reads wrongly from what the editor wrote: `$.50 – $1000` for `1,000.50`. */
  | 'cost'
  /** A value that cannot be, such as an end before the start. The report of the import names it. */
  | 'mended'
  /** A text, an address or a list that is longer than this calendar takes. The report of the import names it. */
  | 'cut'
  /** Another record here has the slug, or it is written in another way. */
  | 'slug'
  /** The same value in another form, such as `1` for `true`. */
  | 'form'
  /** The lists of the old site leave the record out, and it shows it alone. */
  | 'left out'
  /** The import cannot bring the record, such as one with a status of WordPress alone. Its report names it. */
  | 'not brought'
  /** Ours alone: a field that the old site omits or leaves empty, such as the address of an event as its website. */
  | 'addition'
  /** Of WordPress or of an add-on, and in no answer of this calendar: `_links`, event status and the like. */
  | 'add-on'
  /** `json_ld`, which this calendar writes with plain texts and times with offsets. */
  | 'json_ld'
  /** The old site counts posts of other kinds, or events that were not shown. */
  | 'term count'
  /** UTC times of fixed offsets, which the old site takes from a place with summer time. */
  | 'time zone'
  /**
   * Who may see it: the old site hides an event with a password from administrators, and shows linked records that are
   * not published.
   */
  | 'rights'
  /** The code and the position of a currency, which only the old site keeps for each event. */
  | 'currency'

export interface Difference {
  /** Path of the question, such as `events/7`. */
  readonly path: string
  /** Such as `venue.city`. */
  readonly field: string
  readonly old: unknown
  readonly ours: unknown
}

export interface CompareReport {
  /** Values that were compared. */
  readonly values: number
  readonly equal: number
  readonly explained: Readonly<Record<DifferenceReason, number>>
  /** All others. */
  readonly unexplained: number
  /** The first of the others. */
  readonly differences: readonly Difference[]
}

const MOST_SHOWN = 200

export class Tally {
  readonly #explained: Record<DifferenceReason, number> = {
    address: 0,
    'rendered text': 0,
    cost: 0,
    mended: 0,
    cut: 0,
    slug: 0,
    form: 0,
    'left out': 0,
    'not brought': 0,
    addition: 0,
    'add-on': 0,
    json_ld: 0,
    'term count': 0,
    'time zone': 0,
    rights: 0,
    currency: 0,
  }
  readonly #differences: Difference[] = []
  #equal = 0
  #unexplained = 0

  equal(): void {
    this.#equal++
  }

  differs(difference: Difference, reason: DifferenceReason | undefined): void {
    if (reason !== undefined) {
      this.#explained[reason]++
      return
    }
    this.#unexplained++
    if (this.#differences.length < MOST_SHOWN) this.#differences.push(difference)
  }

  report(): CompareReport {
    const explained = Object.values(this.#explained).reduce((sum, many) => sum + many, 0)
    return {
      values: this.#equal + explained + this.#unexplained,
      equal: this.#equal,
      explained: this.#explained,
      unexplained: this.#unexplained,
      differences: this.#differences,
    }
  }
}
