import { Dice } from '../../src/testing/dice.ts'

/*
 * The events of peers: all that an event says follows from its name and its version, so that any process can tell
 * whether what it read is whole.
 */

/** The name of the nth event of a peer, which is also its slug. */
export const nameOf = (life: number, nth: number): string => `event-${life}x${nth}`

const LETTERS = 'abcdefghijklmnopqrstuvwxyzäöü日本語'

/** Mostly short; one in eight is longer than a page of LMDB or SQLite, one in sixty-four than several. */
function descriptionOf(name: string, version: number): string {
  const dice = new Dice([...`${name} ${version}`].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))
  const length = dice.upTo(dice.chance(8) ? (dice.chance(8) ? 30_000 : 6000) : 200)
  return Array.from({ length }, () => dice.oneOf([...LETTERS])).join('')
}

const titleOf = (name: string, version: number): string => `${name} version ${version}`

export const bodyOf = (name: string, version: number) => ({
  title: titleOf(name, version),
  description: descriptionOf(name, version),
  start_date: '2031-06-01 18:00:00',
  end_date: '2031-06-01 20:00:00',
  status: 'publish',
  slug: name,
})

/** What an answer has of an event. `isWhole`: everything belongs to the version in its title. */
export interface Found {
  readonly name: string
  readonly version: number
  readonly isWhole: boolean
}

const NOTHING: Found = { name: '', version: 0, isWhole: false }

interface Shown {
  readonly id: number
  readonly title: string
  readonly slug: string
  readonly description: string
}

/** The event in an answer, which is the event itself or a list. */
export function foundIn(answer: Partial<Shown> & { events?: readonly Shown[] }, id: number): Found {
  const event = answer.events === undefined ? answer : answer.events.find((one) => one.id === id)
  const [, name = '', version = ''] = /^(\S+) version (\d+)$/.exec(event?.title ?? '') ?? []
  if (event === undefined || name === '') return NOTHING
  const isWhole =
    event.id === id &&
    event.slug === name &&
    event.description?.replace(/^<p>|<\/p>\s*$/g, '') === descriptionOf(name, Number(version))
  return { name, version: Number(version), isWhole }
}
