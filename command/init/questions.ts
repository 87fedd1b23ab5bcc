import { createInterface } from 'node:readline/promises'
import { Failure } from '../usage.ts'

export interface Question {
  readonly text: string
  readonly fallback: string
  /** What is wrong with an answer; `undefined` if nothing. */
  problem(answer: string): string | undefined
}

/** How often an answer may be wrong. */
const TRIES = 3

/** Asks on stderr, so that stdout has the report alone. An empty answer is the one in brackets. */
export async function ask(questions: readonly Question[]): Promise<string[]> {
  const lines = createInterface({ input: process.stdin })
  const answers: string[] = []
  // Listens from the first question to the last: lines that come early are not lost.
  const next = lines[Symbol.asyncIterator]()
  try {
    for (const question of questions) answers.push(await answerTo(question, next))
  } finally {
    lines.close()
  }
  return answers
}

async function answerTo(
  { text, fallback, problem }: Question,
  lines: AsyncIterator<string>,
): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    process.stderr.write(`${text} [${fallback}] `)
    const { done, value } = await lines.next()
    if (done)
      throw new Failure('\nThere was no answer, so nothing was written. --yes takes the answers in brackets.')
    const answer = value.trim() || fallback
    const wrong = problem(answer)
    if (wrong === undefined) return answer
    process.stderr.write(`${wrong}\n`)
  }
  throw new Failure('Nothing was written.')
}
