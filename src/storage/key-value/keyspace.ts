import type { Kind, Sequence } from '../contract.ts'
import { hash } from './hash.ts'
import { textDigits } from './text-digits.ts'

/*
 * All keys. Every key starts with the calendar's name and `/`, followed by:
 *
 * layout                      the version of the stored format
 * clock                       the state of the calendar: changes with every commit
 * j/NUMBER                    the documents that this commit wrote
 * last/SEQUENCE               the last allocated ID
 * h/KIND/ID                   head: version, keys, number of parts of text and data
 * x/KIND/ID/PART              text
 * d/KIND/ID/PART              data
 * u/KIND/HASH                 the owners of the unique values with this hash
 * s/KIND/HASH                 the documents with a slug of this hash
 * m/KIND/HASH                 the documents with a name of this hash
 * p/KIND/PARENT/ID            children
 * r/KIND/RECORD/ID            entries of a record
 * e/DATE/ID                   receipts by expiry date
 * t/LINE/LIST/SORT            timelines and other lists, with a digest for filters (see timelines.ts, sorted-lists.ts)
 * n/KIND/READERS/PERIOD       counts of events, venues and organizers (see counters.ts)
 * y/FACET/VALUE               counts of events with a term, venue or organizer
 *
 * All parts have a fixed width, so that keys sort like their values: IDs are 11 digits in base 36, dates are their 14
 * digits. User texts appear in keys as hashes; titles and values of custom fields by their beginning.
 */

const CODES: Readonly<Record<Kind, string>> = {
  event: 'e',
  venue: 'v',
  organizer: 'o',
  category: 'c',
  tag: 't',
  receipt: 'r',
  entry: 'l',
  extra: 'x',
}

/** Sorts after every key with the prefix. */
export const END = '~'

const WIDTH = 11

export const idIn = (digits: string): number => Number.parseInt(digits, 36)
export const digitsOf = (id: number): string => id.toString(36).padStart(WIDTH, '0')

/** Encodes any safe integer. The encoding does not preserve order; none is needed. */
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

/** Limit for the escaped name. Keys stay within the 150 characters that the port promises to stores. */
const LONGEST_NAME = 64

/** Builds the keys of one calendar. */
export class Keyspace {
  readonly #start: string
  readonly layout: string
  readonly clock: string

  /** `option`: the option name for error messages. @throws TypeError for a name that is empty or too long. */
  constructor(calendar: string, option = 'calendar') {
    const name = escaped(calendar)
    if (name === '' || name.length > LONGEST_NAME) {
      throw new TypeError(
        `${option}: must have 1 to 64 characters, of which others than A-Za-z0-9_- count three`,
      )
    }
    this.#start = `${name}/`
    this.layout = `${this.#start}layout`
    this.clock = `${this.#start}clock`
  }

  /** The prefix of every key. */
  get start(): string {
    return this.#start
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

  unique(kind: Kind, value: string): string {
    return `${this.#start}u/${CODES[kind]}/${hash(value)}`
  }

  /** The entry for a text of a lookup key. `code` identifies the lookup key. */
  ofText(code: string, kind: Kind, text: string): string {
    return `${this.#start}${code}/${CODES[kind]}/${hash(text)}`
  }

  /** The key prefix for an integer of a lookup key. */
  ofInteger(code: string, kind: Kind, integer: number): string {
    return `${this.#start}${code}/${CODES[kind]}/${signed(integer)}/`
  }

  get expiries(): string {
    return `${this.#start}e/`
  }

  /** The key prefix of all lines that start with `line`. */
  timelines(line: string): string {
    return `${this.#start}t/${line}`
  }

  /** `line`: built by `lines`. */
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

/** Bytes of a value in the name of its line: as many as keys have room for. */
const BEGINNING = 21

/** The names of timelines. A timeline lists documents in the main order of their kind. */
export const lines = {
  ofStatus: (kind: Kind, status: string): string => `${CODES[kind]}s${hash(status)}`,
  /** The common prefix of all lines of a facet. */
  ofFacet: (facet: Kind): string => `ef${CODES[facet]}`,
  ofValue: (facet: Kind, value: number): string => `ef${CODES[facet]}${signed(value)}`,
  /** The common prefix of all lines of a custom field. Other fields may share it. */
  ofField: (name: string): string => `eff${hash(name).slice(0, 10)}`,
  /** Sorts like the values of the field. Values with the same beginning share a line. */
  ofFieldValue: (name: string, value: string): string => lines.ofField(name) + textDigits(value, BEGINNING),
  ofOwner: (owner: string): string => `xo${hash(owner)}`,
  /** Labels of an owner. Those with the same hash share a line. */
  ofLabel: (owner: string, label: string): string => `xl${hash(JSON.stringify([owner, label]))}`,
  featured: 'ex',
  series: 'er',
  /** Events that end before they start, or whose times are not calendar dates. They are in no other line. */
  irregular: 'ei',
} as const
