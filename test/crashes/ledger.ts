import { isDeepStrictEqual } from 'node:util'
import {
  type Change,
  type Content,
  type Document,
  type Sequence,
  versionAfter,
} from '../../src/storage/contract.ts'
import type { Outcome, Told } from './told.ts'

/*
 * What writers were promised by the storage, held against the documents that are there after a crash.
 *
 * Each commit names the version that it makes of each document, so the commits of several writers need no clock: of a
 * document, every version from the last known one up to that which is there must have come from exactly one commit, and
 * an acknowledged one cannot be missing. A commit without an answer is there whole or not at all.
 *
 * A record has one life, but a guard of a name may be removed and made again, with versions from 1 on. Nobody can tell
 * the order of its lives from its versions, so its creations and removals are counted instead.
 */

type Write = Exclude<Change, { do: 'check' }>
type Put = Extract<Change, { do: 'put' }>

interface Commit {
  readonly changes: readonly Change[]
  outcome: Outcome | undefined
}

interface Step {
  readonly commit: Commit
  readonly change: Write
}

export type Documents = ReadonlyMap<string, Document>

export interface Verdict {
  readonly problems: readonly string[]
  /** Commits that had no answer. */
  readonly unanswered: number
  /** Of these, those that are there. */
  readonly tookEffect: number
}

export const nameOf = ({ kind, id }: { readonly kind: string; readonly id: number }): string =>
  `${kind} ${id}`

const isWrite = (change: Change): change is Write => change.do !== 'check'
const isPut = (change: Write): change is Put => change.do === 'put'

export class Ledger {
  #known: Documents = new Map()
  readonly #commits = new Map<string, Commit>()
  readonly #given = new Set<string>()
  readonly #givenTwice: string[] = []
  readonly #removals = new Set<string>()

  /** Documents that somebody wanted to be gone. */
  get removals(): ReadonlySet<string> {
    return this.#removals
  }

  tell(writer: string, told: Told): void {
    if (told.say === 'commit') {
      this.#commits.set(`${writer} ${told.n}`, { changes: told.changes, outcome: undefined })
      for (const change of told.changes) if (change.do === 'remove') this.#removals.add(nameOf(change))
    }
    if (told.say === 'given') this.given(told.sequence, told.ids)
    if (told.say !== 'result') return
    const commit = this.#commits.get(`${writer} ${told.n}`)
    if (commit === undefined) throw new Error(`${writer} heard of a commit that it never began`)
    commit.outcome = told.outcome
  }

