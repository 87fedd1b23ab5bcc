import { htmlToText } from '../../src/core/domain/html/html.ts'
import { type Cost, presentCost, priceOf } from '../../src/core/domain/records/cost.ts'
import type {
  EventRecord,
  OrganizerRecord,
  TermRecord,
  VenueRecord,
} from '../../src/core/domain/records/records.ts'
import { fold } from '../../src/core/domain/text/fold.ts'
import type { Row } from './driver.ts'
import { EVENT, ORGANIZER, VENUE } from './schema.ts'

/*
 * Rows of the hand-written tables. What an answer shows in another form than it was given is stored in that form: the
 * cost, the plain summary, the folded text to search.
 */

const CURRENCY = { code: 'USD', symbol: '$', position: 'prefix' } as const
const SUMMARY_WORDS = 30

function summaryOf(description: string, excerpt: string): string {
  if (excerpt !== '') return htmlToText(excerpt)
  const words = htmlToText(description).split(' ')
  return words.length <= SUMMARY_WORDS ? words.join(' ') : `${words.slice(0, SUMMARY_WORDS).join(' ')} …`
}

interface Texts {
  readonly title: string
  readonly description: string
  readonly excerpt: string
}

export const derivedOf = ({ title, description, excerpt }: Texts) => ({
  summary: summaryOf(description, excerpt),
  search_text: [title, description, excerpt].map((html) => fold(htmlToText(html))).join('\n'),
})

function costColumns(given: Cost | null) {
  const { cost, cost_details } = presentCost(given, CURRENCY)
  return { cost, cost_details: JSON.stringify(cost_details), price: given === null ? null : priceOf(given) }
}

/** The columns of a table, of an object that has them and others. */
function rowOf(columns: object, values: Readonly<Record<string, unknown>>): Row {
  const row: Row = {}
  for (const name of ['id', ...Object.keys(columns)]) {
    const value = values[name]
    if (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean'
    ) {
      row[name] = value
    } else throw new TypeError(`${name} has no value`)
  }
  return row
}

const imageOf = ({ image }: { image: object | null }) => (image === null ? null : JSON.stringify(image))

export const eventRow = (event: EventRecord): Row =>
  rowOf(EVENT, {
    ...event,
    image: imageOf(event),
    version: event.version + 1,
    start_date: event.start,
    end_date: event.end,
    utc_start_date: event.utc_start,
    utc_end_date: event.utc_end,
    ...costColumns(event.cost),
    ...derivedOf(event),
  })

export const venueRow = (venue: VenueRecord): Row => rowOf(VENUE, { ...venue, image: imageOf(venue) })

export const organizerRow = (organizer: OrganizerRecord): Row =>
  rowOf(ORGANIZER, { ...organizer, image: imageOf(organizer) })

export function termRow({ id, kind, name, slug, description, parent }: TermRecord): Row {
  return { id, kind, name, sort_name: fold(name), slug, description, parent, events: 0 }
}
