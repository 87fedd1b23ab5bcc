import { type Answer, type Calendar, eventOf, type User } from '../routes/calendar.ts'

/*
 * One text in every field of a record that takes text, as JSON and as a form.
 */

export const WRITERS = ['administrator', 'editor', 'author', 'contributor'] as const satisfies User[]
export type Writer = (typeof WRITERS)[number]

export const ENCODINGS = ['json', 'form'] as const
export type Encoding = (typeof ENCODINGS)[number]

export const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
export type Collection = (typeof COLLECTIONS)[number]

interface Fields {
  readonly [name: string]: string | Fields | readonly (string | Fields)[]
}

/** Who may write what: `docs/access.md`. */
export const mayWrite = (writer: Writer, collection: Collection): boolean =>
  collection === 'tags'
    ? writer === 'administrator' || writer === 'editor'
    : collection !== 'categories' || writer !== 'contributor'

/** Longer ones are refused in lines (1,000 characters) and in names of terms (200), so they go where they fit. */
const fits = (text: string, most: number): string => (text.length <= most ? text : 'x')
const inLine = (text: string): string => fits(text, 700)
const inName = (text: string): string => fits(text, 180)

const LINES = {
  venues: ['address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  organizers: ['phone', 'email'],
} as const

const linesOf = (collection: 'venues' | 'organizers', text: string): Fields =>
  Object.fromEntries(LINES[collection].map((name) => [name, inLine(text)]))

/** Names need a mark of their own: of what is called alike and exists already, no second one is made. */
const venueOf = (text: string, mark: string): Fields => ({
  venue: `${mark} ${inLine(text)}`,
  description: text,
  ...linesOf('venues', text),
})
const organizerOf = (text: string, mark: string): Fields => ({
  organizer: `${mark} ${inLine(text)}`,
  description: text,
  ...linesOf('organizers', text),
})

/** `whole`: an event with a venue, an organizer and terms that are made with it, as far as the writer may. */
export function fieldsOf(
  collection: Collection,
  text: string,
  writer: Writer,
  mark: string,
  whole = true,
): Fields {
  if (collection === 'venues') return { ...venueOf(text, mark), slug: `s${inLine(text)}` }
  if (collection === 'organizers') return { ...organizerOf(text, mark), slug: `s${inLine(text)}` }
  if (collection !== 'events')
    return { name: `${mark} ${inName(text)}`, description: text, slug: `${mark}-${inLine(text)}` }
  const event = {
    ...eventOf(),
    title: `T ${inLine(text)}`,
    description: text,
    excerpt: `<p>x${text}</p>y`,
    cost: `c ${inLine(text)}`,
    slug: `s${inLine(text)}`,
  }
  if (!whole) return event
  return {
    ...event,
    venue: venueOf(text, `V${mark}`),
    organizer: [organizerOf(text, `O${mark}`)],
    ...(mayWrite(writer, 'categories') ? { categories: [`C${mark} ${inName(text)}`] } : {}),
    ...(mayWrite(writer, 'tags') ? { tags: [`G${mark} ${inName(text)}`] } : {}),
  }
}

function pairs(fields: object, nameOf = (own: string) => own): [string, string][] {
  return Object.entries(fields).flatMap(([own, value]): [string, string][] => {
    if (typeof value === 'string') return [[nameOf(own), value]]
    return pairs(Object(value), (inner) => `${nameOf(own)}[${inner}]`)
  })
}

export function send(
  calendar: Calendar,
  method: string,
  path: string,
  fields: object,
  encoding: Encoding,
  writer: Writer,
): Promise<Answer> {
  if (encoding === 'json') return calendar.ask(method, path, fields, writer)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams(pairs(fields)).toString()
  return calendar.send(path, { method, headers, body }, writer)
}

/** What no text may hold: NUL, and half characters, which a form cannot even say. */
export const isRefused = (text: string, encoding: Encoding): boolean =>
  text.includes('\0') || (encoding === 'json' && /\p{Surrogate}/u.test(text))

/** Every text in an answer with the names on the way to it. */
export function textsIn(
  value: unknown,
  path: readonly string[] = [],
): { path: readonly string[]; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...path, name]))
}

/** Fields that answers hold as HTML; all others are plain. In `json_ld` all are plain. */
const HTML = ['title', 'description', 'excerpt', 'venue', 'organizer', 'name', 'cost']

export const isHtml = (path: readonly string[]): boolean =>
  !path.includes('json_ld') && HTML.includes(path.at(-1) ?? '')
