import type { KeysOf, Kind } from '../contract.ts'

/*
 * Heads: of a document all but its text and data, as a list without names, which would be half of it.
 */

export interface Head<K extends Kind = Kind> {
  readonly version: number
  /** Into how many values the text is split, and the data. */
  readonly textParts: number
  readonly dataParts: number
  readonly keys: KeysOf<K>
}

type Parts = [version: number, textParts: number, dataParts: number]
type Common = [...Parts, slug: string, unique_slug: string | null]
type Post = [...Common, status: string, author: number, reader: number, date: string]
type Term = [...Common, name: string, parent: number]
type Links = readonly number[]
type Event = [
  ...Post,
  ...[full_reader: number, hidden: boolean, featured: boolean, ticketed: boolean],
  ...[start: string, end: string, utc_start: string, parent: number],
  ...[category: Links, tag: Links, venue: Links, organizer: Links],
]
type Venue = [...Post, name: string, latitude: number | null, longitude: number | null]
type Organizer = [...Post, name: string]
type Receipt = [...Parts, expires: string]

interface Codec<K extends Kind> {
  readonly write: (head: Head<K>) => readonly unknown[]
  readonly read: (text: string) => Head<K>
}

const common = <K extends Exclude<Kind, 'receipt'>>({
  version,
  textParts,
  dataParts,
  keys,
}: Head<K>): Common => [version, textParts, dataParts, keys.slug, keys.unique_slug]

const post = <K extends 'event' | 'venue' | 'organizer'>(head: Head<K>): Post => {
  const { status, author, reader, date } = head.keys
  return [...common(head), status, author, reader, date]
}

const event: Codec<'event'> = {
  write(head): Event {
    const { full_reader, hidden, featured, ticketed, start, end, utc_start, parent, ...keys } = head.keys
    const times = [start, end, utc_start, parent] as const
    const links = [keys.category, keys.tag, keys.venue, keys.organizer] as const
    return [...post(head), full_reader, hidden, featured, ticketed, ...times, ...links]
  },
  read(text) {
    const row: Event = JSON.parse(text)
    return {
      version: row[0],
      textParts: row[1],
      dataParts: row[2],
      keys: {
        slug: row[3],
        unique_slug: row[4],
        status: row[5],
        author: row[6],
        reader: row[7],
        date: row[8],
        full_reader: row[9],
        hidden: row[10],
        featured: row[11],
        ticketed: row[12],
        start: row[13],
        end: row[14],
        utc_start: row[15],
        parent: row[16],
        category: row[17],
        tag: row[18],
        venue: row[19],
        organizer: row[20],
      },
    }
  },
}

const venue: Codec<'venue'> = {
  write: (head): Venue => [...post(head), head.keys.name, head.keys.latitude, head.keys.longitude],
  read(text) {
    const row: Venue = JSON.parse(text)
    const [version, textParts, dataParts, slug, unique_slug, status, author, reader, date] = row
    const [name, latitude, longitude] = [row[9], row[10], row[11]]
    const keys = { slug, unique_slug, status, author, reader, date, name, latitude, longitude }
    return { version, textParts, dataParts, keys }
  },
}

const organizer: Codec<'organizer'> = {
  write: (head): Organizer => [...post(head), head.keys.name],
  read(text) {
    const row: Organizer = JSON.parse(text)
    const [version, textParts, dataParts, slug, unique_slug, status, author, reader, date, name] = row
    return {
      version,
      textParts,
      dataParts,
      keys: { slug, unique_slug, status, author, reader, date, name },
    }
  },
}

const term = {
  write: (head: Head<'category' | 'tag'>): Term => [...common(head), head.keys.name, head.keys.parent],
  read(text: string) {
    const [version, textParts, dataParts, slug, unique_slug, name, parent]: Term = JSON.parse(text)
    return { version, textParts, dataParts, keys: { slug, unique_slug, name, parent } }
  },
}

const receipt: Codec<'receipt'> = {
  write: ({ version, textParts, dataParts, keys }): Receipt => [version, textParts, dataParts, keys.expires],
  read(text) {
    const [version, textParts, dataParts, expires]: Receipt = JSON.parse(text)
    return { version, textParts, dataParts, keys: { expires } }
  },
}

const CODECS: { readonly [K in Kind]: Codec<K> } = {
  event,
  venue,
  organizer,
  category: term,
  tag: term,
  receipt,
}

export function writeHead<K extends Kind>(kind: K, head: Head<K>): string {
  return JSON.stringify(CODECS[kind].write(head))
}

export function readHead<K extends Kind>(kind: K, text: string): Head<K> {
  return CODECS[kind].read(text)
}
