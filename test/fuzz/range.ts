import type { EventsApi } from 'kalends'
import { pollution } from './prototypes.ts'
import { broken, type Outcome, stackOf } from './rules.ts'
import { requestOf, type Shot, shown } from './shot.ts'
import type { WatchedStorage } from './watched-storage.ts'

/** An answer that takes more CPU time than this, in milliseconds, is measured again. */
const SUSPICIOUS = 250
/** How many times the CPU time of a fixed piece of work an answer may take: a slow or busy machine slows both. */
const MOST_WORK = 20
const WORK = JSON.stringify(
  Array.from({ length: 40_000 }, (_, n) => ({ id: n, title: `Event ${n}`, tags: [n, n + 1] })),
)

const cpuSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds of CPU time that an answer may take, on this machine as busy as it is now. */
function workLimit(): number {
  const before = process.cpuUsage()
  JSON.parse(WORK)
  return MOST_WORK * cpuSince(before)
}

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
    if (outcome.time > SUSPICIOUS && faults.length === 0) {
      const time = await this.#timeAgain(shot, outcome.time)
      const limit = Math.max(SUSPICIOUS, workLimit())
      if (time > limit)
        faults.push(`it took ${Math.round(time)} ms of CPU time, and may take ${Math.round(limit)}`)
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
    const worked = process.cpuUsage()
    const answer = await answered(fetch(request))
    const time = cpuSince(worked)
    const isUnchanged = watched.hash() === before
    return { ...answer, time, errors: [...errors], isUnchanged, pollution: pollution() }
  }

  /** Collection, compilation and other programs only make a request slower: the fastest of three counts. */
  async #timeAgain(shot: Shot, first: number): Promise<number> {
    return Math.min(first, (await this.#send(shot)).time, (await this.#send(shot)).time)
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
