import * as z from 'zod/mini'
import { quoted } from '../../errors.ts'
import type { Limits } from '../../types/index.ts'
import { readCost } from '../domain/records/read-cost.ts'
import { DATE_LENGTH } from '../domain/time/calendar.ts'
import { resolveZone } from '../domain/time/zones.ts'
import { EVENT } from '../fields/event.ts'
import { EVENT_OUTSIDE } from '../fields/event-outside.ts'
import { PASSWORD_LENGTH } from './event-read.ts'
import { field } from './field.ts'
import { linkedRefs, type organizerSchema, type venueSchema } from './linked.ts'
import { plainBodies } from './plain-bodies.ts'
import { postShape, writtenDate } from './posts.ts'
import { termRefs } from './terms.ts'
import { anyNumber, anyText, atMost, flag, Refusal, wire } from './wire.ts'
import {
  anyList,
  anyObject,
  clearableHtml,
  clearableText,
  EMPTIES,
  htmlLine,
  idOrNone,
  webUrlOrNone,
} from './wire-body.ts'

/**
 * The UTC time that responses show. A value that is not a text, or that does not match the other fields, is ignored.
 */
const utcField = (which: 'start' | 'end') =>
  field(
    wire(z.unknown(), (value) => (typeof value === 'string' ? value : undefined)),
    {
      type: 'string',
      description:
        `The ${which} in UTC. Where the clock shows ${which}_date twice, it says which of the two is meant; ` +
        `it is ignored where it does not agree with ${which}_date and timezone.`,
    },
  )

const timezone = (limits: Limits) =>
  wire(clearableText(limits.line), (name) =>
    name === '' || resolveZone(name) !== undefined
      ? name
      : new Refusal(`is not a time zone: ${quoted(name)}`),
  )

const COST_RULE = 'must be a number, a text, or a list of these'

const cost = (limits: Limits) =>
  wire(z.union([...EMPTIES, anyNumber, anyText, anyList], COST_RULE), (value) => {
    if (Array.isArray(value) && value.length > limits.list) {
      return new Refusal(`must have at most ${limits.list} entries`)
    }
    if (JSON.stringify(value).length > limits.line) {
      return new Refusal(`must be at most ${limits.line} characters`)
    }
    const reading = readCost(value)
    return reading.valid ? reading.cost : new Refusal(COST_RULE)
  })

/** Members of `recurrence` in responses that say how a series is, and are no fields. */
const SHOWN = ['count', 'next', 'unfinished']

const dates = (limits: Limits) => {
  const entry = anyText.check(atMost(limits.line))
  const none = wire(z.union([z.null(), z.literal('')]), (): string[] => [])
  return z.optional(z.union([z.array(entry), none], 'must be a list of dates'))
}

/** The rule and the dates are parsed by `domain/recurrence/series-fields.ts`. */
const recurrence = (limits: Limits) => {
  const members = z.strictObject({ rrule: z.optional(anyText), exdate: dates(limits), rdate: dates(limits) })
  return wire(z.union([z.null(), anyObject], 'must be an object with an rrule, or null'), (value) => {
    if (value === null) return null
    const sent = Object.entries(value).filter(([name]) => !SHOWN.includes(name))
    const read = members.safeParse(Object.fromEntries(sent))
    if (read.success) return read.data
    const [issue] = read.error.issues
    return new Refusal(`${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`.trim())
  })
}

/** Schemas of the records that an event can contain. They are created on first use. */
interface Linked {
  readonly venue: () => ReturnType<typeof venueSchema>
  readonly organizer: () => ReturnType<typeof organizerSchema>
}

export const eventSchema = (limits: Limits, linked: Linked, isCustom: boolean) =>
  z.object({
    title: field(htmlLine(limits.line), {
      type: 'string',
      description: 'HTML: inline elements without links. Not blank.',
    }),
    ...postShape(limits, isCustom),
    start_date: field(writtenDate, { type: 'string', description: 'Start, on the wall clock of the event.' }),
    end_date: field(writtenDate, {
      type: 'string',
      description: 'End, on the wall clock of the event; not before the start.',
    }),
    utc_start_date: utcField('start'),
    utc_end_date: utcField('end'),
    excerpt: field(clearableHtml(limits.text), { type: 'string', description: 'HTML; it is sanitized.' }),
    timezone: field(timezone(limits), {
      type: 'string',
      description: 'IANA name, or UTC with an offset such as UTC+5:30; empty for that of the site.',
    }),
    all_day: field(flag, {
      type: 'boolean',
      default: false,
      description: 'Whether it lasts from the first second of its first to the last of its last day.',
    }),
    cost: field(cost(limits), {
      description: 'Number, text such as "$10 - $25" or "Free", or a list of these.',
    }),
    website: field(webUrlOrNone(limits), {
      type: 'string',
      default: null,
      description: 'Absolute http(s) URL; without one the address of the event itself is shown.',
    }),
    ...plainBodies(EVENT, EVENT_OUTSIDE, limits),
    previous_start_date: field(clearableText(DATE_LENGTH), {
      type: 'string',
      default: null,
      description:
        'Of a rescheduled event: its start before, in any form of start_date. Default: the start before this update.',
    }),
    post_parent: field(idOrNone('an event'), {
      type: 'integer',
      description: 'ID of the event that this one belongs to; 0 for none.',
    }),
    recurrence: field(recurrence(limits), {
      description:
        'How the event repeats: rrule (RFC 5545), exdate and rdate (lists of dates); null ends the series.',
    }),
    password: field(clearableText(PASSWORD_LENGTH), {
      type: 'string',
      description: 'Password that readers must send; empty removes it. Never shown.',
    }),
    categories: field(termRefs(limits), {
      type: 'array',
      items: { type: 'integer' },
      default: null,
      description: 'IDs or names, as a list or separated by commas.',
    }),
    tags: field(termRefs(limits), {
      type: 'array',
      items: { type: 'integer' },
      default: null,
      description: 'IDs or names, as a list or separated by commas.',
    }),
    venue: field(linkedRefs('venue', linked.venue, limits), {
      type: 'array',
      items: { type: 'integer' },
      default: null,
      description: 'IDs, or the fields of new ones.',
    }),
    organizer: field(linkedRefs('organizer', linked.organizer, limits), {
      type: 'array',
      items: { type: 'integer' },
      default: null,
      description: 'IDs, or the fields of new ones.',
    }),
  })

export type EventFields = z.output<ReturnType<typeof eventSchema>>
