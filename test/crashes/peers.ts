import { Dice } from '../../src/testing/dice.ts'
import { BundledProgram } from '../setup/bundled-program.ts'
import type { Calendar } from './calendars.ts'
import { Child } from './child.ts'
import type { Order, Place, Said, Way } from './peer.ts'

/*
 * Processes that write to one calendar and read each other's events, while one after the other is killed.
 *
 * After each acknowledged write another process is asked for the event at once, in the midst of its own writes; after
 * each kill all that are left are asked for what the dead one wrote last, and for events from before. An answer may not
 * be older than what was acknowledged, or answered to anybody, before it was asked for.
 */

const WAYS: readonly Way[] = [
  'id visitor',
  'id editor',
  'slug visitor',
  'slug editor',
  'list visitor',
  'list editor',
]

/** Processes at a time. */
const PEERS = 3
/** The others are killed; each of these lives for so many kills. */
const SURVIVES = 25
/** Writes that are acknowledged between two kills. */
const MOST_WRITES = 12
/** Of the dead one's events, and of older ones, so many are read after a kill. */
const READ_AGAIN = 6
const LONGEST_DELAY = 4

/** What is known of one event. */
interface Known {
  readonly place: Place
  /** The last version that was acknowledged, or answered to somebody. */
  floor: number
}

class Peer extends Child<Said, Order> {}

const hears = (peer: Peer, what: Said['say']): Promise<void> => peer.heard(({ say }) => say === what)

function killed(peer: Peer): Promise<void> {
  peer.kill()
  return peer.ended()
}

interface Question {
  readonly peer: Peer
  readonly event: Known
  readonly name: string
  readonly way: Way
  /** What the answer must have at least. */
  readonly floor: number
  readonly settle: () => void
}

export interface SharedFile {
  readonly calendar: Calendar
  /** Whether a process may open the file while others write to it. */
  readonly opensAtAnyTime: boolean
}

export class Peers {
  readonly #program = new BundledProgram(new URL('peer.ts', import.meta.url))
  readonly #dice: Dice
  readonly #events = new Map<string, Known>()
  readonly #sent = new Map<string, number>()
  readonly #questions = new Map<number, Question>()
  readonly #peers: Peer[] = []
  readonly problems: string[] = []
  acknowledged = 0
  answers = 0
  kills = 0
  #spare: Peer | undefined
  #lives = 0
  #asked = 0
  #onAck: (() => void) | undefined

  constructor(seed: number) {
    this.#dice = new Dice(seed)
  }

  async prepare(): Promise<void> {
    await this.#program.build()
    this.#spare = this.#start()
  }

