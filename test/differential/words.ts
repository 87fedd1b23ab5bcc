import { words } from '../setup/words.ts'

/*
 * What the texts of a sequence are made of: few words, so that names collide and searches find something; letters with
 * marks, beyond the first plane, of other scripts, and such as a query language could trip over.
 */

export const WORDS = [
  ...['open', 'Open', 'studio', 'jazz', 'JAZZ', 'night', 'the', 'of', 'a', 'concert', 'Straße', 'strasse'],
  ...words(`
    Café cafe naïve İstanbul 東京 祭り Ωδή 🎷 o'clock 100% under_score \\back
  `),
  ...['co-op', '<b>bold</b>', 'R&B', '"quoted"', '2027', 'ﬁne'],
] as const

/** Parts of these words, phrases and exclusions, as people type them. */
export const SEARCHES = [
  ...['jazz', 'JAZZ', 'azz', 'open', 'stud', 'strasse', 'STRASSE', 'cafe', 'CAFÉ', 'istanbul', '京', '東京'],
  ...words(`
    🎷 o'clock % _ \\ 100% r_score co-op bold <b> r&b R&amp;B fine naive
  `),
  ...['"open studio"', '"jazz night"', 'jazz -night', '-jazz', 'open -studio -cafe', 'the', 'of the', 'a'],
  ...[
    'jazz night',
    'night jazz',
    'open,studio',
    'no such word',
    'ωδη',
    '2027',
    'l',
    '"quoted"',
    'or',
    'hall',
  ],
] as const

export const SLUGS = [
  ...[...words('open jazz open-2 jazz-2 cafe Café 東京 feed embed 123 a__trashed'), 'Jazz Night'],
] as const

/** Names of venues and organizers. */
export const NAMES = [
  ...[
    'Hall',
    'hall',
    'Old Mill',
    'Mill & Sons',
    'Café Jazz',
    '東京ドーム',
    'Straße 7',
    'Hall <i>3</i>',
    'HALL',
  ],
  ...['Jazz Society', 'O’Neill', "O'Neill"],
] as const

/** Names of categories and tags. */
export const TERMS = [
  ...['Music', 'music', 'Jazz', 'Art', 'Café', 'R&B', '東京', 'Late Night', 'late night', 'Kids', 'Zebra'],
] as const

export const TIMEZONES = ['', 'Europe/Berlin', 'Asia/Tokyo', 'UTC-5', 'America/New_York', 'UTC'] as const

/** Near each other and far, on the equator and beyond the date line. */
export const PLACES = [
  ...[
    [42.7, -73.9],
    [42.75, -73.95],
    [40.7, -74],
    [52.5, 13.4],
    [0, 0],
    [-17.8, 179.9],
    [-17.8, -179.9],
    [89.9, 10],
  ],
] as const
