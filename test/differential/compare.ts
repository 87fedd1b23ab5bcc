import { memoryStorage } from 'kalends/storage/memory'
import { Player, transcript } from './play.ts'
import { type Step, shown } from './steps.ts'
import type { OpenEmpty } from './storages.ts'

export interface Difference {
  /** The steps up to the one that was answered otherwise. */
  readonly steps: readonly Step[]
  readonly expected: string
  readonly actual: string
}

/** Plays a sequence on memory and on another storage; the first answer that is not the same, or a fault of both. */
export async function difference(steps: readonly Step[], open: OpenEmpty): Promise<Difference | undefined> {
  const reference = new Player(memoryStorage())
  const { storage, close } = await open()
  try {
    const other = new Player(storage)
    for (const [index, step] of steps.entries()) {
      const answer = await reference.play(step)
      const expected = transcript(answer)
      const actual = transcript(await other.play(step))
      const until = { steps: steps.slice(0, index + 1), actual: withErrors(actual, other) }
      if (actual !== expected) return { ...until, expected }
      if (answer.status >= 500) return { ...until, expected: 'any answer but a fault' }
    }
    return undefined
  } finally {
    await close()
  }
}

const withErrors = (text: string, { calendar: { errors } }: Player): string =>
  errors.length === 0 ? text : `${text}\n\nonError was told: ${errors.map(String).join('; ')}`

/** So much around the first character that is not the same. */
const CONTEXT = 300

export function report({ steps, expected, actual }: Difference, seed: number): string {
  let at = 0
  while (at < expected.length && expected[at] === actual[at]) at++
  const around = (text: string) => {
    const [status = ''] = text.split('\n', 1)
    const from = Math.max(0, at - CONTEXT)
    return from === 0 ? text.slice(0, 2 * CONTEXT) : `${status} …${text.slice(from, at + CONTEXT)}`
  }
  return [
    `The last of these ${steps.length} requests is answered otherwise than on memory (SEED=${seed} replays it):`,
    ...steps.map(shown),
    `\nExpected:\n${around(expected)}`,
    `\nAnswered:\n${around(actual)}\n`,
  ].join('\n')
}