  async end(): Promise<void> {
    const spare = this.#spare === undefined ? [] : [this.#spare]
    await Promise.all([...this.#peers.splice(0), ...spare].map(killed))
    this.#program.remove()
  }

  #start(): Peer {
    return new Peer(this.#program.path, this.#lives++)
  }

  /** Kills so many, one after the other; then a new process reads every event. */
  async run(file: SharedFile, kills: number): Promise<void> {
    while (this.kills < kills && this.problems.length === 0) {
      while (this.#peers.length < PEERS) await this.#open(file)
      await this.#acknowledged(1 + this.#dice.upTo(MOST_WRITES))
      const delay = (this.#dice.upTo(1000) / 1000) * LONGEST_DELAY
      const end = performance.now() + delay
      while (performance.now() < end);
      // The first one lives on for some time; it has read snapshots of long ago.
      const isOldest = this.kills % SURVIVES === SURVIVES - 1
      const [victim] = this.#peers.splice(isOldest ? 0 : 1 + this.#dice.upTo(PEERS - 1), 1)
      if (victim !== undefined) await killed(victim)
      this.kills++
      for (const [n, { peer, settle }] of this.#questions) {
        if (peer !== victim) continue
        this.#questions.delete(n)
        settle()
      }
      await this.#readAgain(victim?.life ?? 0)
    }
    await this.#pause()
    await this.#open(file)
    await this.#pause()
    const last = this.#peers.at(-1)
    if (last === undefined) throw new Error('nobody is left to read')
    const names = [...this.#events.keys()]
    for (let from = 0; from < names.length; from += 50) {
      await Promise.all(names.slice(from, from + 50).map((name) => this.#ask(last, name)))
    }
    // Only now: what was sent may be heard of later than what was read.
    for (const [name, { floor }] of this.#events) {
      const sent = this.#sent.get(name) ?? 0
      if (floor > sent) this.#fails(`version ${floor} of ${name} was read, but only ${sent} were sent`)
    }
  }

  async #open({ calendar, opensAtAnyTime }: SharedFile): Promise<void> {
    const peer = this.#spare ?? this.#start()
    this.#spare = this.#start()
    peer.on('said', (said) => this.#hear(peer, said))
    if (!opensAtAnyTime) await this.#pause()
    const opened = hears(peer, 'opened')
    peer.order({ do: 'open', calendar, life: peer.life, seed: this.#dice.upTo(2 ** 31) })
    await opened
    const resting = opensAtAnyTime ? [] : this.#peers
    for (const one of [...resting, peer]) one.order({ do: 'go' })
    this.#peers.push(peer)
  }

  async #pause(): Promise<void> {
    await Promise.all(
      this.#peers.map((peer) => {
        const paused = hears(peer, 'paused')
        peer.order({ do: 'pause' })
        return paused
      }),
    )
  }

  #acknowledged(times: number): Promise<void> {
    let left = times
    return new Promise((resolve) => {
      this.#onAck = () => {
        if (--left <= 0 || this.problems.length > 0) resolve()
      }
    })
  }

  #hear(peer: Peer, said: Said): void {
    if (said.say === 'failed') this.#fails(`peer ${peer.life}: ${said.error}`)
    if (said.say === 'intent') this.#sent.set(said.name, said.version)
    if (said.say === 'read') this.#judge(said)
    if (said.say !== 'ack') return
    const known = this.#events.get(said.name) ?? { place: said.event, floor: 0 }
    known.floor = Math.max(known.floor, said.version)
    this.#events.set(said.name, known)
    this.acknowledged++
    const other = this.#dice.oneOf(this.#peers)
    void this.#ask(other, said.name)
    this.#onAck?.()
  }

  /** Settles when it is answered, or whoever was asked is dead. */
  #ask(peer: Peer, name: string): Promise<void> {
    const event = this.#events.get(name)
    if (event === undefined) throw new Error(`nobody knows ${name}`)
    const n = this.#asked++
    const way = this.#dice.oneOf(WAYS)
    return new Promise((settle) => {
      this.#questions.set(n, { peer, event, name, way, floor: event.floor, settle })
      peer.order({ do: 'read', n, way, event: event.place })
    })
  }

  #judge({ n, status, found }: Extract<Said, { say: 'read' }>): void {
    const question = this.#questions.get(n)
    if (question === undefined) return
    this.#questions.delete(n)
    this.answers++
    const { peer, event, name, way, floor } = question
    const isRight = status === 200 && found.isWhole && found.name === name && found.version >= floor
    if (!isRight) {
      this.#fails(
        `peer ${peer.life} read ${name} (ID ${event.place.id}) by ${way} and got ${status} ${JSON.stringify(found)}; ` +
          `version ${floor} was acknowledged or read before`,
      )
    }
    event.floor = Math.max(event.floor, found.version)
    question.settle()
  }

  async #readAgain(life: number): Promise<void> {
    const names = [...this.#events.keys()]
    const own = names.filter((name) => name.startsWith(`event-${life}x`)).slice(-READ_AGAIN)
    const others = this.#dice.some(READ_AGAIN, () => this.#dice.oneOf(names))
    await Promise.all(this.#peers.flatMap((peer) => [...own, ...others].map((name) => this.#ask(peer, name))))
  }

  #fails(problem: string): void {
    this.problems.push(`${problem} (after ${this.kills} kills)`)
    this.#onAck?.()
  }

  toString(): string {
    return `${this.kills} kills; ${this.acknowledged} acknowledged writes of ${this.#events.size} events; ${this.answers} answers`
  }
}
