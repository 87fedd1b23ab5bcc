import type { Kind } from '../contract.ts'
import { DAY, type Durations } from '../shared/durations.ts'
import {
  forEachKind,
  isFacet,
  KEYS_OF,
  type Key,
  keyOf,
  LINK_KEYS,
  type LinkKey,
  LOOKUPS,
  namesWhere,
  UNIQUE,
} from '../shared/keys.ts'

/*
 * The tables, as data. `schema.ts` writes them in each dialect.
 *
 * One table per kind contains the documents. All other tables are derived from these, in the same transaction:
 * - `event_category` and so on: the events of each term, venue and organizer, with a copy of the columns that lists
 *   filter and sort by. A list of one category is then a range scan of one index. `event_field` is the same for values
 *   of custom fields, `extra_labels` for labels;
 * - `event_day`, `event_span`: for totals (see totals.ts);
 * - `event_sort`, `venue_sort`, `organizer_sort`: the keys that lists are sorted by, and a copy of the columns that all
 *   lists filter by. A page in such an order is then a scan of one index;
 * - `event_tally`: the number of events per status with a term, venue or organizer, series apart;
 * - `revision`: counters of commits. Readers compare them to detect changes.
 */

export type ColumnType = 'integer' | 'real' | 'text' | 'boolean'

export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly nullable?: true
  /**
   * Maximum number of characters of a text whose index covers the whole text; MySQL requires it. Texts without a width
   * may have any length: PostgreSQL indexes their hash, MySQL a prefix.
   */
  readonly width?: number
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly primary: readonly string[]
  readonly unique?: string
  /** The columns of each index. */
  readonly indexes: readonly (readonly string[])[]
  /** The primary key is a covering index: it contains all columns. */
  readonly covering?: true
  /** A condition that every row meets. */
  readonly check?: string
  /** The version of the tables that added it, if not the first (see migrate.ts). */
  readonly since?: number
}

/** The name of an index: by its first column that no index before it begins with. */
export const indexName = ({ name, indexes }: Table, index: readonly string[]): string => {
  const isFirst = indexes.find(([first]) => first === index[0]) === index
  return `${name}_${isFirst ? index[0] : index[1]}`
}

/** The columns that link tables copy from the document, in addition to its ID: those that lists filter or sort by. */
export const COPIED = namesWhere(
  ({ date, index }) => (date && index === undefined) || index === 'partition' || index === 'zero',
)

/** Kinds with keys that only lists are sorted by. */
export const SORTED = ['event', 'venue', 'organizer'] as const satisfies readonly Kind[]
export type Sorted = (typeof SORTED)[number]

export const isSorted = (kind: Kind): kind is Sorted => SORTED.some((one) => one === kind)

/** The keys that are in the sort table only. */
export const SORT_KEYS = namesWhere(({ index }) => index === 'sort')

/** Duration classes, in days, of events that end on a later day. The class is a column of `event_span`. */
export const DURATIONS: Durations = { unit: DAY, longest: [1, 16, 256, Number.POSITIVE_INFINITY] }

/** The class of events that end before they start, or whose times are not calendar dates. */
export const IRREGULAR = -1

/** `event_day` has a counter for each day and each combination of these columns. */
export const CLASS = ['status', 'hidden', 'reader', 'full_reader', 'series'] as const

/** The columns that `event_span` copies from the event. */
export const SPANNED = ['start', 'end', ...CLASS] as const

/** Maximum number of characters that MySQL can index. */
const WIDEST = 768
const WIDTHS = [32, 64, 256, WIDEST] as const

const column = (name: string, type: ColumnType): Column => ({ name, type })

function keyColumn({ name, type, nullable, longest }: Key): Column {
  const width = longest === undefined ? undefined : (WIDTHS.find((one) => one >= longest) ?? WIDEST)
  return {
    name,
    type,
    ...(width === undefined ? {} : { width }),
    ...(nullable ? { nullable } : {}),
  }
}

/** The columns of a kind's keys. Multi-valued keys and those of sort tables have their own tables. */
export const KEY_COLUMNS = forEachKind((kind) =>
  KEYS_OF[kind].filter(({ many, index }) => !many && index !== 'sort').map(keyColumn),
)

/** The columns of sort tables, without the ID. */
export const SORT_COLUMNS = forEachKind((kind) =>
  KEYS_OF[kind]
    .filter(
      ({ name, date, index }) =>
        (date && index !== 'due') ||
        index === 'partition' ||
        index === 'zero' ||
        index === 'sort' ||
        name === 'reader',
    )
    .map(keyColumn),
)

/** All columns of a kind's documents. `keys` contains all keys as JSON, so that one value is enough to read them. */
export const COLUMNS = forEachKind((kind) => [
  column('id', 'integer'),
  column('version', 'integer'),
  ...KEY_COLUMNS[kind],
  column('keys', 'text'),
  column('text', 'text'),
  column('data', 'text'),
])

