import { Dice } from '../../src/testing/dice.ts'
import { type Answer, type Asker, idsIn } from '../routes/calendar.ts'
import type { Made } from './made.ts'
import { Player } from './play.ts'
import { someWrites } from './sequence.ts'
import type { Fields, Pair, Step } from './steps.ts'
import type { OpenEmpty } from './storages.ts'

/** Writes that fill a calendar; most of them are granted. */
const WRITES = 45

export const ALL_STATUSES = 'publish,future,draft,pending,private,trash'
export const WHOLE_WINDOW: Pair = ['starts_after', '0001-01-01']

type Details = Partial<Pick<Step, 'query' | 'fields' | 'headers' | 'wait'>>

/** A calendar in which there is something, for questions that depend on each other. */
export class Filled {
  readonly seed: number
  readonly made: Made
  readonly dice: Dice
  readonly #player: Player
  readonly close: () => Promise<void>
  #asked = 1000

  private constructor(seed: number, made: Made, player: Player, close: () => Promise<void>) {
    this.seed = seed
    this.made = made
    this.dice = new Dice(seed)
    this.#player = player
    this.close = close
  }

  static async open(seed: number, open: OpenEmpty): Promise<Filled> {
    const { storage, close } = await open()
    const player = new Player(storage)
    const { steps, made } = someWrites(seed, WRITES)
    for (const step of steps) await player.play(step)
    return new Filled(seed, made, player, close)
  }

  ask(method: string, path: string, as: Asker, details: Details = {}): Promise<Answer> {
    const number = this.#asked++
    return this.#player.play({ number, wait: 0, query: [], headers: {}, ...details, method, path, as })
  }

  get(path: string, as: Asker, query: readonly Pair[] = []): Promise<Answer> {
    return this.ask('GET', path, as, { query })
  }

  /** Anything that is no JSON, or an address that an answer gave. */
  send(address: string, init: RequestInit, as: Asker): Promise<Answer> {
    return this.#player.calendar.send(address, init, as)
  }

  /** A path with everything filled in that it refers to. */
  addressOf(path: string): string {
    return this.#player.known.request({
      number: 0,
      wait: 0,
      as: 'editor',
      method: 'GET',
      path,
      query: [],
      headers: {},
    }).path
  }

  /** The fields with everything filled in that they refer to. */
  resolved(fields: Fields): Fields {
    return this.#player.known.fields(fields)
  }

  /** IDs of all records of a collection, the hidden left out; no calendar here has more than a page of them. */
  async all(collection: string): Promise<number[]> {
    const isTerms = collection === 'categories' || collection === 'tags'
    const every: Pair[] = isTerms ? [['hide_empty', '0']] : [['status', ALL_STATUSES]]
    const window = collection === 'events' ? [WHOLE_WINDOW] : []
    const { body } = await this.get(`/${collection}`, 'editor', [...every, ...window, ['per_page', '50']])
    if (Number(body.total) > 50) throw new Error(`more than a page of ${collection}`)
    return idsIn(body, collection)
  }
}
