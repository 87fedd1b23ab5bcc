import type { Condition, Content, Filter } from '../storage/contract.ts'
import type { Dice } from './dice.ts'
import { exampleEvent } from './examples.ts'

export const STATUSES = ['publish', 'draft', 'private']
export const WORDS = ['jazz', 'rock', 'opera', '50% off', 'a_b', 'garden']
export const LINKS = ['category', 'tag', 'venue', 'organizer'] as const

const TITLES = [
  '',
  'a',
  'a b',
  'ab',
  'a-b',
  '~',
  '0',
  '10',
  '9',
  'z',
  'é',
  'ж',
  '音楽',
  '\ud7ff',
  '😀',
  '😀a',
]

/** Few values of few fields, some with a long beginning in common. */
function fieldOf(dice: Dice, name = dice.oneOf(['a', 'ab', 'b'])): string {
  const beginning = dice.chance(3)
    ? 'a text that begins like many others, and only its end tells it apart '
    : ''
  return `${name}=${beginning}${dice.oneOf(['', ' ', '1', '10', '9', '~', 'z'])}`
}

/** Events start within this many days. */
const DAYS = 120

/** Conditions use IDs below this one. */
const IDS = 300

/** An event with links to few categories and many tags. Some of its keys contradict each other, on purpose. */
export function eventOf(dice: Dice, id: number): Content<'event'> {
  const author = dice.upTo(3) + 1
  const status = dice.oneOf(STATUSES)
  const hour = dice.upTo(DAYS * 24)
  const links = (values: number) => [...new Set(dice.some(3, () => 1 + dice.upTo(values)))]
  return exampleEvent(id, {
    slug: `slug-${dice.upTo(100)}`,
    unique_slug: dice.chance(4) ? null : `unique-${id}`,
    status,
    author,
    reader: status === 'publish' ? 0 : author,
    full_reader: dice.oneOf([0, author, -author]),
    date: dateText(dice.upTo(40) * 6),
    hidden: dice.chance(5),
    featured: dice.chance(4),
    ticketed: dice.chance(2),
    start: dateText(hour),
    end: dateText(hour + dice.oneOf([0, 1, 2, 3, 9, 24, 72, 24 * 40, -5])),
    utc_start: dateText(hour - dice.oneOf([-12, 0, 1, 2, 5])),
    parent: dice.chance(5) ? dice.upTo(IDS) : 0,
    category: links(5),
    tag: links(60),
    venue: dice.chance(3) ? [] : links(20),
    organizer: links(20),
    modified: dateText(dice.upTo(60) * 5),
    title: titleOf(dice),
    series: dice.chance(5),
    due: dice.chance(4) ? dateText(hour) : null,
    field: dice.chance(3) ? [] : [...new Set(dice.some(3, () => fieldOf(dice)))],
    text: dice.some(4, () => dice.some(3, () => dice.oneOf(WORDS)).join(' ')),
  })
}

/** One of few titles, some with a long beginning in common. */
export const titleOf = (dice: Dice): string =>
  `${dice.chance(3) ? 'a beginning that many titles have in common, and ' : ''}${dice.oneOf(TITLES)}`

/** The date this many hours after the start of 2031. */
export const dateText = (hour: number): string =>
  new Date(Date.UTC(2031, 0, 1, hour)).toISOString().slice(0, 19).replace('T', ' ')

function conditionOf(dice: Dice): Condition<'event'> {
  const date = () => dateText(dice.upTo(DAYS * 24))
  const pick = <T>(values: readonly T[]) => dice.some(3, () => dice.oneOf(values))
  const numbers = (below: number) => dice.some(4, () => dice.upTo(below))
  const bounds = <T extends string | number>(bound: () => T) =>
    dice.oneOf([
      { gte: bound() },
      { gt: bound() },
      { lte: bound() },
      { lt: bound() },
      { gte: bound(), lt: bound() },
      { gt: bound(), lte: bound() },
    ])
  const key = dice.oneOf(LINKS)
  return dice.oneOf<() => Condition<'event'>>([
    () => ({ key: 'status', in: pick(STATUSES) }),
    () => ({ key: 'status', notIn: pick(STATUSES) }),
    () => ({ key: 'reader', in: [0, ...numbers(4)] }),
    () => ({ key: 'full_reader', in: [0, 2, -2] }),
    () => ({ key: 'hidden', in: [dice.chance(2)] }),
    () => ({ key: 'featured', notIn: [dice.chance(2)] }),
    () => ({ key: 'series', in: [dice.chance(2)] }),
    () => ({ key: 'due', ...bounds(date) }),
    () => ({ key: 'author', ...bounds(() => dice.upTo(4)) }),
    () => ({ key: 'id', ...bounds(() => dice.upTo(IDS)) }),
    () => ({ key: 'id', in: numbers(IDS) }),
    () => ({ key: 'parent', notIn: [0, ...numbers(IDS)] }),
    () => ({ key: 'slug', in: [`slug-${dice.upTo(100)}`, `slug-${dice.upTo(100)}`] }),
    () => ({ key: 'unique_slug', in: [null, `unique-${dice.upTo(IDS)}`] }),
    () => ({ key: 'unique_slug', notIn: [null] }),
    () => ({ key: 'start', ...bounds(date) }),
    () => ({ key: 'end', ...bounds(date) }),
    () => ({ key: 'utc_start', ...bounds(date) }),
    () => ({ key: 'date', ...bounds(date) }),
    () => ({ key: 'modified', ...bounds(() => dateText(dice.upTo(300))) }),
    () => ({ key, in: numbers(21) }),
    () => ({ key, notIn: numbers(21) }),
    () => ({ key: 'field', in: dice.some(3, () => fieldOf(dice)) }),
    () => ({ key: 'field', notIn: dice.some(3, () => fieldOf(dice)) }),
    () => ({ key: 'field', ...bounds(() => fieldOf(dice)) }),
    () => ({ key: 'field', gte: fieldOf(dice, 'a'), lt: dice.chance(2) ? 'a>' : fieldOf(dice, 'a') }),
  ])()
}

/** Up to four conditions; with words in one of four filters. */
export function filterOf(dice: Dice): Filter<'event'> {
  const where = dice.some(4, () => conditionOf(dice))
  if (!dice.chance(4)) return { where }
  const words = () => dice.some(2, () => dice.oneOf(WORDS).slice(dice.upTo(2)))
  return { where, text: { all: words(), none: words(), oneField: dice.chance(2) } }
}
