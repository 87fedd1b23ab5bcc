import { Dice } from '../calendar/dice.ts'
import { Client, fieldOf } from './client.ts'
import type { Contender } from './contender.ts'
import type { Operation } from './operations.ts'
import type { Question } from './question.ts'

/** In each run the same, and the same for all. */
export function questionsOf(operation: Operation, round: number, count = operation.count): Question[] {
  const dice = new Dice(operation.isFresh ? 1000 + round : 99)
  return Array.from({ length: count }, () => operation.draw(dice))
}

/** What a contender is asked. `round`: 0 and more. */
export type Questions = (
  operation: Operation,
  contender: Contender,
  round: number,
) => Promise<readonly Question[]>

/** Each list is drawn once. */
export function questionsOnce(): Questions {
  const drawn = new Map<string, readonly Question[]>()
  return async (operation, contender, round) => {
    const isConditional = operation.status === 304
    const key = [operation.name, operation.isFresh ? round : 0, isConditional ? contender.name : ''].join()
    const known = drawn.get(key)
    if (known !== undefined) return known
    const questions = questionsOf(operation, round)
    const asked = isConditional ? await conditional(questions, contender) : questions
    drawn.set(key, asked)
    return asked
  }
}

/** As a client asks that has had the contender's own answer. */
export async function conditional(questions: readonly Question[], contender: Contender): Promise<Question[]> {
  const client = new Client(contender.port)
  const tags = new Map<string, string>()
  for (const { path } of questions) {
    if (tags.has(path)) continue
    const etag = fieldOf(await client.ask({ method: 'GET', path, headers: {}, body: '' }), 'etag')
    if (etag === undefined) throw new Error(`${contender.name}: ${path} has no ETag`)
    tags.set(path, etag)
  }
  client.end()
  return questions.map((question) => ({
    ...question,
    headers: { ...question.headers, 'if-none-match': tags.get(question.path) ?? '' },
  }))
}
