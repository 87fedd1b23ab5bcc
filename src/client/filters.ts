import type { CustomFields, FieldFilters, Status } from '../types/index.ts'

/*
 * The filters of lists, under the names of the interface. `npm run docs` writes this file from `src/core/schema/`.
 *
 * Dates are texts (`docs/dates.md`). A comma list is an array of 1 to 100 entries here; an empty one is refused,
 * because it could mean all or none. A record must match all filters. A loop over a list begins at `page`.
 */

export interface PageFilters {
  /** Page of the list, from 1 up. Default `1`. */
  page?: number | undefined
  /** Records on a page, at most 50. Default `10`. */
  per_page?: number | undefined
}

export interface EventFilters<F extends CustomFields = CustomFields> extends PageFilters {
  /** Events that start at or after this day. Default: yesterday. */
  start_date?: string | undefined
  /** Events that end at or before this day. Default: in 24 months. */
  end_date?: string | undefined
  /** Events that start before this day ends; switches the default window off. */
  starts_before?: string | undefined
  /** Events that start after this day; switches the default window off. */
  starts_after?: string | undefined
  /** Events that end before this day ends; switches the default window off. */
  ends_before?: string | undefined
  /** Events that end after this day; switches the default window off. */
  ends_after?: string | undefined
  /** Whether dates mean the exact time given, in the time zone of the site, instead of whole days. Default `false`. */
  strict_dates?: boolean | undefined
  /** Words that title, description or excerpt must hold; "a phrase", -without. */
  search?: string | undefined
  /** IDs or slugs of categories (those below them included); events with any of them. */
  categories?: readonly (number | string)[] | undefined
  /** IDs or slugs of tags; events with any of them. */
  tags?: readonly (number | string)[] | undefined
  /** IDs of venues; events at any of them. */
  venue?: readonly number[] | undefined
  /** IDs of organizers; events of any of them. */
  organizer?: readonly number[] | undefined
  /** Whether the events are featured. */
  featured?: boolean | undefined
  /** Statuses, separated by commas. Only callers who may write events can use others than publish. */
  status?: readonly Status[] | undefined
  /** Whether the venue has coordinates. */
  geoloc?: boolean | undefined
  /** Latitude of a point; requires geoloc_lng. */
  geoloc_lat?: number | undefined
  /** Longitude of a point; requires geoloc_lat. */
  geoloc_lng?: number | undefined
  /** Greatest distance of the venue, in kilometres. Default `25`. */
  geoloc_radius?: number | undefined
  /** IDs of events. Only these are listed; start_date and end_date are ignored. */
  include?: readonly number[] | undefined
  /** ID of the event that the events belong to. */
  post_parent?: number | undefined
  /** Whether there are tickets. */
  ticketed?: boolean | undefined
  /** Whether they cost nothing: 0 or Free. Events with a password are not among those. */
  free?: boolean | undefined
  /** 1: only events that are hidden from lists; any: all events. For editors and administrators; ignored for others. */
  hidden?: '1' | 'any' | undefined
  /** IDs of users, separated by commas; records of any of them. Others than editors and administrators may only name themselves; ignored for visitors and subscribers. */
  author?: readonly (number | string)[] | undefined
  /** only: series instead of their dates; a series lasts from its first date to its last. Switches the default window off. */
  series?: 'only' | undefined
  /** Whether they take place. */
  event_status?: string | readonly string[] | undefined
  /** Whether one can take part online. */
  is_virtual?: boolean | undefined
  /** One of event_date, start_date, date, modified, title. Default: event_date. */
  orderby?: 'event_date' | 'start_date' | 'date' | 'modified' | 'title' | undefined
  /** asc or desc. Default: desc by date and modified, otherwise asc. */
  order?: 'asc' | 'desc' | undefined
  /** Only what was changed after this time, in the time zone of the site unless it has its own. */
  modified_after?: string | undefined
  /** Only what was changed before this time. */
  modified_before?: string | undefined
  /** Values of custom fields that are declared with `filter: true`. */
  custom_fields?: FieldFilters<F> | undefined
}

export interface VenueFilters extends PageFilters {
  /** Words that one and the same field must hold. */
  search?: string | undefined
  /** ID of an event that has them. */
  event?: number | undefined
  /** true: those with events; any other value: those without. */
  has_events?: boolean | undefined
  /** Only those with an event that has not started yet. Default `false`. */
  only_with_upcoming?: boolean | undefined
  /** Statuses, separated by commas. Only callers who may write them can use others than publish. */
  status?: readonly Status[] | undefined
  /** IDs of users, separated by commas; records of any of them. Others than editors and administrators may only name themselves; ignored for visitors and subscribers. */
  author?: readonly (number | string)[] | undefined
  /** One of date, modified, title. Default: date. */
  orderby?: 'date' | 'modified' | 'title' | undefined
  /** asc or desc. Default: desc by date and modified, otherwise asc. */
  order?: 'asc' | 'desc' | undefined
  /** Only what was changed after this time, in the time zone of the site unless it has its own. */
  modified_after?: string | undefined
  /** Only what was changed before this time. */
  modified_before?: string | undefined
}

export interface OrganizerFilters extends VenueFilters {}

export interface TagFilters extends PageFilters {
  /** A part of the name or slug. */
  search?: string | undefined
  /** IDs of terms to leave out. */
  exclude?: readonly number[] | undefined
  /** IDs of terms; no others are listed. */
  include?: readonly number[] | undefined
  /** asc or desc. */
  order?: 'asc' | 'desc' | undefined
  /** One of name, slug, id, count, description, include, parent, term_group, include_slugs, none. */
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
    | undefined
  /** Whether to leave out terms that no published event has. Default `1`. */
  hide_empty?: boolean | undefined
  /** ID of an event that has them. */
  post?: number | undefined
  /** Alias of post, with priority. */
  event?: number | undefined
  /** Only the term with this slug. */
  slug?: string | undefined
}

export interface CategoryFilters extends TagFilters {
  /** ID of the parent category (categories only). */
  parent?: number | undefined
}