  given(sequence: Sequence, ids: readonly number[]): void {
    for (const id of ids) {
      const name = `ID ${id} of ${sequence}`
      if (this.#given.has(name)) this.#givenTwice.push(name)
      this.#given.add(name)
    }
  }

  /** Nobody may be writing. What is there is taken as known from then on. */
  verify(now: Documents): Verdict {
    const commits = [...this.#commits.values()].filter(({ outcome }) => outcome !== 'refused')
    const steps = new Map<string, Step[]>()
    for (const commit of commits) {
      for (const change of commit.changes.filter(isWrite)) {
        const name = nameOf(change)
        steps.set(name, [...(steps.get(name) ?? []), { commit, change }])
      }
    }
    const names = new Set([...this.#known.keys(), ...now.keys(), ...steps.keys()])
    const problems = [...names].flatMap((name) =>
      historyOf(this.#known.get(name), now.get(name), steps.get(name) ?? []).map((what) => `${name} ${what}`),
    )
    const unanswered = commits.filter(({ outcome }) => outcome !== 'done')
    let tookEffect = 0
    for (const commit of unanswered) {
      const writes = commit.changes.filter(isWrite)
      const signs = writes.map((change) =>
        isThere(
          commit,
          change,
          this.#known.get(nameOf(change)),
          now.get(nameOf(change)),
          steps.get(nameOf(change)) ?? [],
        ),
      )
      if (signs.includes(true)) tookEffect++
      if (signs.includes(true) && signs.includes(false)) {
        const pieces = writes.map((change, index) => `${nameOf(change)}: ${signs[index] ?? 'cannot be told'}`)
        problems.push(`half of a commit is there: ${pieces.join(', ')}`)
      }
    }
    problems.push(...this.#givenTwice.splice(0).map((name) => `${name} was given twice`))
    this.#known = now
    this.#commits.clear()
    return { problems, unanswered: unanswered.length, tookEffect }
  }
}

const putsOf = (steps: readonly Step[], version: number) =>
  steps.flatMap(({ commit, change }) =>
    isPut(change) && change.expect < version && version <= versionAfter(change) ? [{ commit, change }] : [],
  )

/** What is wrong with one document. */
function historyOf(known: Document | undefined, now: Document | undefined, steps: readonly Step[]): string[] {
  if (hasLives(steps)) return livesOf(known, now, steps)
  const first = known?.version ?? 0
  const last = now?.version ?? 0
  const acknowledged = steps.filter(({ commit }) => commit.outcome === 'done')
  const removals = steps.filter(({ change }) => change.do === 'remove')
  if (now === undefined && removals.length > 0) return []
  const problems: string[] = []
  if (now === undefined && known !== undefined) problems.push('is gone, and nobody removed it')
  if (now !== undefined && last < first) problems.push(`went from version ${first} back to ${last}`)
  for (const { change } of acknowledged) {
    if (change.do === 'remove') problems.push('is there, though its removal was acknowledged')
    else if (versionAfter(change) > last) {
      problems.push(`has version ${last}, though ${versionAfter(change)} was acknowledged`)
    }
  }
  if (now === undefined) return problems
  for (let version = first + 1; version <= last; version++) {
    const puts = putsOf(steps, version)
    if (puts.length === 0) problems.push(`has version ${last}, but nobody wrote ${version}`)
    if (puts.filter(({ commit }) => commit.outcome === 'done').length > 1) {
      problems.push(`has a version ${version} that two writers were told is theirs`)
    }
  }
  if (last === first && known !== undefined && !isSame(known, now)) problems.push('changed without a commit')
  if (last > first) {
    const puts = putsOf(steps, last)
    const done = puts.filter(({ commit }) => commit.outcome === 'done')
    const candidates = done.length > 0 ? done : puts
    if (candidates.length > 0 && !candidates.some(({ change }) => isSame(change.content, now))) {
      problems.push(`has another content than was written as version ${last}`)
    }
  }
  return problems
}

const isCreation = ({ change }: Step) => isPut(change) && change.expect === 0
const isRemoval = ({ change }: Step) => change.do === 'remove'

/** Whether it may have been removed and made again. */
const hasLives = (steps: readonly Step[]) => steps.some(isCreation) && steps.some(isRemoval)

function livesOf(known: Document | undefined, now: Document | undefined, steps: readonly Step[]): string[] {
  const unanswered = steps.filter(({ commit }) => commit.outcome !== 'done')
  const count = (some: readonly Step[], is: (step: Step) => boolean) => some.filter(is).length
  const lives = (known === undefined ? 0 : 1) + count(steps, isCreation) - count(steps, isRemoval)
  const least = lives - count(unanswered, isCreation)
  const most = lives + count(unanswered, isRemoval)
  if (now === undefined) return least > 0 ? ['is gone, though it was made more often than removed'] : []
  const problems = most < 1 ? ['is there, though it was removed as often as made'] : []
  const isWritten = putsOf(steps, now.version).some(({ change }) => isSame(change.content, now))
  if (!isWritten && !(known !== undefined && known.version === now.version && isSame(known, now)))
    problems.push(`has another content than was written as version ${now.version}`)
  return problems
}

/** Whether a change of a commit without an answer took effect; `undefined` where it cannot be told any more. */
function isThere(
  commit: Commit,
  change: Write,
  known: Document | undefined,
  now: Document | undefined,
  steps: readonly Step[],
): boolean | undefined {
  if (hasLives(steps)) return undefined
  // It was decided before the last look, and is too late.
  if (isPut(change) && known !== undefined && known.version > change.expect) return false
  const others = steps.filter((step) => step.commit !== commit)
  if (!isPut(change)) {
    if (now !== undefined) return false
    return others.some((step) => step.change.do === 'remove') ? undefined : true
  }
  const version = versionAfter(change)
  const rivals = putsOf(others, version)
  if (rivals.some((rival) => rival.commit.outcome === 'done')) return false
  if (now?.version === version) {
    if (!isSame(change.content, now)) return false
    // Heads of the outbox are all alike.
    return rivals.some((rival) => isPut(rival.change) && isSame(rival.change.content, now)) ? undefined : true
  }
  const isPast =
    now === undefined ? others.some((step) => step.change.do === 'remove') : now.version > version
  if (!isPast) return false
  return rivals.length > 0 || now === undefined ? undefined : true
}

function isSame(a: Content, b: Content): boolean {
  const normal = ({ keys, text, data }: Content) => ({
    keys: Object.fromEntries(
      // The contract knows no order of many values.
      Object.entries(keys).map(([key, value]) => [key, Array.isArray(value) ? [...value].sort() : value]),
    ),
    text,
    data,
  })
  return isDeepStrictEqual(normal(a), normal(b))
}
