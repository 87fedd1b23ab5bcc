import type { Words } from './driver.ts'

/** Plain tables with an index for each thing that is asked. Terms know how many published events carry them. */
export function tables({ id, moment, flag, real, text, line, table, searchIndex }: Words): string[] {
  return [
    `create table events (
      id ${id}, version integer not null, author integer not null, status ${line} not null, slug ${line} not null,
      title ${text} not null, description ${text} not null, excerpt ${text} not null, image ${text},
      date ${moment} not null, date_utc ${moment} not null,
      modified ${moment} not null, modified_utc ${moment} not null,
      starts_at ${moment} not null, ends_at ${moment} not null,
      utc_starts_at ${moment} not null, utc_ends_at ${moment} not null,
      start_offset integer not null, end_offset integer not null,
      timezone ${line} not null, timezone_abbr ${line} not null, all_day ${flag} not null,
      cost ${line} not null, cost_details ${text} not null, price ${line}, website ${text},
      show_map ${flag} not null, show_map_link ${flag} not null, hide_from_listings ${flag} not null,
      sticky ${flag} not null, featured ${flag} not null, ticketed ${flag} not null,
      post_parent integer not null, password ${line},
      summary ${text} not null, search_text ${text} not null
    )${table}`,
    'create unique index events_slug on events (slug)',
    `create index events_listed on events
      (status, hide_from_listings, starts_at, date_utc, id, ends_at)`,
    `create table venues (
      id ${id}, author integer not null, status ${line} not null, slug ${line} not null,
      venue ${text} not null, description ${text} not null, image ${text},
      date ${moment} not null, date_utc ${moment} not null,
      modified ${moment} not null, modified_utc ${moment} not null,
      address ${line} not null, city ${line} not null, country ${line} not null, province ${line} not null,
      state ${line} not null, stateprovince ${line} not null, zip ${line} not null, phone ${line} not null,
      website ${line} not null, geo_lat ${real}, geo_lng ${real},
      show_map ${flag} not null, show_map_link ${flag} not null
    )${table}`,
    `create table organizers (
      id ${id}, author integer not null, status ${line} not null, slug ${line} not null,
      organizer ${text} not null, description ${text} not null, image ${text},
      date ${moment} not null, date_utc ${moment} not null,
      modified ${moment} not null, modified_utc ${moment} not null,
      phone ${line} not null, website ${line} not null, email ${line} not null
    )${table}`,
    `create table terms (
      id ${id}, kind ${line} not null, name ${line} not null, sort_name ${line} not null, slug ${line} not null,
      description ${text} not null, parent integer not null, events integer not null
    )${table}`,
    'create unique index terms_slug on terms (slug, kind)',
    'create index terms_parent on terms (parent)',
    `create table event_venues (
      event_id integer not null, position integer not null, venue_id integer not null,
      primary key (event_id, position)
    )${table}`,
    'create index event_venues_venue on event_venues (venue_id, event_id)',
    `create table event_organizers (
      event_id integer not null, position integer not null, organizer_id integer not null,
      primary key (event_id, position)
    )${table}`,
    'create index event_organizers_organizer on event_organizers (organizer_id, event_id)',
    `create table event_terms (
      event_id integer not null, term_id integer not null, primary key (event_id, term_id)
    )${table}`,
    'create index event_terms_term on event_terms (term_id, event_id)',
    ...searchIndex,
  ]
}
