import { expect } from 'vitest'
import { Dice } from '../../src/testing/dice.ts'
import { COLLECTION, KINDS, type Kind } from '../differential/made.ts'
import type { Player } from '../differential/play.ts'
import { someWrites } from '../differential/sequence.ts'
import type { Asker, Calendar } from '../routes/calendar.ts'
import { SeriesWrites } from './series-writes.ts'

/*
 * Random writes, and mirrors that follow `GET /changes` and must equal the calendar.
 */

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const recordsIn = (value: unknown): readonly Fields[] => [value].flat().filter(isFields)

/** What one caller has seen of a calendar. */
export class Mirror {
  readonly #records: Record<Kind, Map<number, Fields>> = {
    ...{ event: new Map(), venue: new Map(), organizer: new Map() },
    ...{ category: new Map(), tag: new Map() },
  }
  readonly as: Asker
  token = ''

  constructor(as: Asker) {
    this.as = as
  }

  /** Syncs once. Returns what came. `between` runs after each page but the last. */
  async sync({ ask }: Calendar, perPage: number, between: () => Promise<void> = async () => {}) {
    const came: string[] = []
    let path = `/changes?per_page=${perPage}${this.token === '' ? '' : `&sync_token=${this.token}`}`
    for (;;) {
      const { status, body, text } = await ask('GET', path, undefined, this.as)
      expect(status, text).toBe(200)
      for (const change of recordsIn(body.changes)) came.push(this.#apply(change))
      if (typeof body.sync_token === 'string') {
        this.token = body.sync_token
        expect(body).not.toHaveProperty('next_rest_url')
        return came
      }
      path = `/changes/${new URL(String(body.next_rest_url)).search}`
      await between()
    }
  }

  #apply({ kind: name, id, deleted, ...rest }: Fields): string {
    const kind = KINDS.find((one) => one === name) ?? expect.unreachable(`kind ${name}`)
    const record = rest[kind]
    if (deleted === true) this.#records[kind].delete(Number(id))
    else if (isFields(record)) this.#records[kind].set(Number(id), record)
    else expect.unreachable('a change without a record')
    return `${deleted === true ? 'deleted ' : ''}${kind} ${id}`
  }

  has = (kind: Kind, id: number): boolean => this.#records[kind].has(id)

  /** What the mirror has, in the form of `truthOf`. */
  get state(): Map<string, unknown> {
    const state = new Map<string, unknown>()
    for (const kind of KINDS) {
      for (const [id, record] of this.#records[kind]) state.set(`${kind} ${id}`, ownFields(record, this.has))
    }
    return state
  }
}

/**
 * A record without what follows from others: of what an event shows of them, the IDs of those that `has` names. Records
 * that are closed by a password are not compared.
 */
function ownFields(record: Fields, has: (kind: Kind, id: number) => boolean): unknown {
  const { json_ld, count, url, urls, post_parent, venue, organizer, categories, tags, ...own } = record
  if (own.description === '' && own.excerpt === '' && own.cost === '' && own.all_day === null) return 'closed'
  // The address of a category contains those above it.
  if (record.taxonomy === 'tribe_events_cat') return { ...own, url }
  if (!('categories' in record)) return { ...own, venue, organizer }
  const ids = (kind: Kind, list: unknown) =>
    recordsIn(list)
      .map(({ id }) => Number(id))
      .filter((id) => has(kind, id))
      .sort()
  return {
    ...own,
    ...{ venue: ids('venue', venue), organizer: ids('organizer', organizer) },
    ...{ category: ids('category', categories), tag: ids('tag', tags) },
  }
}

/** The calendar by reads of single records. */
export async function truthOf({ ask }: Calendar, as: Asker, greatest: number): Promise<Map<string, unknown>> {
  const truth = new Map<string, unknown>()
  for (const kind of KINDS) {
    for (let id = 1; id <= greatest; id++) {
      const { status, body } = await ask('GET', `/${COLLECTION[kind]}/${id}`, undefined, as)
      if (status === 403 && body.code === 'event-password-protected') {
        const all = await ask('GET', `/events/${id}`)
        if (all.body.hide_from_listings !== true) truth.set(`${kind} ${id}`, 'closed')
      }
      if (status !== 200 || body.status === 'trash') continue
      const isUnlisted = as !== 'editor' && body.hide_from_listings === true
      if (!isUnlisted)
        truth.set(
          `${kind} ${id}`,
          ownFields(body, () => true),
        )
    }
  }
  return truth
}

const READERS = ['visitor', 'editor', 'author', 'contributor'] as const

/** No record has a greater one. */
async function greatestId({ make }: Calendar): Promise<number> {
  return Math.max(await make('venues', { venue: 'The last' }), await make('tags', { name: 'The last' }))
}

/** Plays random writes; mirrors sync now and then, also while others write, and are compared at the end. */
export async function followWrites(
  player: Player,
  seed: number,
  writes: number,
): Promise<{ compared: number }> {
  const dice = new Dice(seed)
  const steps = someWrites(seed, writes).steps[Symbol.iterator]()
  const series = new SeriesWrites(player.calendar, dice)
  const mirrors = READERS.map((as) => new Mirror(as))
  let isOver = false
  async function write(most: number): Promise<void> {
    for (let left = most; left > 0 && !isOver; left--) {
      const { done, value } = steps.next()
      isOver = done === true
      if (value === undefined) return
      await player.play(value)
      if (dice.chance(5)) await series.write()
    }
  }
  while (!isOver) {
    await write(dice.upTo(60))
    for (const mirror of mirrors) {
      await mirror.sync(player.calendar, 1 + dice.upTo(50), () => write(dice.upTo(4)))
    }
  }
  const greatest = await greatestId(player.calendar)
  let compared = 0
  for (const mirror of mirrors) {
    const fresh = new Mirror(mirror.as)
    await fresh.sync(player.calendar, 50)
    await mirror.sync(player.calendar, 50)
    const truth = await truthOf(player.calendar, mirror.as, greatest)
    expect(mirror.state).toEqual(truth)
    expect(fresh.state).toEqual(truth)
    expect(await mirror.sync(player.calendar, 50)).toEqual([])
    compared += truth.size
  }
  return { compared }
}
