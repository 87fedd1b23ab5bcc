import type { Dice } from '../../src/testing/dice.ts'
import { words } from '../setup/words.ts'
import type { Kind, Made } from './made.ts'
import type { Pair } from './steps.ts'
import { someBound } from './times.ts'
import { PLACES, SEARCHES, SLUGS } from './words.ts'

/*
 * The queries of lists. Each filter answers its pairs; now and then they are wrong.
 */

export type FilterMaker = (dice: Dice, made: Made) => readonly Pair[]
type Filters = Readonly<Record<string, FilterMaker>>

const yesNo = (dice: Dice): string => dice.oneOf(['1', '0', 'true', 'false'])
const ids = (kind: Kind, dice: Dice, made: Made): string =>
  [made.id(kind, dice), ...(dice.chance(3) ? dice.some(3, () => made.idNear(kind, dice)) : [])].join(',')
const terms = (kind: 'category' | 'tag', dice: Dice, made: Made): string =>
  dice.chance(4)
    ? `{${made.name(kind, dice)}.slug}`
    : dice.chance(12)
      ? dice.oneOf(SLUGS)
      : ids(kind, dice, made)
const statuses = (dice: Dice): string =>
  dice.oneOf([
    ...words('publish publish draft pending future private trash publish,draft future,private,trash'),
    ...['publish,future,draft,pending,private,trash', 'inherit'],
  ])

const bound =
  (name: string): FilterMaker =>
  (dice) => [[name, someBound(dice)]]

export const WINDOWS: Filters = {
  start_date: bound('start_date'),
  end_date: bound('end_date'),
  starts_before: bound('starts_before'),
  starts_after: bound('starts_after'),
  ends_before: bound('ends_before'),
  ends_after: bound('ends_after'),
}

/** Filters of which each asks for something of its own, so that they can be joined at will. */
export const EVENT_FILTERS: Filters = {
  search: (dice) => [['search', dice.oneOf(SEARCHES)]],
  categories: (dice, made) => [['categories', terms('category', dice, made)]],
  tags: (dice, made) => [['tags', terms('tag', dice, made)]],
  venue: (dice, made) => [['venue', ids('venue', dice, made)]],
  organizer: (dice, made) => [['organizer', ids('organizer', dice, made)]],
  featured: (dice) => [['featured', yesNo(dice)]],
  ticketed: (dice) => [['ticketed', yesNo(dice)]],
  status: (dice) => [['status', statuses(dice)]],
  geoloc: (dice) => [['geoloc', yesNo(dice)]],
  near: (dice) => {
    const [lat = 0, lng = 0] = dice.oneOf(PLACES)
    const near: Pair[] = [
      ['geoloc_lat', String(lat)],
      ['geoloc_lng', String(lng)],
    ]
    return dice.chance(2) ? near : [...near, ['geoloc_radius', dice.oneOf(['0', '10', '300', '20000'])]]
  },
  post_parent: (dice, made) => [['post_parent', made.id('event', dice)]],
}

/** The order of a list of posts, and bounds on the last change. */
const sorting = (orders: readonly string[]): Filters => ({
  orderby: (dice) => [['orderby', dice.oneOf([...orders, 'Title', 'rand'])]],
  order: (dice) => [['order', dice.oneOf(['asc', 'desc', 'DESC', 'up'])]],
  modified_after: (dice) => [['modified_after', dice.oneOf(['0000-01-01', 'today', '-1 minute', 'now'])]],
  modified_before: (dice) => [['modified_before', dice.oneOf(['tomorrow', 'now', '-1 minute', 'today'])]],
})

const EVENT_LIST: Filters = {
  ...EVENT_FILTERS,
  hidden: (dice) => [['hidden', dice.oneOf(['1', 'any', '0'])]],
  ...sorting(['event_date', 'start_date', 'date', 'modified', 'title']),
  include: (dice, made) => [['include', ids('event', dice, made)]],
}

const LINKED_LIST: Filters = {
  search: EVENT_FILTERS.search ?? (() => []),
  event: (dice, made) => [['event', made.id('event', dice)]],
  has_events: (dice) => [['has_events', dice.oneOf(['yes', 'no', '1', 'maybe'])]],
  only_with_upcoming: (dice) => [['only_with_upcoming', dice.oneOf(['1', 'no'])]],
  status: (dice) => [['status', statuses(dice)]],
  ...sorting(['date', 'modified', 'title']),
}

const TERM_LIST = (kind: Kind): Filters => ({
  search: (dice) => [['search', dice.oneOf(['mus', 'JAZZ', 'a', 'é', 'cafe', '京', '&', '-', 'late night'])]],
  exclude: (dice, made) => [['exclude', ids(kind, dice, made)]],
  include: (dice, made) => [['include', ids(kind, dice, made)]],
  order: (dice) => [['order', dice.oneOf(['asc', 'desc'])]],
  orderby: (dice) => [
    ['orderby', dice.oneOf(['name', 'slug', 'id', 'count', 'description', 'include', 'parent', 'none'])],
  ],
  hide_empty: (dice) => [['hide_empty', yesNo(dice)]],
  parent: (dice, made) => [['parent', made.id('category', dice)]],
  post: (dice, made) => [[dice.oneOf(['post', 'event']), made.id('event', dice)]],
  slug: (dice) => [['slug', dice.oneOf(SLUGS)]],
})

export function someFilters(filters: Filters, most: number, dice: Dice, made: Made): Pair[] {
  const names = new Set(dice.some(most, () => dice.oneOf(Object.keys(filters))))
  return [...names].flatMap((name) => filters[name]?.(dice, made) ?? [])
}

/** The dates of a list of events; half of them are such that switch the default window off. */
export function someWindow(dice: Dice, made: Made): Pair[] {
  const window = dice.chance(2) ? someFilters(WINDOWS, 2, dice, made) : []
  return dice.chance(3) ? [...window, ['strict_dates', dice.oneOf(['true', 'true', 'no'])]] : window
}

function somePage(dice: Dice): Pair[] {
  if (dice.chance(2)) return []
  const size: Pair = ['per_page', dice.oneOf(['1', '2', '3', '5', '50', '500'])]
  return dice.chance(2) ? [size, ['page', dice.oneOf(['1', '2', '2', '2', '3', '9'])]] : [size]
}

/** The query of a list of a kind. */
export function someList(kind: Kind, dice: Dice, made: Made): Pair[] {
  switch (kind) {
    case 'event':
      return [...someFilters(EVENT_LIST, 2, dice, made), ...someWindow(dice, made), ...somePage(dice)]
    case 'venue':
    case 'organizer':
      return [...someFilters(LINKED_LIST, 2, dice, made), ...somePage(dice)]
    default:
      return [
        ...(dice.chance(2) ? [] : ([['hide_empty', '0']] as const)),
        ...someFilters(TERM_LIST(kind), 2, dice, made),
        ...somePage(dice),
      ]
  }
}
