import { shownImage } from '../domain/images.ts'
import { type CustomField, shownValues } from '../domain/records/custom-fields.ts'
import type { EventRecord, OrganizerRecord, TermKind, VenueRecord } from '../domain/records/records.ts'
import type { CountedTerm, Embedded, EventView } from '../domain/records/views.ts'
import { presentEvent } from './event.ts'
import { counted, inOnePiece, type JsonContext, type Writer } from './json.ts'
import { eventJsonLdAfter, eventJsonLdBefore, organizerJsonLd, placeJsonLd } from './json-ld.ts'
import { permalinkOf } from './post.ts'
import { organizerTexts, venueTexts } from './record-json.ts'
import { presentEmbeddedTerm } from './terms.ts'

export const eventWriter: Writer<EventView> = (context, withJsonLd) => {
  const own = ownWriter(context)
  const closed = protectedWriter(context)
  const parts = embeddedWriter(context, withJsonLd)
  const describe = withJsonLd ? jsonLdWriter(context) : undefined
  const { event: fields } = context.site.fields
  return (view) => {
    const { event, embedded } = view
    if (embedded === undefined) return counted(context, closed(event))
    const linked = parts(embedded)
    context.size.write(...linked.venues, ...linked.organizers, ...linked.categories, ...linked.tags)
    const jsonLd = describe?.(view, embedded)
    const text = own(event)
    const custom = customJson(fields, event)
    context.size.write(text, custom, jsonLd ?? '')
    return joinEvent(text, linked, custom, jsonLd, view)
  }
}

function ownWriter({ site, links }: JsonContext) {
  const texts = site.memo.texts('event', 'own', links.api)
  const write = (event: EventRecord) => JSON.stringify(presentEvent(event, links, site, false))
  return (event: EventRecord): string => texts(event, write)
}

/** `[]` for calendars without custom fields, as existing clients know it. */
const customJson = (
  fields: readonly CustomField[],
  { custom_fields }: Pick<EventRecord, 'custom_fields'>,
): string => JSON.stringify(shownValues(fields, custom_fields) ?? [])

function protectedWriter({ site, links }: JsonContext) {
  const texts = site.memo.texts('event', 'protected', links.api)
  const write = (event: EventRecord) =>
    joinEvent(JSON.stringify(presentEvent(event, links, site, true)), NONE, customJson(site.fields.event, {}))
  return (event: EventRecord): string => texts(event, write)
}

function embeddedTermTexts({ site: { memo }, links }: JsonContext, kind: TermKind) {
  const texts = memo.texts(kind, 'embedded', links.api)
  return (counted: CountedTerm): string =>
    texts(counted.term, () => JSON.stringify(presentEmbeddedTerm(counted, links)), counted.count)
}

/** What an event shows of other records, each as JSON. */
interface EmbeddedTexts {
  readonly venues: readonly string[]
  readonly organizers: readonly string[]
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  readonly parent: number
}

const NONE: EmbeddedTexts = { venues: [], organizers: [], categories: [], tags: [], parent: 0 }

function embeddedWriter(context: JsonContext, withJsonLd: boolean): (embedded: Embedded) => EmbeddedTexts {
  const venue = writtenOnce(venueTexts(context, withJsonLd), idOf)
  const organizer = writtenOnce(organizerTexts(context, withJsonLd), idOf)
  const category = writtenOnce(embeddedTermTexts(context, 'category'), idOfTerm)
  const tag = writtenOnce(embeddedTermTexts(context, 'tag'), idOfTerm)
  return ({ venues, organizers, categories, tags, parent }) => ({
    venues: venues.map(venue),
    organizers: organizers.map(organizer),
    categories: categories.map(category),
    tags: tags.map(tag),
    parent: parent?.id ?? 0,
  })
}

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

/** `json_ld` of an event, with its first venue as the place and its first organizer. */
function jsonLdWriter({ site: { memo, currency, defaultImage, organizerType }, links }: JsonContext) {
  const beforeTexts = memo.texts('event', 'json_ld before', links.api)
  const writeBefore = (event: EventRecord, described?: EventView['described']) =>
    JSON.stringify({
      ...eventJsonLdBefore(
        { ...event, image: shownImage(event.image, links.api) ?? defaultImage },
        permalinkOf(event, links),
        links.record('event', event.id),
      ),
      ...described?.members,
    })
  const afterTexts = memo.texts('event', 'json_ld after', links.api)
  const writeAfter = (event: EventRecord) =>
    JSON.stringify(eventJsonLdAfter(event, permalinkOf(event, links), currency))
  const placeTexts = memo.texts('venue', 'json_ld', links.api)
  const writePlace = (venue: VenueRecord) => JSON.stringify(placeJsonLd(venue, permalinkOf(venue, links)))
  const organizedTexts = memo.texts('organizer', 'json_ld', links.api)
  const writeOrganizer = (organizer: OrganizerRecord) =>
    JSON.stringify(organizerJsonLd(organizer, permalinkOf(organizer, links), organizerType(organizer)))
  // Who may not read the series has 0 as the parent, so this is no part of the cached texts.
  const repetition = ({ event }: EventView, { parent }: Embedded): string => {
    if (event.occurrence === undefined || parent === undefined) return ''
    return `,"superEvent":${JSON.stringify({ '@type': 'EventSeries', '@id': links.record('event', parent.id) })}`
  }
  return (view: EventView, embedded: Embedded): string => {
    const { event, described } = view
    const {
      venues: [venue],
      organizers: [organizer],
    } = embedded
    const own = venue && placeTexts(venue, writePlace)
    const place = described === undefined ? own : described.place(own)
    const location = place === undefined ? '' : `,"location":${place}`
    const organizedBy =
      organizer === undefined ? '' : `,"organizer":${organizedTexts(organizer, writeOrganizer)}`
    const before = described === undefined ? beforeTexts(event, writeBefore) : writeBefore(event, described)
    const after = afterTexts(event, writeAfter)
    return `${before.slice(0, -1)}${repetition(view, embedded)}${location}${organizedBy}${after === '{}' ? '}' : `,${after.slice(1)}`}`
  }
}

/** `own`: JSON of the event's own fields. `jsonLd`: JSON, if it is shown. */
function joinEvent(
  own: string,
  linked: EmbeddedTexts,
  custom: string,
  jsonLd?: string,
  { source, members: shown = {} }: Pick<EventView, 'source' | 'members'> = {},
): string {
  const { venues, organizers, categories, tags, parent } = linked
  const venue = venues.length === 1 ? venues[0] : `[${venues.join(',')}]`
  const members = [
    own.slice(0, -1),
    `"post_parent":${parent}`,
    `"categories":[${categories.join(',')}]`,
    `"tags":[${tags.join(',')}]`,
    `"venue":${venue}`,
    `"organizer":[${organizers.join(',')}]`,
    `"custom_fields":${custom}`,
  ]
  for (const [name, value] of Object.entries(shown)) members.push(`"${name}":${JSON.stringify(value)}`)
  if (jsonLd !== undefined) members.push(`"json_ld":${jsonLd}`)
  if (source !== undefined) members.push(`"source":${JSON.stringify(source)}`)
  return inOnePiece([members.join(','), '}'])
}
