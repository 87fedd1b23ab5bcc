import type { Known } from './report.ts'
import type { Written } from './respond.ts'
import type { Target } from './target.ts'

/** An answer that a visitor got. */
export interface KeptAnswer {
  readonly target: Target
  readonly written: Written
  readonly record: Known['record']
  /** Of answers that looked at the clock: the second for which they hold. */
  readonly second: number | undefined
}

/**
 * What visitors were answered, by URL, as long as the storage's revision says that nothing was committed since. With it
 * a read by ID from memory takes 6 µs more than `node:http` alone, instead of 150.
 */
export interface Kept {
  /** What was asked by this URL before, whether or not its answer still holds. */
  readonly targetOf: (url: string) => Target | undefined
  /** The answer that still holds at this revision and second. */
  readonly answerAt: (
    revision: string | number,
    url: string,
    second: number,
  ) => Pick<KeptAnswer, 'written' | 'record'> | undefined
  /** `revision`: what it was before anything was read for the answer. */
  readonly keep: (revision: string | number, url: string, answer: KeptAnswer) => void
}

interface Entry extends KeptAnswer {
  readonly size: number
  /** Whether it was asked for since it was last in danger of being dropped. */
  isWanted: boolean
}

/** `most`: bytes. Where they do not suffice, the eldest go that nobody asked for of late. */
export function createKept(most: number): Kept {
  /** Eldest first. */
  const answers = new Map<string, Entry>()
  let current: string | number | undefined
  let size = 0

  function drop(url: string): void {
    const dropped = answers.get(url)
    if (dropped === undefined) return
    answers.delete(url)
    size -= dropped.size
  }

  return {
    targetOf: (url) => answers.get(url)?.target,

    answerAt(revision, url, second) {
      if (revision !== current) {
        answers.clear()
        size = 0
        current = revision
        return undefined
      }
      const found = answers.get(url)
      if (found === undefined || (found.second !== undefined && found.second !== second)) return undefined
      found.isWanted = true
      return found
    },

    keep(revision, url, answer) {
      // Something was committed while the answer was made: it may be older than what others have seen.
      if (revision !== current) return
      drop(url)
      const own = answer.written.size + 2 * url.length
      if (own > most / 4) return
      answers.set(url, { ...answer, size: own, isWanted: false })
      size += own
      for (const [eldest, entry] of answers) {
        if (size <= most) break
        if (entry.isWanted) {
          entry.isWanted = false
          answers.delete(eldest)
          answers.set(eldest, entry)
        } else drop(eldest)
      }
    },
  }
}
