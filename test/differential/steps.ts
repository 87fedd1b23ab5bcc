import type { Answer, Asker } from '../routes/calendar.ts'

/*
 * Requests as data, in a form that stays meaningful when others before them are left out: what an earlier step made is
 * named by that step. In every text, `{3}` is the ID of what step 3 made, `{3.slug}` its slug, `{3.etag}` the tag that
 * it was last seen with; `{3.venue}` and its like are the first venue, organizer, category or tag in step 3's answer.
 */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type Fields = Readonly<Record<string, Json>>
export type Pair = readonly [name: string, value: string]

export interface Step {
  /** By which later steps refer to it. */
  readonly number: number
  /** Seconds that go by before it. */
  readonly wait: number
  readonly as: Asker
  readonly method: string
  readonly path: string
  readonly query: readonly Pair[]
  readonly fields?: Fields
  readonly headers: Readonly<Record<string, string>>
}

/** A step with everything filled in that earlier answers say. */
export interface Sendable {
  readonly path: string
  readonly init: RequestInit
}

/** What stands for the ID, slug or tag of what was not made: nothing has these. */
const UNKNOWN = { id: '999983', slug: 'never-made', etag: '"0.never"' } as const

const REFERENCE = /\{(\d+(?:\.(?:venue|organizer|category|tag))?)(?:\.(slug|etag))?\}/g
const WHOLE_ID = /^\{\d+(?:\.(?:venue|organizer|category|tag))?\}$/

interface Seen {
  readonly id: string
  readonly slug: string
  etag: string
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** What the answers so far have told. */
export class Known {
  /** By the number of the step, or by that and the kind of what came with it. */
  readonly #made = new Map<string, Seen>()
  /** By collection and ID. */
  readonly #latest = new Map<string, Seen>()

  learn(step: Step, { status, headers, body }: Answer): void {
    if (status >= 300) return
    const collection = step.path.split('/')[1] ?? ''
    const main = this.#see(collection, body)
    if (main === undefined) return
    main.etag = headers.get('etag') ?? main.etag
    if (step.method !== 'GET') this.#made.set(`${step.number}`, main)
    for (const [kind, of, list] of [
      ['venue', 'venues', body.venue],
      ['organizer', 'organizers', body.organizer],
      ['category', 'categories', body.categories],
      ['tag', 'tags', body.tags],
    ] as const) {
      const first = this.#see(of, Array.isArray(list) ? list[0] : list)
      if (first !== undefined) this.#made.set(`${step.number}.${kind}`, first)
    }
  }

  #see(collection: string, record: unknown): Seen | undefined {
    if (typeof record !== 'object' || record === null || !('id' in record)) return undefined
    const id = String(record.id)
    const before = this.#latest.get(`${collection} ${id}`)
    const slug = 'slug' in record ? String(record.slug) : ''
    const seen = { id, slug, etag: before?.etag ?? UNKNOWN.etag }
    this.#latest.set(`${collection} ${id}`, seen)
    for (const [name, made] of this.#made) if (made === before) this.#made.set(name, seen)
    return seen
  }

  text(text: string): string {
    return text.replace(REFERENCE, (_, name: string, what: 'slug' | 'etag' | undefined) => {
      const seen = this.#made.get(name)
      return (what === undefined ? seen?.id : seen?.[what]) || UNKNOWN[what ?? 'id']
    })
  }

  /** Where a value is nothing but an ID, it is a number. */
  value(value: Json): Json {
    if (typeof value === 'string') return WHOLE_ID.test(value) ? Number(this.text(value)) : this.text(value)
    if (typeof value !== 'object' || value === null) return value
    if (isList(value)) return value.map((one) => this.value(one))
    return this.fields(value)
  }

  fields(fields: Fields): Fields {
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, this.value(value)]))
  }

  request(step: Step): Sendable {
    const { method, fields } = step
    const headers = new Headers()
    for (const [name, value] of Object.entries(step.headers)) headers.set(name, this.text(value))
    const path = step.path.split('/').map((segment) => encodeURIComponent(this.text(segment)))
    const query = new URLSearchParams(step.query.map(([name, value]) => [name, this.text(value)]))
    const url = `${path.join('/')}${query.size === 0 ? '' : `?${query}`}`
    if (fields === undefined) return { path: url, init: { method, headers } }
    headers.set('content-type', 'application/json')
    return { path: url, init: { method, headers, body: JSON.stringify(this.fields(fields)) } }
  }
}

/** A line for people. */
export function shown(step: Step): string {
  const { number, wait, as, method, path, query, fields, headers } = step
  const parts = [
    `${String(number).padStart(3)}.`,
    ...(wait === 0 ? [] : [`(${wait} s later)`]),
    `${as}:`,
    method,
    path + (query.length === 0 ? '' : `?${query.map(([name, value]) => `${name}=${value}`).join('&')}`),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(fields === undefined ? [] : [JSON.stringify(fields)]),
  ]
  return parts.join(' ')
}
