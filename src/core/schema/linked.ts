import * as z from 'zod/mini'
import { Problems } from '../../errors.ts'
import type { Limits } from '../../types/index.ts'
import { ORGANIZER } from '../fields/organizer.ts'
import { ORGANIZER_OUTSIDE } from '../fields/organizer-outside.ts'
import { VENUE } from '../fields/venue.ts'
import { VENUE_OUTSIDE } from '../fields/venue-outside.ts'
import { field, sentAs } from './field.ts'
import { plainBodies } from './plain-bodies.ts'
import { postShape } from './posts.ts'
import { readFields } from './read.ts'
import { anyNumber, anyText, idFrom, isYesWord, numberBetween, Refusal, wire } from './wire.ts'
import { anyList, anyObject, clearableText, EMPTIES, htmlLine, refsForm } from './wire-body.ts'

/** Booleans, or words: yes means on, all other words mean off. null means the default, on. */
const mapSwitch = (description: string) =>
  field(
    wire(
      z.nullable(z.union([anyText, z.boolean()], 'must be true, false or text')),
      (value) => value === null || value === true || (value !== false && isYesWord(value)),
    ),
    { type: 'string', default: null, description },
  )

const degrees = (most: number) =>
  sentAs(
    wire(
      z.union(
        [z.null(), z.literal(''), numberBetween(-most, most)],
        `must be a number from -${most} to ${most}`,
      ),
      (value) => (value === '' ? null : value),
    ),
    {
      anyOf: [
        { type: 'number', minimum: -most, maximum: most },
        // A number as text, or nothing.
        { type: 'string', pattern: '^([+-]?\\d{1,2}(\\.\\d*)?)?$' },
        { type: 'null' },
      ],
    },
  )

const coordinate = (most: number, description: string) =>
  field(degrees(most), { type: 'number', description })

export function venueSchema(limits: Limits, isCustom: boolean) {
  const { zip, phone, website, ...plain } = plainBodies(VENUE, VENUE_OUTSIDE, limits)
  return z.object({
    venue: field(htmlLine(limits.line), {
      type: 'string',
      description: 'Name. HTML: inline elements without links.',
    }),
    ...postShape(limits, isCustom),
    show_map: mapSwitch(
      'Whether to show a map: true or false, or the texts 1, true, yes, y, on, enable, enabled; other text is no.',
    ),
    show_map_link: mapSwitch('Whether to link to a map; spelled as show_map.'),
    ...plain,
    stateprovince: field(clearableText(limits.line), {
      type: 'string',
      default: null,
      description: 'State or province; when empty it follows from these and the country.',
    }),
    zip,
    phone,
    website,
    geo_lat: coordinate(90, 'Latitude in degrees, -90 to 90.'),
    geo_lng: coordinate(180, 'Longitude in degrees, -180 to 180.'),
  })
}

export function organizerSchema(limits: Limits, isCustom: boolean) {
  return z.object({
    organizer: field(htmlLine(limits.line), {
      type: 'string',
      description: 'Name. HTML: inline elements without links.',
    }),
    ...postShape(limits, isCustom),
    ...plainBodies(ORGANIZER, ORGANIZER_OUTSIDE, limits),
  })
}

export type VenueFields = z.output<ReturnType<typeof venueSchema>>
export type OrganizerFields = z.output<ReturnType<typeof organizerSchema>>

/** A record linked to an event: an existing one by ID, or the fields of a new one. */
export type LinkedRef<F> = { readonly id: number } | { readonly fields: F }

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  value === 0 ||
  value === '0' ||
  value === false ||
  (typeof value === 'object' && Object.values(value).every(isEmpty))

/**
 * The venues or organizers of an event: an ID, its digits, a comma list of these, `{ id }`, the fields of a new one, or
 * a list of any of these. Empty values, and lists and objects that contain only these, mean none. `schemaOf` is called
 * only for the fields of a new one.
 */
export function linkedRefs<S extends z.ZodMiniObject>(
  kind: 'venue' | 'organizer',
  schemaOf: () => S,
  limits: Limits,
) {
  const rule = `must be the ID of ${kind === 'venue' ? 'a venue' : 'an organizer'}, or its fields`

  function one(value: unknown): LinkedRef<z.output<S>> | Refusal {
    const id = idFrom(value)
    if (id !== undefined) return { id }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Refusal(rule)
    const fields: Record<string, unknown> = { ...value }
    if (!isEmpty(fields.id ?? null)) {
      const known = idFrom(fields.id)
      return known === undefined ? new Refusal(rule) : { id: known }
    }
    const problems = new Problems()
    const read = readFields(schemaOf(), fields, problems)
    if (typeof fields[kind] !== 'string') problems.missing(kind)
    else if (fields[kind].trim() === '') problems.invalid(kind, 'must not be blank')
    const wrong = problems.summary()
    return wrong === '' ? { fields: read } : new Refusal(`${rule} (${wrong})`)
  }

  return sentAs(
    wire(z.union([...EMPTIES, anyNumber, anyText, anyObject, anyList], rule), (value) => {
      if (isEmpty(value)) return []
      const parts = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value].flat()
      if (parts.length > limits.list) return new Refusal(`must have at most ${limits.list} entries`)
      const refs: LinkedRef<z.output<S>>[] = []
      for (const part of parts) {
        if (isEmpty(part)) continue
        const ref = one(part)
        if (ref instanceof Refusal) return ref
        const isRepeated = 'id' in ref && refs.some((other) => 'id' in other && other.id === ref.id)
        if (!isRepeated) refs.push(ref)
      }
      return refs
    }),
    refsForm({ type: 'string', pattern: '^(\\d{1,15}(,\\d{1,15})*)?$' }, limits.list),
  )
}
