import type { EventsApi } from 'events-api'
import { pollution } from './prototypes.ts'
import { broken, type Outcome, stackOf } from './rules.ts'
import { requestOf, type Shot, shown } from './shot.ts'
import type { WatchedStorage } from './watched-storage.ts'

/** Milliseconds of work that an answer may take, and milliseconds by the clock, since the machine has other work. */
const SLOW = 250
const LATE = 5_000

/** After so many shots the storage is read and compared as a whole. */
const VERIFIED_EVERY = 500

export interface Target {
  readonly fetch: EventsApi['fetch']
  readonly watched: WatchedStorage
  /** What `onError` was told since this was emptied. */
  readonly errors: unknown[]
}

/** Sends requests one after another, holds every answer to the rules, and keeps count. */
export class Range {
  readonly #target: Target
  #sent = 0

  constructor(target: Target) {
    this.#target = target
  }

  /** Throws with what was sent and what of the answer is wrong. `expected`: the statuses that it may have. */
  async fire(shot: Shot, expected: readonly number[] = []): Promise<Outcome> {
    const outcome = await this.#send(shot)
    const faults = broken(shot, outcome)
    if (expected.length > 0 && !expected.includes(outcome.status))
      faults.push(`it was answered ${outcome.status}, not ${expected.join(' or ')}`)
    if (outcome.time > SLOW && faults.length === 0) {
      const time = await this.#timeAgain(shot, outcome.time)
      if (time > SLOW) faults.push(`it took ${Math.round(time)} ms`)
    }
    this.#sent++
    if (this.#sent % VERIFIED_EVERY === 0) faults.push(...(await this.verify()))
    if (faults.length > 0)
      throw new Error(`${faults.join('; ')}\n${shown(shot)}\n${outcome.text.slice(0, 400)}`)
    return outcome
  }

  async verify(): Promise<string[]> {
    const fault = await this.#target.watched.verify()
    return fault === undefined ? [] : [fault]
  }

  async #send(shot: Shot): Promise<Outcome> {
    const { fetch, watched, errors } = this.#target
    const request = requestOf(shot)
    const before = watched.hash()
    errors.length = 0
    const start = performance.now()
    const worked = process.cpuUsage()
    const answer = await answered(fetch(request))
    const late = performance.now() - start
    const { user, system } = process.cpuUsage(worked)
    const time = late > LATE ? late : Math.min(late, (user + system) / 1000)
    const isUnchanged = watched.hash() === before
    return { ...answer, time, errors: [...errors], isUnchanged, pollution: pollution() }
  }

  /** What is collected or compiled meanwhile is not the request's own: of three times the middle one counts. */
  async #timeAgain(shot: Shot, first: number): Promise<number> {
    const times = [first, (await this.#send(shot)).time, (await this.#send(shot)).time]
    return times.sort((a, b) => a - b)[1] ?? first
  }
}

/** A rejection is no answer at all, status 0. */
async function answered(asked: Promise<Response>): Promise<Pick<Outcome, 'status' | 'headers' | 'text'>> {
  try {
    const response = await asked
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    return { status: 0, headers: new Headers(), text: stackOf(error) }
  }
}
