import { Dice } from '../../src/testing/dice.ts'
import { type Asker, MASTERS } from '../routes/calendar.ts'
import { COLLECTION, KINDS, type Kind, Made } from './made.ts'
import { someList } from './reads.ts'
import type { Step } from './steps.ts'
import { someWait } from './times.ts'
import { SLUGS } from './words.ts'
import { asAllowed, changedFields, newRecord, PASSWORDS, plainRecord } from './writes.ts'

/*
 * Sequences of requests from a seed: the same ones for the same seed, whatever is answered.
 */

const WRITERS: readonly Asker[] = [
  ...(['editor', 'editor', 'editor', 'editor', 'editor', 'editor', 'editor', 'administrator'] as const),
  ...([
    'author',
    'author',
    'author',
    'author',
    'author2',
    'contributor',
    'contributor',
    'contributor2',
  ] as const),
]
const NO_WRITERS: readonly Asker[] = ['subscriber', 'visitor']
const READERS: readonly Asker[] = [
  ...([
    'visitor',
    'visitor',
    'editor',
    'editor',
    'author',
    'author2',
    'contributor',
    'contributor2',
  ] as const),
  ...(['subscriber', 'administrator'] as const),
]
const SOME_KIND: readonly Kind[] = ['event', 'event', 'event', 'event', ...KINDS]

type Request = Pick<Step, 'as' | 'method' | 'path'> & Partial<Pick<Step, 'query' | 'fields' | 'headers'>>

/** How often each happens, of all together. */
const MIX: readonly (readonly [weight: number, make: (dice: Dice, made: Made) => Request])[] = [
  [10, create],
  [6, update],
  [2, remove],
  [12, list],
  [4, read],
]
const WRITES = MIX.slice(0, 3)

export const someSteps = (seed: number, length: number): Step[] => drawn(MIX, seed, length).steps

/** Of writes alone: what fills a calendar. */
export const someWrites = (seed: number, length: number): Drawn => drawn(WRITES, seed, length)

export interface Drawn {
  readonly steps: readonly Step[]
  readonly made: Made
}

function drawn(mix: typeof MIX, seed: number, length: number): { steps: Step[]; made: Made } {
  const dice = new Dice(seed)
  const made = new Made()
  const makers = mix.flatMap(([weight, make]) => Array.from({ length: weight }, () => make))
  const steps = Array.from({ length }, (_, index): Step => {
    const number = index + 1
    const wait = someWait(dice)
    const kind = STOCK[index]
    const request = kind === undefined ? dice.oneOf(makers)(dice, made) : stock(kind, dice, made)
    remember(made, number, request)
    return {
      number,
      wait,
      query: request.method === 'DELETE' ? forceOf(number) : [],
      headers: {},
      ...request,
    }
  })
  return { steps, made }
}

/** By the number of the step, because it needs no dice. */
const forceOf = (number: number): Step['query'] =>
  number % 3 === 0 ? [['force', number % 2 === 0 ? 'true' : '1']] : []

/** What every sequence begins with, so that there is something to refer to. */
const STOCK: readonly Kind[] = [
  ...([
    'category',
    'tag',
    'venue',
    'organizer',
    'event',
    'category',
    'venue',
    'event',
    'event',
    'event',
  ] as const),
]

const stock = (kind: Kind, dice: Dice, made: Made): Request => ({
  as: dice.oneOf(['editor', 'administrator', 'author']),
  method: 'POST',
  path: `/${COLLECTION[kind]}`,
  fields: asAllowed(plainRecord(kind, dice, made), 'author', dice),
})

/** Who may not write makes nothing. */
function remember(made: Made, number: number, { as, method, path, fields = {} }: Request): void {
  if (NO_WRITERS.includes(as)) return
  const collection = path.split('/')[1]
  const kind = KINDS.find((one) => COLLECTION[one] === collection)
  if (method === 'POST' && kind !== undefined && path === `/${collection}`) made.add(kind, `${number}`)
  if (kind !== 'event') return
  if ('venue' in fields) made.add('venue', `${number}.venue`)
  if ('organizer' in fields) made.add('organizer', `${number}.organizer`)
  if ('categories' in fields) made.add('category', `${number}.category`)
  if ('tags' in fields) made.add('tag', `${number}.tag`)
}

const someWriter = (dice: Dice): Asker => dice.oneOf(dice.chance(20) ? NO_WRITERS : WRITERS)

function create(dice: Dice, made: Made): Request {
  const kind = dice.oneOf(SOME_KIND)
  const as = someWriter(dice)
  const fields = asAllowed(newRecord(kind, dice, made), as, dice)
  return { as, method: 'POST', path: `/${COLLECTION[kind]}`, fields }
}

function update(dice: Dice, made: Made): Request {
  const kind = dice.oneOf(SOME_KIND)
  const as = dice.chance(2) ? dice.oneOf(MASTERS) : someWriter(dice)
  const { path, headers } = one(kind, dice, made)
  const method = dice.oneOf(['PUT', 'PATCH', 'POST'])
  return { as, method, path, headers, fields: asAllowed(changedFields(kind, dice, made), as, dice) }
}

function remove(dice: Dice, made: Made): Request {
  const { path, headers } = one(dice.oneOf(SOME_KIND), dice, made)
  return { as: someWriter(dice), method: 'DELETE', path, headers }
}

function read(dice: Dice, made: Made): Request {
  const kind = dice.oneOf(SOME_KIND)
  const name = made.name(kind, dice)
  const path = dice.chance(10) ? bySlug(kind, dice.oneOf(SLUGS)) : pathOf(kind, name, dice)
  const query = kind === 'event' && dice.chance(8) ? [['password', dice.oneOf(PASSWORDS)] as const] : []
  const headers = dice.chance(6) ? { 'if-none-match': `{${name}.etag}` } : {}
  return { as: dice.oneOf(READERS), method: dice.chance(5) ? 'HEAD' : 'GET', path, query, headers }
}

function list(dice: Dice, made: Made): Request {
  const kind = dice.oneOf(SOME_KIND)
  const method = dice.chance(12) ? 'HEAD' : 'GET'
  return { as: dice.oneOf(READERS), method, path: `/${COLLECTION[kind]}`, query: someList(kind, dice, made) }
}

/** Where a write goes, with a condition one time in four: mostly one that holds unless others wrote meanwhile. */
function one(kind: Kind, dice: Dice, made: Made): Required<Pick<Request, 'path' | 'headers'>> {
  const name = made.name(kind, dice)
  const tag = dice.oneOf([
    `{${name}.etag}`,
    `{${name}.etag}`,
    '*',
    '"1.x"',
    '"77.x", "1"',
    'W/"1"',
    'nonsense',
  ])
  return { path: pathOf(kind, name, dice), headers: dice.chance(4) ? { 'if-match': tag } : {} }
}

const pathOf = (kind: Kind, name: string, dice: Dice): string =>
  dice.chance(kind === 'category' || kind === 'tag' ? 60 : 3)
    ? bySlug(kind, `{${name}.slug}`)
    : `/${COLLECTION[kind]}/{${name}}`

/** Of terms there is no such path: 404. */
const bySlug = (kind: Kind, slug: string): string => `/${COLLECTION[kind]}/by-slug/${slug}`
