import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Dice } from '../../src/testing/dice.ts'
import type { Calendar } from './calendars.ts'
import type { Finding } from './inspection.ts'
import { Calendars, type Kill } from './kills.ts'
import type { Server } from './servers/server.ts'
import { Writers } from './writers.ts'

/*
 * The same test for every storage that outlives its process: 15 kills, or 1,000 by `npm run crash`, or `KILLS`. `SEED`
 * repeats what writers ask for and when they are killed, though not what the machine makes of it.
 */

const KILLS = Number(process.env.KILLS ?? (process.env.CRASH === 'full' ? 1000 : 15))
const KILLS_A_ROUND = Math.min(KILLS, 50)
const ROUNDS = Math.ceil(KILLS / KILLS_A_ROUND)
const isFull = KILLS_A_ROUND === 50
/** Of these, so many while a calendar is made ready for the first time. */
const AT_OPENING = isFull ? 4 : 2
/** Of each round, so many must have come while a commit had no answer; otherwise nothing was tried. */
const AT_LEAST_CAUGHT = isFull ? 5 : 1
const A_ROUND_MAY_TAKE = 3_600_000

export interface Place {
  readonly by: Calendar['by']
  readonly where: string
  readonly server?: Server
  /** Of the kills, this share is of the server, half of them together with the writer. */
  readonly serverShare?: number
}

export function crashTests(name: string, place: Place | string): void {
  if (typeof place === 'string') {
    console.warn(`Skipped: ${name}: ${place}`)
    test.skip(`${name}: ${place}`)
    return
  }
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  const dice = new Dice(seed)
  const writers = new Writers()
  beforeAll(() => writers.prepare())
  afterAll(() => writers.end())

  describe(`${name}, killed at any moment`, () => {
    const kills = `${ROUNDS * KILLS_A_ROUND} kills`
    test(`has what it acknowledged, whole, and needs no repair: ${kills} (SEED=${seed})`, {
      timeout: ROUNDS * A_ROUND_MAY_TAKE,
    }, async () => {
      const figures = new Figures()
      const calendars = new Calendars(writers, place.server, dice)
      for (let round = 0; round < ROUNDS; round++) {
        const calendar = { by: place.by, where: place.where, name: `r${round}` }
        for (let opening = 0; opening < AT_OPENING; opening++) {
          const finding = await calendars.killAtOpening({ ...calendar, name: `r${round}o${opening}` })
          expect(finding.problems, `after a kill at opening, SEED=${seed}`).toEqual([])
          figures.add(finding)
        }
        await calendars.killInTurn(calendar, planOf(place.serverShare ?? 0, dice), (kill, finding) => {
          figures.add(finding)
          const when = `after kill ${figures.kills} (${JSON.stringify(kill)}), SEED=${seed}`
          expect(finding.problems, when).toEqual([])
        })
        console.log(`${name}, SEED=${seed}: ${figures}`)
      }
      expect(figures.kills).toBe(ROUNDS * KILLS_A_ROUND)
      expect(figures.acknowledged).toBeGreaterThan(figures.kills)
      expect(figures.caught).toBeGreaterThanOrEqual(ROUNDS * AT_LEAST_CAUGHT)
    })
  })
}

/** Half of the kills with one writer, half with two; who is killed, in an order by dice. */
function planOf(serverShare: number, dice: Dice): Kill[] {
  const serverKills = Math.round(serverShare * KILLS_A_ROUND)
  const left = Array.from({ length: KILLS_A_ROUND - AT_OPENING }, (_, index): Kill['victim'] =>
    index >= serverKills ? 'writer' : index % 2 === 0 ? 'server' : 'both',
  )
  const victims: Kill['victim'][] = []
  while (left.length > 0) victims.push(...left.splice(dice.upTo(left.length), 1))
  return victims.map((victim, index) => ({ victim, writers: index < victims.length / 2 ? 1 : 2 }))
}

class Figures {
  readonly #began = performance.now()
  kills = 0
  /** Kills that came while a commit had no answer. */
  caught = 0
  acknowledged = 0
  #unanswered = 0
  #tookEffect = 0
  #slowestStart = 0
  #documents = 0

  add({ acknowledged, unanswered, tookEffect, documents, ready }: Finding): void {
    this.kills++
    if (unanswered > 0) this.caught++
    this.acknowledged += acknowledged
    this.#unanswered += unanswered
    this.#tookEffect += tookEffect
    this.#documents = documents
    this.#slowestStart = Math.max(this.#slowestStart, ready)
  }

  toString(): string {
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(0)
    return [
      `${this.kills} kills in ${seconds} s, ${this.caught} of them while a commit was under way`,
      `${this.acknowledged} acknowledged writes`,
      `${this.#unanswered} commits without an answer, of which ${this.#tookEffect} took effect`,
      `${this.#documents} documents in the end`,
      `slowest start ${this.#slowestStart.toFixed(0)} ms`,
    ].join('; ')
  }
}