/** `lists`, `others`: indexes of several columns. The order is the same as in the first version of the tables. */
function documents(kind: Kind, lists: Table['indexes'], others: Table['indexes'] = []): Table {
  const unique = UNIQUE[kind]
  const lookups = LOOKUPS[kind].map((key) => [key])
  return {
    name: kind,
    columns: COLUMNS[kind],
    primary: ['id'],
    ...(unique === undefined ? {} : { unique }),
    indexes: [...lookups.slice(0, 1), ...lists, ...lookups.slice(1), ...others],
  }
}

const eventColumns = (names: readonly string[]): Column[] =>
  COLUMNS.event.filter(({ name }) => names.includes(name))

/** The kind of the documents that have the list. */
export const linkedKind = (key: LinkKey): 'event' | 'extra' => (key === 'labels' ? 'extra' : 'event')

/** The name of a link table, and of its column with the ID of the document. */
export const linkTable = (key: LinkKey): string => `${linkedKind(key)}_${key}`
export const linkedId = (key: LinkKey): string => `${linkedKind(key)}_id`

/** The column of a link table that has a value of the list. */
export const linkColumn = (key: LinkKey): Column =>
  isFacet(key) ? column(`${key}_id`, 'integer') : keyColumn({ ...keyOf(linkedKind(key), key), name: 'value' })

function links(key: LinkKey): Table {
  const [kind, id, value] = [linkedKind(key), linkedId(key), linkColumn(key)]
  const copied = COLUMNS[kind].filter(({ name }) => COPIED[kind].includes(name))
  const sorting = kind === 'event' ? ['start', 'date'] : ['owner']
  return {
    name: linkTable(key),
    columns: [value, column(id, 'integer'), ...copied],
    primary: [value.name, ...sorting, id],
    indexes: [[id]],
    covering: true,
    since: kind === 'event' ? 7 : 8,
  }
}

/** Each index covers what all lists filter by. */
function sorts(kind: Sorted): Table {
  const covered = kind === 'event' ? ['start', 'end', ...CLASS] : ['status', 'reader']
  const first = kind === 'event' ? ['date', ...SORT_KEYS[kind]] : SORT_KEYS[kind]
  return {
    name: `${kind}_sort`,
    columns: [column('id', 'integer'), ...SORT_COLUMNS[kind]],
    primary: ['id'],
    indexes: first.map((key) => [key, 'id', ...covered]),
    since: kind === 'event' ? 7 : 5,
  }
}

const BY_DATE: Table['indexes'] = [
  ['date', 'id'],
  ['status', 'date'],
]

export const TABLES: readonly Table[] = [
  {
    ...documents('event', [
      // Covers the filters of the main lists.
      ['start', 'date', 'id', 'end', ...CLASS, 'featured', 'ticketed'],
      ['status', 'date'],
      ['utc_start'],
      ['due'],
    ]),
    since: 7,
  },
  documents('venue', BY_DATE, [['latitude', 'longitude']]),
  documents('organizer', BY_DATE),
  documents('category', []),
  documents('tag', []),
  { ...documents('receipt', [['expires', 'id']]), since: 2 },
  { ...documents('entry', []), since: 7 },
  {
    ...documents('extra', [
      ['owner', 'id'],
      ['owner', 'name', 'id'],
      ['owner', 'due', 'id'],
    ]),
    since: 8,
  },
  ...LINK_KEYS.map(links),
  ...SORTED.map(sorts),
  {
    name: 'event_span',
    since: 7,
    columns: [column('span', 'integer'), column('event_id', 'integer'), ...eventColumns(SPANNED)],
    primary: ['span', 'start', 'event_id'],
    indexes: [['event_id']],
    covering: true,
  },
  {
    name: 'event_day',
    since: 7,
    columns: [{ name: 'day', type: 'text', width: 32 }, ...eventColumns(CLASS), column('n', 'integer')],
    primary: ['day', ...CLASS],
    indexes: [],
  },
  {
    name: 'event_tally',
    since: 7,
    columns: [
      { name: 'facet', type: 'text', width: 32 },
      column('value', 'integer'),
      ...eventColumns(['status', 'series']),
      column('n', 'integer'),
    ],
    primary: ['facet', 'value', 'status', 'series'],
    indexes: [],
  },
  {
    name: 'sequence',
    columns: [{ name: 'name', type: 'text', width: 32 }, column('last', 'integer')],
    primary: ['name'],
    indexes: [],
  },
  {
    // See revision.ts.
    name: 'revision',
    columns: [column('counter', 'integer'), column('n', 'integer')],
    primary: ['counter'],
    indexes: [],
    since: 7,
  },
  {
    // Always empty: a commit whose expectation fails inserts one value twice, and is rolled back. See writes.ts.
    name: 'expectation',
    columns: [column('holds', 'integer')],
    primary: ['holds'],
    indexes: [],
    check: 'holds = 1',
  },
]
