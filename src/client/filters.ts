import type { Status } from '../types.ts'

/*
 * What lists can be narrowed by, under the names of the interface. Dates are texts (`docs/dates.md`), lists are
 * arrays of 1 to 100 entries; an empty one is refused, since it could mean all or none. Filters narrow each other.
 */

export interface PageFilters {
  /** From 1 up. Default 1; a loop over the list begins there. */
  page?: number
  /** Records on a page, at least 1. Default 10; more than the server's limit, 50 unless set, are that limit. */
  per_page?: number
}

export interface EventFilters extends PageFilters {
  /** Events that start at or after this day. Default: yesterday. */
  start_date?: string
  /** Events that end at or before this day. Default: in 24 months. */
  end_date?: string
  /** Events that start before this day ends. Each of these four switches both defaults off. */
  starts_before?: string
  /** Events that start after this day. */
  starts_after?: string
  /** Events that end before this day ends. */
  ends_before?: string
  /** Events that end after this day. */
  ends_after?: string
  /** Whether dates mean the exact time given, in the time zone of the site, instead of whole days. Default false. */
  strict_dates?: boolean
  /** Words that title, description or excerpt must hold; `"a phrase"`, `-without`. */
  search?: string
  /** IDs or slugs; events with any of them, or of categories below them. */
  categories?: readonly (number | string)[]
  /** IDs or slugs; events with any of them. */
  tags?: readonly (number | string)[]
  /** IDs; events at any of them. */
  venue?: readonly number[]
  /** IDs; events of any of them. */
  organizer?: readonly number[]
  featured?: boolean
  /** Others than `publish` only for those who may write events. Default: `publish`, for these all but `trash`. */
  status?: readonly Status[]
  /** Whether the venue has coordinates. */
  geoloc?: boolean
  /** Degrees, -90 to 90; needs `geoloc_lng`. */
  geoloc_lat?: number
  /** Degrees, -180 to 180; needs `geoloc_lat`. */
  geoloc_lng?: number
  /** How far away from there the venue may be, in kilometres. Default 25. */
  geoloc_radius?: number
  /** IDs of events; no others are listed, the last published first, and `start_date` and `end_date` do not count. */
  include?: readonly number[]
  /** ID of the event that the events belong to. */
  post_parent?: number
  /** Whether there are tickets. */
  ticketed?: boolean
}

export interface VenueFilters extends PageFilters {
  /** Words that one and the same field must hold. */
  search?: string
  /** ID of an event that has them. */
  event?: number
  /** Those with events (true), or those without. */
  has_events?: boolean
  /** Only those with an event that is still to start. Default false. */
  only_with_upcoming?: boolean
  /** Others than `publish` only for those who may write them. Default: `publish`, for these all but `trash`. */
  status?: readonly Status[]
}

export interface OrganizerFilters extends VenueFilters {}

export interface TagFilters extends PageFilters {
  /** A part of the name or slug. */
  search?: string
  /** IDs to leave out. */
  exclude?: readonly number[]
  /** IDs; no others are listed. */
  include?: readonly number[]
  /** Default `asc`. */
  order?: 'asc' | 'desc'
  /** Default `name`. `include` is the order of that filter; `term_group`, `include_slugs` and `none` are that of IDs. */
  orderby?:
    | 'name'
    | 'slug'
    | 'id'
    | 'count'
    | 'description'
    | 'include'
    | 'parent'
    | 'term_group'
    | 'include_slugs'
    | 'none'
  /** Whether to leave out terms that no published event has. Default true. */
  hide_empty?: boolean
  /** ID of an event that has them. */
  post?: number
  /** The same as `post`; it wins. */
  event?: number
  /** The one with this slug. */
  slug?: string
}

export interface CategoryFilters extends TagFilters {
  /** ID of the category right above. */
  parent?: number
}
