import * as z from 'zod/mini'
import { field } from './field.ts'
import { fieldOr } from './field-or.ts'
import { pageShape } from './lists.ts'
import { schemaUnder } from './rules.ts'
import { anyNumber, anyText, atMost, filledText, flag, idFrom, numberBetween, Refusal, wire } from './wire.ts'
import { EMPTIES } from './wire-body.ts'

/** Entries of a list, and characters of each. */
const MOST = 100
const LONGEST = 200

const texts = z.array(filledText(LONGEST)).check(z.maxLength(MOST, `must have at most ${MOST} entries`))

const term = z.union([anyNumber, filledText(LONGEST)], 'must be an ID or a name')

/** IDs of terms, or names. */
const terms = wire(
  z.union([...EMPTIES, anyNumber, anyText, z.array(term)], 'must be IDs or names'),
  (value): Refusal | (number | string)[] => {
    if (value === null || value === false || value === '') return []
    const all = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : [value].flat()
    if (all.length > MOST) return new Refusal(`must have at most ${MOST} entries`)
    const refs = all.map(refOf)
    const known = refs.filter((ref) => ref !== undefined)
    return known.length === refs.length ? known : new Refusal('must be IDs or names')
  },
)

/** Digits are an ID. */
const refOf = (value: number | string): number | string | undefined =>
  idFrom(value) ?? (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

const address = (most: number) =>
  wire(filledText(most), (value) => {
    const url = value.trim().replace(/^webcals?:/i, 'https:')
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return new Refusal('must be an http or https URL')
    const parsed = new URL(url)
    parsed.hash = ''
    return parsed.href
  })

const wholeBetween = (least: number, most: number) =>
  wire(numberBetween(least, most), (value) =>
    Number.isInteger(value) ? value : new Refusal(`must be a whole number from ${least} to ${most}`),
  )

const map = wire(z.nullable(z.record(anyText.check(atMost(LONGEST)), term)), (value) => {
  const entries = Object.entries(value ?? {})
  if (entries.length > MOST) return new Refusal(`must have at most ${MOST} entries`)
  const own: Record<string, number | string> = {}
  for (const [name, ours] of entries) {
    const ref = refOf(ours)
    if (ref === undefined || name.trim() === '') return new Refusal('must be IDs or names')
    own[name] = ref
  }
  return own
})

const only = wire(
  z.nullable(z.object({ words: z.optional(z.nullable(texts)), categories: z.optional(z.nullable(texts)) })),
  (value) => ({ words: value?.words ?? [], categories: value?.categories ?? [] }),
)

const window = z.object({
  past_days: z.optional(wholeBetween(0, 3660)),
  future_days: z.optional(wholeBetween(1, 3660)),
})

/** The body of a source. */
export const sourceSchema = schemaUnder(({ limits }) =>
  z.object({
    url: field(address(limits.url), {
      type: 'string',
      description: 'Address of the calendar. A user and a password in it are shown to nobody.',
    }),
    format: field(z.enum(['ics', 'site'], 'must be ics or site'), {
      type: 'string',
      description: 'ics: iCalendar, the default. site: a WordPress calendar.',
    }),
    every: field(wholeBetween(15, 10_080), {
      type: 'integer',
      description: 'Minutes between two readings, at least 15. Default 60.',
    }),
    paused: field(flag, { type: 'boolean', description: 'Whether it is not read by time.' }),
    status: field(z.enum(['publish', 'pending', 'draft'], 'must be publish, pending or draft'), {
      type: 'string',
      description: 'Status of new events. Default pending.',
    }),
    categories: field(terms, {
      type: 'array',
      description: 'IDs or names of categories that all events get.',
    }),
    tags: field(terms, { type: 'array', description: 'IDs or names of tags that all events get.' }),
    map: field(map, {
      type: 'object',
      description: 'Names of their categories, and the ID or name of ours.',
    }),
    only: field(only, {
      type: 'object',
      description: 'New events with one of the words, and one of the categories.',
    }),
    venue: field(
      wire(
        z.union(
          [...EMPTIES, anyNumber, anyText.check(atMost(limits.line))],
          'must be the ID or the name of a venue',
        ),
        (value) => {
          if (value === null || value === false || value === '' || value === 0) return null
          return refOf(value) ?? new Refusal('must be the ID or the name of a venue')
        },
      ),
      { type: 'string', description: 'ID or name of the venue of events that name none.' },
    ),
    timezone: field(
      wire(z.nullable(anyText.check(atMost(64))), (value) => (value === '' ? null : value)),
      { type: 'string', description: 'Time zone of times that name none. Default: that of the calendar.' },
    ),
    window: field(window, {
      type: 'object',
      description: 'past_days and future_days: what is brought. Default 30 and 730.',
    }),
    keep_gone: field(flag, {
      type: 'boolean',
      description: 'Whether events that are gone there stay as they are.',
    }),
    copy_images: field(flag, {
      type: 'boolean',
      description: 'Whether pictures are stored here. Needs a calendar that stores images.',
    }),
  }),
)

/** Beside the body of a create. */
export const sourceCreateSchema = schemaUnder(() =>
  z.object({
    dry_run: fieldOr(flag, {
      type: 'boolean',
      default: false,
      client: 'boolean',
      description:
        'true: nothing is added. The answer says what a first reading would bring, with the first 20 events.',
    }),
  }),
)

export const sourceListSchema = schemaUnder(({ limits }) => {
  const { cursor: _cursor, ...shape } = pageShape(limits)
  return z.object(shape)
})

export const sourceRemoveSchema = schemaUnder(() =>
  z.object({
    events: fieldOr(z.enum(['keep', 'trash'], 'must be keep or trash'), {
      type: 'string',
      default: 'keep',
      client: "'keep' | 'trash'",
      description: 'What becomes of its events.',
    }),
  }),
)

export const pullSchema = schemaUnder(() =>
  z.object({
    dry_run: fieldOr(flag, {
      type: 'boolean',
      default: false,
      client: 'boolean',
      description:
        'true: nothing is written. The answer shows the first 20 that are new, change or are gone.',
    }),
    confirm: fieldOr(flag, {
      type: 'boolean',
      default: false,
      client: 'boolean',
      description: 'true: also if more than half of the events are gone.',
    }),
  }),
)

export type SourceFields = z.output<ReturnType<typeof sourceSchema>>
export type SourceCreation = z.output<ReturnType<typeof sourceCreateSchema>>
export type SourceListFields = z.output<ReturnType<typeof sourceListSchema>>
export type SourceRemoval = z.output<ReturnType<typeof sourceRemoveSchema>>
export type PullFields = z.output<ReturnType<typeof pullSchema>>
