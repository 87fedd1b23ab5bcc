import type { Kind, Sequence } from '../contract.ts'
import { hash } from './hash.ts'

/*
 * What is kept, by key. Every key begins with the calendar's name and `/`; after it comes:
 *
 *   layout                      the version of all this
 *   clock                       what tells the state of the calendar: another with every commit
 *   j/NUMBER                    which documents the commit of this number wrote
 *   last/SEQUENCE               the last ID that was given out
 *   h/KIND/ID                   head: version, keys, and into how many parts text and data are split
 *   x/KIND/ID/PART              text
 *   d/KIND/ID/PART              data
 *   u/KIND/HASH                 whose the unique slugs with this hash are
 *   s/KIND/HASH                 who have a slug with this hash
 *   m/KIND/HASH                 who have a name with this hash
 *   p/KIND/PARENT/ID            children
 *   e/DATE/ID                   receipts by the date from when on they may be removed
 *   t/LINE/LIST/SORT            timelines, with what filters look at (see timelines.ts)
 *   n/KIND/READERS/PERIOD       numbers of events, venues and organizers (see counters.ts)
 *   y/FACET/VALUE               numbers of events with a term, venue or organizer
 *
 * All parts have fixed widths, so that they sort as what they stand for: IDs are 11 digits to the base 36, dates their
 * 14 digits. Texts of users stand in keys as hashes.
 */

const CODES: Readonly<Record<Kind, string>> = {
  event: 'e',
  venue: 'v',
  organizer: 'o',
  category: 'c',
  tag: 't',
  receipt: 'r',
}

/** After everything that may follow a prefix. */
export const END = '~'

const WIDTH = 11

export const idIn = (digits: string): number => Number.parseInt(digits, 36)
export const digitsOf = (id: number): string => id.toString(36).padStart(WIDTH, '0')

/** Of any safe integer; these need no order. */
export const signed = (value: number): string => (value < 0 ? `m${digitsOf(-value)}` : `p${digitsOf(value)}`)

export const signedIn = (digits: string): number => (digits.startsWith('m') ? -1 : 1) * idIn(digits.slice(1))

/** The ID at the end of a key. */
export const lastId = (key: string): number => idIn(key.slice(-WIDTH))

const escaped = (name: string): string =>
  [...new TextEncoder().encode(name)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[A-Za-z0-9_-]/.test(character) ? character : `~${byte.toString(16).padStart(2, '0')}`
    })
    .join('')

/** Of the escaped name, so that keys stay below the 150 characters that stores are promised. */
const LONGEST_NAME = 64

/** Writes the keys of one calendar. */
export class Keyspace {
  readonly #start: string
  readonly layout: string
  readonly clock: string

  /** @throws TypeError for a name that is empty or too long. */
  constructor(calendar: string) {
    const name = escaped(calendar)
    if (name === '' || name.length > LONGEST_NAME) {
      throw new TypeError(
        'calendar: must have 1 to 64 characters, of which others than A-Za-z0-9_- count three',
      )
    }
    this.#start = `${name}/`
    this.layout = `${this.#start}layout`
    this.clock = `${this.#start}clock`
  }

  last(sequence: Sequence): string {
    return `${this.#start}last/${sequence}`
  }

  heads(kind: Kind): string {
    return `${this.#start}h/${CODES[kind]}/`
  }

  get notes(): string {
    return `${this.#start}j/`
  }

  note(commit: number): string {
    return this.notes + digitsOf(commit)
  }

  head(kind: Kind, id: number): string {
    return this.heads(kind) + digitsOf(id)
  }

  text(kind: Kind, id: number, part: number): string {
    return `${this.#start}x/${CODES[kind]}/${digitsOf(id)}/${partNumber(part)}`
  }

  data(kind: Kind, id: number, part: number): string {
    return `${this.#start}d/${CODES[kind]}/${digitsOf(id)}/${partNumber(part)}`
  }

  unique(kind: Kind, slug: string): string {
    return `${this.#start}u/${CODES[kind]}/${hash(slug)}`
  }

  slugs(kind: Kind, slug: string): string {
    return `${this.#start}s/${CODES[kind]}/${hash(slug)}`
  }

  names(kind: Kind, name: string): string {
    return `${this.#start}m/${CODES[kind]}/${hash(name)}`
  }

  children(kind: Kind, parent: number): string {
    return `${this.#start}p/${CODES[kind]}/${signed(parent)}/`
  }

  get expiries(): string {
    return `${this.#start}e/`
  }

  /** What the keys of all lines that begin so begin with. */
  timelines(line: string): string {
    return `${this.#start}t/${line}`
  }

  /** `line`: one of those in `lines`. */
  list(line: string, list: string): string {
    return `${this.timelines(line)}/${list}/`
  }

  numbers(kind: Kind, readers: string, period: string): string {
    return `${this.#start}n/${CODES[kind]}/${readers}/${period}`
  }

  tallies(facet: Kind): string {
    return `${this.#start}y/${CODES[facet]}/`
  }

  tally(facet: Kind, value: number): string {
    return this.tallies(facet) + signed(value)
  }

  /** The value in the key of a tally. */
  tallied(key: string, facet: Kind): number {
    return signedIn(key.slice(this.tallies(facet).length))
  }
}

const partNumber = (part: number): string => String(part).padStart(4, '0')

/** The timelines, by which documents are found in their main order. */
export const lines = {
  ofStatus: (kind: Kind, status: string): string => `${CODES[kind]}s${hash(status)}`,
  /** All of a facet begin with this. */
  ofFacet: (facet: Kind): string => `ef${CODES[facet]}`,
  ofValue: (facet: Kind, value: number): string => `ef${CODES[facet]}${signed(value)}`,
  featured: 'ex',
  /** Events that end before they start, or whose times are no dates of the calendar; these are in no other. */
  irregular: 'ei',
} as const
