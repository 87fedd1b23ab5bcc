import { KEYS, type Kind } from '../contract.ts'
import { FACETS, type Facet } from '../facets.ts'

/*
 * What is kept in the database, as data. `schema.ts` writes it in each dialect.
 *
 * One table per kind holds the documents. Everything else is derived from these, in the same transaction:
 * - `event_category` and its like: who carries which term, venue or organizer, beside a copy of the columns that
 *   lists filter and sort by, so that a list of one category is a stretch of one index;
 * - `event_day`, `event_span`: what totals are counted from (see totals.ts);
 * - `event_tally`: how many events of each status carry a term, venue or organizer.
 */

export type ColumnType = 'integer' | 'real' | 'text' | 'boolean'

export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly nullable?: true
  /** Most characters, where it is in an index: MySQL must know. Without it a text is as long as it likes. */
  readonly width?: number
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly primary: readonly string[]
  readonly unique?: string
  /** Each by its columns. */
  readonly indexes: readonly (readonly string[])[]
  /** The rows are to be found in the primary key itself, whole. */
  readonly covering?: true
  /** A condition that every row meets. */
  readonly check?: string
  /** The version that brought it, where that is not the first: see migrate.ts. */
  readonly since?: number
}

export const KINDS = [
  'event',
  'venue',
  'organizer',
  'category',
  'tag',
  'receipt',
] as const satisfies readonly Kind[]

/** What the link tables copy from the event. */
export const COPIED = [
  'start',
  'date',
  'end',
  'utc_start',
  'status',
  'hidden',
  'full_reader',
  'featured',
  'ticketed',
] as const

/** By these and by the day of its start an event is counted. */
export const CLASS = ['status', 'hidden', 'reader', 'full_reader'] as const

/** Domain slugs have at most 200 characters, but a storage does not know that. 768 is the most that MySQL can index. */
const WIDTHS: Readonly<Record<string, number>> = {
  slug: 768,
  unique_slug: 768,
  status: 64,
  date: 32,
  start: 32,
  end: 32,
  utc_start: 32,
  expires: 32,
}

const column = (name: string, type: ColumnType): Column => {
  const width = WIDTHS[name]
  return { name, type, ...(width === undefined ? {} : { width }) }
}

/** The columns of a kind's keys, but for the many-valued ones, which are in tables of their own. */
const keyColumns = (kind: Kind): Column[] =>
  Object.entries(KEYS[kind]).flatMap(([name, key]) =>
    'many' in key ? [] : [{ ...column(name, key.type), ...('nullable' in key ? { nullable: true } : {}) }],
  )

export const forEachKind = <T>(make: (kind: Kind) => T): Readonly<Record<Kind, T>> => ({
  event: make('event'),
  venue: make('venue'),
  organizer: make('organizer'),
  category: make('category'),
  tag: make('tag'),
  receipt: make('receipt'),
})

export const KEY_COLUMNS = forEachKind(keyColumns)

/** Every column of a kind's documents; `keys` has all of them as JSON, to be read in one value. */
export const COLUMNS = forEachKind((kind) => [
  column('id', 'integer'),
  column('version', 'integer'),
  ...KEY_COLUMNS[kind],
  column('keys', 'text'),
  column('text', 'text'),
  column('data', 'text'),
])

const ID: Pick<Column, 'type' | 'nullable'> = { type: 'integer' }

/** What is in the column of a key that has one value, or of `id`. */
export function specOf(kind: Kind, key: string): Pick<Column, 'type' | 'nullable'> {
  const keys: Readonly<Record<string, Pick<Column, 'type' | 'nullable'>>> = KEYS[kind]
  const spec = key === 'id' ? ID : keys[key]
  if (spec === undefined) throw new TypeError(`${kind} has no key '${key}'`)
  return spec
}

/** Whether documents of the kind may claim a unique value. */
export const hasClaims = (kind: Kind): boolean => 'unique_slug' in KEYS[kind]

const documents = (kind: Kind, indexes: readonly (readonly string[])[]): Table => ({
  name: kind,
  columns: COLUMNS[kind],
  primary: ['id'],
  ...(hasClaims(kind) ? { unique: 'unique_slug' } : {}),
  indexes,
})

const eventColumns = (names: readonly string[]): Column[] =>
  COLUMNS.event.filter(({ name }) => names.includes(name))

const links = (facet: Facet): Table => ({
  name: `event_${facet}`,
  columns: [column(`${facet}_id`, 'integer'), column('event_id', 'integer'), ...eventColumns(COPIED)],
  primary: [`${facet}_id`, 'start', 'date', 'event_id'],
  indexes: [['event_id']],
  covering: true,
})

export const TABLES: readonly Table[] = [
  documents('event', [
    ['slug'],
    // Whole lists are filtered in this one.
    ['start', 'date', 'id', 'end', ...CLASS, 'featured', 'ticketed'],
    ['status', 'date'],
    ['utc_start'],
    ['parent'],
  ]),
  documents('venue', [['slug'], ['date', 'id'], ['status', 'date'], ['name'], ['latitude', 'longitude']]),
  documents('organizer', [['slug'], ['date', 'id'], ['status', 'date'], ['name']]),
  documents('category', [['slug'], ['name'], ['parent']]),
  documents('tag', [['slug'], ['name'], ['parent']]),
  { ...documents('receipt', [['expires', 'id']]), since: 2 },
  ...FACETS.map(links),
  {
    name: 'event_span',
    columns: [
      column('span', 'integer'),
      column('event_id', 'integer'),
      ...eventColumns(['start', 'end', ...CLASS]),
    ],
    primary: ['span', 'start', 'event_id'],
    indexes: [['event_id']],
    covering: true,
  },
  {
    name: 'event_day',
    columns: [{ name: 'day', type: 'text', width: 32 }, ...eventColumns(CLASS), column('n', 'integer')],
    primary: ['day', ...CLASS],
    indexes: [],
  },
  {
    name: 'event_tally',
    columns: [
      { name: 'facet', type: 'text', width: 32 },
      column('value', 'integer'),
      column('status', 'text'),
      column('n', 'integer'),
    ],
    primary: ['facet', 'value', 'status'],
    indexes: [],
  },
  {
    name: 'sequence',
    columns: [{ name: 'name', type: 'text', width: 32 }, column('last', 'integer')],
    primary: ['name'],
    indexes: [],
  },
  {
    // Always empty: a commit whose expectation fails trips over its check, and is undone. See commit.ts.
    name: 'expectation',
    columns: [column('holds', 'integer')],
    primary: ['holds'],
    indexes: [],
    check: 'holds = 1',
  },
]
