import type { Document } from '../../../storage/contract.ts'
import { EVENT } from '../../fields/event.ts'
import { ORGANIZER } from '../../fields/organizer.ts'
import {
  first,
  type Guard,
  isObject,
  type OlderOf,
  olderOf,
  oneOf,
  type Row,
  type Table,
} from '../../fields/row.ts'
import { TERM } from '../../fields/term.ts'
import { VENUE } from '../../fields/venue.ts'
import { parse } from '../json.ts'
import type { RecordOf } from './records.ts'

/*
 * Parses stored documents into records. Every field is checked: a document that was edited by hand, or written by
 * another program, is reported here and does not break a response.
 */

type RecordKind = keyof RecordOf

/** Fields of the first documents. A field that is added later has a default, or else it does not compile below. */
interface FirstFields {
  event:
    | FirstOfPosts
    | ('start' | 'end' | 'utc_start' | 'utc_end' | 'all_day' | 'timezone')
    | ('start_offset' | 'end_offset' | 'timezone_abbr')
  venue:
    | FirstOfPosts
    | ('venue' | 'description' | 'stateprovince' | 'geo_lat' | 'geo_lng')
    | ('show_map' | 'show_map_link')
  organizer: FirstOfPosts | 'organizer' | 'description'
  category: FirstOfTerms
  tag: FirstOfTerms
}

type FirstOfPosts =
  | ('kind' | 'author' | 'status' | 'date' | 'date_utc' | 'dated' | 'published')
  | ('modified' | 'modified_utc' | 'slug' | 'image')
type FirstOfTerms = 'kind' | 'name' | 'description' | 'slug' | 'parent'

type Defaults<R, F> = { readonly [N in Exclude<keyof R, F | 'id' | 'version' | OptionalName<R>>]: R[N] }
type OptionalName<R> = { [N in keyof R]-?: undefined extends R[N] ? N : never }[keyof R]

interface Reader<O> {
  /** Values of fields that documents of older versions lack. */
  readonly older: O
  readonly guards: readonly (readonly [name: string, is: Guard<unknown>])[]
}

const readerOf = <T extends Table>(table: T): Reader<OlderOf<T>> => ({
  older: olderOf(table),
  guards: Object.entries<Row>(table).map(([name, { is }]) => [name, is]),
})

const READERS: { readonly [K in RecordKind]: Reader<Defaults<RecordOf[K], FirstFields[K]>> } = {
  event: readerOf(EVENT),
  venue: readerOf(VENUE),
  organizer: readerOf(ORGANIZER),
  category: readerOf({ ...TERM, kind: first(oneOf(['category'])) }),
  tag: readerOf({ ...TERM, kind: first(oneOf(['tag'])) }),
}

function isRecord<K extends RecordKind>(kind: K, value: unknown): value is RecordOf[K] {
  if (!isObject(value)) return false
  for (const [name, is] of READERS[kind].guards) if (!is(value[name])) return false
  return true
}

/** What a record is made of. */
export type Stored = Pick<Document, 'id' | 'version' | 'data'>

/** Throws a `TypeError` for a document that is not a record of this kind. */
export function fromDocument<K extends RecordKind>(kind: K, { id, version, data }: Stored): RecordOf[K] {
  const stored = parse(data)
  // Adds to the parsed object, because a copy takes twice as long as parsing.
  if (isRecord(kind, stored)) return Object.assign(stored, { id, version })
  const completed = { ...READERS[kind].older, ...(isObject(stored) ? withWork(stored) : {}) }
  if (isRecord(kind, completed)) return Object.assign(completed, { id, version })
  const values = new Map<string, unknown>(Object.entries(completed))
  const wrong = READERS[kind].guards.flatMap(([name, is]) => (is(values.get(name)) ? [] : [name]))
  throw new TypeError(`the stored ${kind} ${id} has wrong fields: ${wrong.join(', ')}`)
}

/** Before version 0.8, a series said what remains to be done as `unfinished` and `adopts`. */
function withWork(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!isObject(stored.series) || !('unfinished' in stored.series)) return stored
  const { unfinished, adopts, ...series } = stored.series
  return { ...stored, series: { ...series, work: { do: unfinished, adopts } } }
}
