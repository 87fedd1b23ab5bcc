import { ORGANIZER } from '../../fields/organizer.ts'
import { eachPlain, memberOf, type PlainValues, type Table } from '../../fields/row.ts'
import { VENUE } from '../../fields/venue.ts'
import { isDeepEqual } from '../deep-equal.ts'
import { organizerFrom, venueFrom } from './linked.ts'
import type { OrganizerRecord, PostRecord, RecordOf, VenueRecord } from './records.ts'

/*
 * What merging makes of records: the one that stays, with its blank fields filled, and what is left of the others.
 */

/** What events link to. */
export type Mergeable = RecordOf['venue' | 'organizer' | 'category' | 'tag']

type Linked = VenueRecord | OrganizerRecord

/** The parent of what is left of a merged term: it is in no list. */
const NOWHERE = -1

const isBlank = (value: unknown): boolean => value === '' || value === null || value === undefined

/** The first value that is not blank; of nothing but blank ones, the first. */
const firstFilled = <T>(values: readonly T[]): T | undefined =>
  values.find((value) => !isBlank(value)) ?? values[0]

const plainFilled = <T extends Table>(table: T, records: readonly Linked[]): PlainValues<T> =>
  eachPlain(table, (name) => firstFilled(records.map((record) => memberOf(record, name))))

/** A field of the record that stays, and the record that it comes from. */
export interface Filling {
  readonly name: string
  readonly from: number
  /** Whether visitors could not read it there, and can read it here. */
  readonly isRevealed: boolean
}

/**
 * What `filledFrom` makes of records, one after the other, and which field comes from which. `mayReveal`: also fields that
 * a public record gets from one that is not public.
 */
export function fillingsOf(
  staying: Mergeable,
  others: readonly Mergeable[],
  mayReveal: boolean,
): { readonly filled: Mergeable; readonly fillings: readonly Filling[] } {
  let filled = staying
  const fillings: Filling[] = []
  for (const other of others) {
    const isRevealed = isPublic(staying) && !isPublic(other)
    const next = filledFrom(filled, [other])
    for (const name of changedNames(filled, next)) fillings.push({ name, from: other.id, isRevealed })
    if (!isRevealed || mayReveal) filled = next
  }
  return { filled, fillings }
}

const isPublic = (record: Mergeable): boolean => !('status' in record) || record.status === 'publish'

/** Names of the fields that differ, those of custom fields as `custom_fields.name`. */
function changedNames(before: object, after: object): string[] {
  const known = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) => {
    if (isDeepEqual(known.get(name), value)) return []
    if (name !== 'custom_fields') return [name]
    return changedNames(Object(known.get(name)), Object(value)).map((own) => `custom_fields.${own}`)
  })
}

/** The record that stays, with the fields that it lacks from the others, in their order. It keeps its own. */
function filledFrom(staying: Mergeable, others: readonly Mergeable[]): Mergeable {
  switch (staying.kind) {
    case 'venue':
      return filledVenue(staying, ofKind('venue', others))
    case 'organizer':
      return filledOrganizer(staying, ofKind('organizer', others))
    default:
      return { ...staying, description: descriptionOf([staying, ...others]) }
  }
}

function ofKind<K extends Mergeable['kind']>(kind: K, records: readonly Mergeable[]): RecordOf[K][] {
  const isOf = (record: Mergeable): record is RecordOf[K] => record.kind === kind
  return records.filter(isOf)
}

const descriptionOf = (records: readonly Mergeable[]): string =>
  firstFilled(records.map(({ description }) => description)) ?? ''

function filledVenue(staying: VenueRecord, others: readonly VenueRecord[]): VenueRecord {
  const all = [staying, ...others]
  // A latitude without its longitude is no place.
  const place = all.find(({ geo_lat, geo_lng }) => geo_lat !== null && geo_lng !== null) ?? staying
  return venueFrom(filledPost(staying, others), staying, {
    ...plainFilled(VENUE, all),
    description: descriptionOf(all),
    ...(staying.stateprovince === ''
      ? { stateprovince: firstFilled(all.map(({ stateprovince }) => stateprovince)) }
      : {}),
    geo_lat: place.geo_lat,
    geo_lng: place.geo_lng,
  })
}

const filledOrganizer = (staying: OrganizerRecord, others: readonly OrganizerRecord[]): OrganizerRecord =>
  organizerFrom(filledPost(staying, others), staying, {
    ...plainFilled(ORGANIZER, [staying, ...others]),
    description: descriptionOf([staying, ...others]),
  })

/** An image and custom fields are filled one by one, too. */
function filledPost(staying: Linked, others: readonly Linked[]): PostRecord {
  const all = [staying, ...others]
  const custom = all.flatMap(({ custom_fields = {} }) => Object.entries(custom_fields)).reverse()
  return {
    ...staying,
    image: firstFilled(all.map(({ image }) => image)) ?? null,
    custom_fields: custom.length === 0 ? staying.custom_fields : Object.fromEntries(custom),
  }
}

/**
 * What is left of a merged record: where it went, its slug, which stays claimed, and its name, by which imports name it.
 */
export function remainsOf(record: Mergeable): Mergeable {
  if (!('status' in record)) return { ...record, description: '', parent: NOWHERE }
  const { id, version, merged, slug, date, date_utc, dated, modified, modified_utc, site_timezone } = record
  const post: PostRecord & Pick<Mergeable, 'merged'> = {
    ...{ id, version, merged, slug, date, date_utc, dated, modified, modified_utc, site_timezone },
    ...{ status: 'trash', published: true, author: 0, image: null },
  }
  return record.kind === 'venue'
    ? venueFrom(post, null, { venue: record.venue })
    : organizerFrom(post, null, { organizer: record.organizer })
}

/** Whether it is what `remainsOf` has left. */
export const areRemains = (record: Mergeable): boolean =>
  record.merged !== undefined && ('status' in record ? record.status === 'trash' : record.parent === NOWHERE)
