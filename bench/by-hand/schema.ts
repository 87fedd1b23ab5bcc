import type { Words } from './driver.ts'

/*
 * Plain tables with an index for each question. Columns have the names that answers use, and a type of `Words`; those
 * that end with `?` may be null.
 */

const POST = {
  ...{ author: 'integer', status: 'line', slug: 'line', image: 'text?' },
  ...{ date: 'moment', date_utc: 'moment', modified: 'moment', modified_utc: 'moment' },
  description: 'text',
}

export const EVENT = {
  ...POST,
  ...{ version: 'integer', title: 'text', excerpt: 'text' },
  ...{ start_date: 'moment', end_date: 'moment', utc_start_date: 'moment', utc_end_date: 'moment' },
  ...{ start_offset: 'integer', end_offset: 'integer', timezone: 'line', timezone_abbr: 'line' },
  ...{ cost: 'line', cost_details: 'text', price: 'line?', website: 'text?' },
  ...{ all_day: 'flag', show_map: 'flag', show_map_link: 'flag', hide_from_listings: 'flag' },
  ...{ sticky: 'flag', featured: 'flag', ticketed: 'flag' },
  ...{ post_parent: 'integer', password: 'line?', summary: 'text', search_text: 'text' },
}

export const VENUE = {
  ...POST,
  ...{ venue: 'text', address: 'line', city: 'line', country: 'line', province: 'line', state: 'line' },
  ...{ stateprovince: 'line', zip: 'line', phone: 'line', website: 'line' },
  ...{ geo_lat: 'real?', geo_lng: 'real?', show_map: 'flag', show_map_link: 'flag' },
}

export const ORGANIZER = { ...POST, organizer: 'text', phone: 'line', website: 'line', email: 'line' }

/** `events`: published events with the term. */
const TERM = {
  ...{ kind: 'line', name: 'line', sort_name: 'line', slug: 'line', description: 'text' },
  ...{ parent: 'integer', events: 'integer' },
}

type Columns = Readonly<Record<string, string>>

export const flagsOf = (columns: Columns): string[] =>
  Object.keys(columns).filter((name) => columns[name] === 'flag')

export function tables(words: Words): string[] {
  const types: Columns = { ...words.types, integer: 'integer' }
  const table = (name: string, columns: Columns) => {
    const lines = Object.entries(columns).map(([column, type]) =>
      type.endsWith('?') ? `${column} ${types[type.slice(0, -1)]}` : `${column} ${types[type]} not null`,
    )
    return `create table ${name} (id ${words.id}, ${lines.join(', ')})${words.table}`
  }
  const links = (kind: string) => [
    `create table event_${kind}s (
      event_id integer not null, position integer not null, ${kind}_id integer not null,
      primary key (event_id, position)
    )${words.table}`,
    `create index event_${kind}s_${kind} on event_${kind}s (${kind}_id, event_id)`,
  ]
  return [
    table('events', EVENT),
    'create unique index events_slug on events (slug)',
    'create index events_listed on events (status, hide_from_listings, start_date, date_utc, id, end_date)',
    table('venues', VENUE),
    table('organizers', ORGANIZER),
    table('terms', TERM),
    'create unique index terms_slug on terms (slug, kind)',
    'create index terms_parent on terms (parent)',
    ...links('venue'),
    ...links('organizer'),
    ...links('term'),
    ...words.searchIndex,
  ]
}
