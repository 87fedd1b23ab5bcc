import type { Dice } from '../../src/testing/dice.ts'
import { type Calendar, openCalendar } from './calendars.ts'
import { type Finding, Inspection } from './inspection.ts'
import type { Server } from './servers/server.ts'
import type { Told } from './told.ts'
import type { Writer, Writers } from './writers.ts'

/*
 * Kills, one after the other, in one calendar; after each of them everything is started again and looked at.
 *
 * What `kill -9` proves: that no promise rests on what a process had only in its own memory, and that a transaction is
 * whole wherever it is cut. What it does not prove: anything about a power failure. What a process handed to the system
 * before it died the system still has, on its way to the disk or not, so a write that was never flushed counts here as
 * kept.
 */

/** As which whoever looks at a calendar is known to a server. */
export const LOOKER = 'looker'

export interface Kill {
  readonly victim: 'writer' | 'server' | 'both'
  /** How many write to the calendar at once; of several the first is killed. */
  readonly writers: 1 | 2
}

/** Answers that a writer must get after another one was killed. */
const GOES_ON_FOR = 3
const MOST_COMMITS = 10
/** Longer delays are left to a timer; up to here it waits awake, as timers are too coarse. */
const AWAKE = 5
const LONGEST_DELAY = 40

export class Calendars {
  readonly #writers: Writers
  readonly #server: Server | undefined
  readonly #dice: Dice
  /** About how long a commit takes of late, in milliseconds. */
  #commitTakes = 1

  constructor(writers: Writers, server: Server | undefined, dice: Dice) {
    this.#writers = writers
    this.#server = server
    this.#dice = dice
  }

  /** Kills a writer while it makes a new calendar ready. */
  async killAtOpening(calendar: Calendar): Promise<Finding> {
    const inspection = new Inspection(this.#dice.upTo(2 ** 31))
    const writer = this.#open(calendar, inspection)
    await after(
      this.#dice.upTo(LONGEST_DELAY),
      writer,
      ({ say }) => say === 'opening',
      1,
      () => writer.kill(),
    )
    await writer.ended()
    return this.#look(calendar, inspection, writer)
  }

  async killInTurn(calendar: Calendar, kills: readonly Kill[], hear: (kill: Kill, finding: Finding) => void) {
    const inspection = new Inspection(this.#dice.upTo(2 ** 31))
    let alive: Writer[] = []
    for (const kill of kills) {
      const fresh: Writer[] = []
      while (alive.length + fresh.length < kill.writers) {
        const writer = this.#open(calendar, inspection)
        await writer.heard(({ say }) => say === 'opened')
        fresh.push(writer)
      }
      for (const writer of alive) writer.order({ do: 'go' })
      // The oldest goes first.
      alive.push(...fresh)
      const [victim, ...others] = alive
      if (victim === undefined) throw new Error('nobody writes')
      alive = kill.victim === 'server' ? alive : others
      await this.#killAtCommit(kill, victim)
      await Promise.all(alive.map((writer) => this.#goesOn(writer)))
      await Promise.all(alive.map((writer) => writer.pause()))
      hear(kill, await this.#look(calendar, inspection, victim, kill))
    }
    for (const writer of alive) {
      writer.kill()
      await writer.ended()
    }
  }

  #open(calendar: Calendar, inspection: Inspection): Writer {
    const writer = this.#writers.take()
    writer.on('said', (told) => {
      inspection.tell(`${writer.name} in its life ${writer.life}`, told)
      if (told.say === 'result') this.#commitTakes += (told.milliseconds - this.#commitTakes) / 16
    })
    writer.open(calendar, this.#dice.upTo(2 ** 31))
    return writer
  }

  async #killAtCommit({ victim }: Kill, writer: Writer): Promise<void> {
    const dice = this.#dice
    // Mostly while the commit is under way, now and then long after.
    const most = dice.chance(5) ? LONGEST_DELAY : Math.min(this.#commitTakes, LONGEST_DELAY)
    const delay = (dice.upTo(1000) / 1000) * most
    const server = this.#server
    let killed: Promise<void> | undefined
    await after(
      delay,
      writer,
      ({ say }) => say === 'commit',
      1 + dice.upTo(MOST_COMMITS),
      () => {
        if (victim !== 'server') writer.kill()
        if (victim !== 'writer') killed = server?.kill()
      },
    )
    if (victim !== 'server') await writer.ended()
    if (victim === 'writer') return
    await killed
    await server?.start()
  }

  /** 503 is all that another's death may do to a writer; it comes back for the same, and is answered. */
  async #goesOn(writer: Writer): Promise<void> {
    await writer.heard((told) => told.say === 'ack' && told.status !== 503, GOES_ON_FOR)
  }

  async #look(calendar: Calendar, inspection: Inspection, victim: Writer, kill?: Kill): Promise<Finding> {
    // What a dead client had sent may still take effect.
    if (kill?.victim !== 'server') await this.#server?.gone(victim.name)
    const { storage, close } = await openCalendar(calendar, LOOKER)
    try {
      return await inspection.look(storage)
    } finally {
      await close()
    }
  }
}

/** Acts so many milliseconds after the writer has told the nth of these; from then on nothing waits for this process. */
function after(
  delay: number,
  writer: Writer,
  isMeant: (told: Told) => boolean,
  nth: number,
  act: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = nth
    const now = () => {
      act()
      resolve()
    }
    const listen = (told: Told) => {
      if (!isMeant(told) || --left > 0) return
      writer.off('said', listen)
      if (delay > AWAKE) return void setTimeout(now, delay)
      const end = performance.now() + delay
      while (performance.now() < end);
      now()
    }
    writer.on('said', listen)
    void writer.ended().then(() => reject(new Error(`${writer.name} ended before it was killed`)))
  })
}
