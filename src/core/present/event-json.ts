import { type CustomField, shownValues } from '../domain/records/custom-fields.ts'
import type { EventRecord, OrganizerRecord, TermKind, VenueRecord } from '../domain/records/records.ts'
import type { CountedTerm, Embedded, EventView } from '../domain/records/views.ts'
import { presentEvent } from './event.ts'
import { jsonLdWriter } from './event-json-ld.ts'
import { counted, type JsonContext, textsOf, type Writer, withMembers } from './json.ts'
import { type Asked, type Mask, maskAt, maskedJson, memberJson, WHOLE } from './mask.ts'
import { membersJson, organizerTexts, venueTexts } from './record-json.ts'
import { presentEmbeddedTerm } from './terms.ts'

export const eventWriter: Writer<EventView> = (context, withJsonLd, asked = WHOLE) => {
  const { mask } = asked
  const own = ownWriter(context, asked)
  const closed = protectedWriter(context, asked)
  const link = embeddedWriter(context, withJsonLd, mask)
  const described = withJsonLd ? maskAt(mask, 'json_ld') : undefined
  const describe = described === undefined ? undefined : jsonLdWriter(context, described)
  const { event: fields } = context.site.fields
  return (view) => {
    const { event, embedded } = view
    if (embedded === undefined) return counted(context, closed(event))
    const linked = link(embedded)
    const jsonLd = describe?.(view, embedded)
    const text = own(event)
    const custom = customJson(fields, event, mask)
    context.size.write(text, custom ?? '', jsonLd ?? '')
    return withMembers(text, [
      ...linked,
      ['custom_fields', custom],
      ...membersJson(view.members, mask),
      ['json_ld', jsonLd],
      ['source', memberJson(view.source, maskAt(mask, 'source'))],
      ...membersJson(asked.members?.get(event.id), mask),
    ])
  }
}

function ownWriter(context: JsonContext, { mask, next: dates }: Asked) {
  const { site, links } = context
  const texts = textsOf(context, 'event', 'own', mask)
  const write = (event: EventRecord, next?: string | null) =>
    maskedJson(presentEvent(event, links, site, false, next), mask)
  return (event: EventRecord): string => {
    const next = dates?.get(event.id)
    return next === undefined ? texts(event, (one) => write(one)) : write(event, next)
  }
}

/** `[]` for calendars without custom fields, as existing clients know it. */
const customJson = (
  fields: readonly CustomField[],
  { custom_fields }: Pick<EventRecord, 'custom_fields'>,
  mask: Mask,
): string | undefined => memberJson(shownValues(fields, custom_fields) ?? [], maskAt(mask, 'custom_fields'))

function protectedWriter(context: JsonContext, { mask, members, next: dates }: Asked) {
  const { site, links } = context
  const texts = textsOf(context, 'event', 'protected', mask)
  const link = embeddedWriter(context, false, mask)
  const write = (event: EventRecord, next?: string | null) =>
    withMembers(maskedJson(presentEvent(event, links, site, true, next), mask), [
      ...link(NOTHING),
      ['custom_fields', customJson(site.fields.event, {}, mask)],
      ...membersJson(members?.get(event.id), mask),
    ])
  return (event: EventRecord): string => {
    const next = dates?.get(event.id)
    return next === undefined ? texts(event, (one) => write(one)) : write(event, next)
  }
}

const NOTHING: Embedded = { venues: [], organizers: [], categories: [], tags: [], parent: undefined }

function embeddedTermTexts(context: JsonContext, kind: TermKind, mask: Mask) {
  const texts = textsOf(context, kind, 'embedded', mask)
  return (counted: CountedTerm): string =>
    texts(counted.term, () => maskedJson(presentEmbeddedTerm(counted, context.links), mask), counted.count)
}

/** What an event shows of other records, each member as JSON. */
function embeddedWriter(
  context: JsonContext,
  withJsonLd: boolean,
  mask: Mask,
): (embedded: Embedded) => (readonly [name: string, json: string | undefined])[] {
  /** Writes the records of a member, and counts them. */
  const writer = <T>(
    name: string,
    write: (below: Mask) => (record: T) => string,
    id: (record: T) => number,
  ) => {
    const below = maskAt(mask, name)
    if (below === undefined) return () => undefined
    const once = writtenOnce(write(below), id)
    return (records: readonly T[]): readonly string[] => {
      const texts = records.map(once)
      context.size.write(...texts)
      return texts
    }
  }
  const venue = writer<VenueRecord>('venue', (below) => venueTexts(context, withJsonLd, below), idOf)
  const organizer = writer<OrganizerRecord>(
    'organizer',
    (below) => organizerTexts(context, withJsonLd, below),
    idOf,
  )
  const category = writer('categories', (below) => embeddedTermTexts(context, 'category', below), idOfTerm)
  const tag = writer('tags', (below) => embeddedTermTexts(context, 'tag', below), idOfTerm)
  return ({ venues, organizers, categories, tags, parent }) => [
    ['post_parent', memberJson(parent?.id ?? 0, maskAt(mask, 'post_parent'))],
    ['categories', listJson(category(categories))],
    ['tags', listJson(tag(tags))],
    ['venue', oneOrListJson(venue(venues))],
    ['organizer', listJson(organizer(organizers))],
  ]
}

const listJson = (texts: readonly string[] | undefined): string | undefined => texts && `[${texts.join(',')}]`

/** One record is shown without the list; it is left out if nothing of it is shown. */
const oneOrListJson = (texts: readonly string[] | undefined): string | undefined =>
  texts?.length === 1 ? texts.find((text) => text !== '{}') : listJson(texts)

const idOf = ({ id }: { readonly id: number }): number => id
const idOfTerm = ({ term }: CountedTerm): number => term.id

/** Many events of a page may show the same record: they share one text. */
function writtenOnce<T>(write: (record: T) => string, id: (record: T) => number): (record: T) => string {
  const texts = new Map<number, string>()
  return (record) => {
    const known = texts.get(id(record))
    if (known !== undefined) return known
    const text = write(record)
    texts.set(id(record), text)
    return text
  }
}
