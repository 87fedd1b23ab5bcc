import { writeFileSync } from 'node:fs'
import { Dice } from '../calendar/dice.ts'
import type { TemporaryFolder } from '../shared/folder.ts'
import { Client } from './client.ts'
import type { Contender } from './contender.ts'
import type { Operation } from './operations.ts'
import { type Question, toLine } from './question.ts'

/** In each run the same, and the same for all. */
export function questionsOf(operation: Operation, round: number, count = operation.count): Question[] {
  const dice = new Dice(operation.isFresh ? 1000 + round : 99)
  return Array.from({ length: count }, () => operation.draw(dice))
}

/** What contenders with so many events are asked, in files. */
export class QuestionFiles {
  readonly #folder: TemporaryFolder
  readonly #events: number
  readonly #written = new Map<string, string>()

  constructor(folder: TemporaryFolder, events: number) {
    this.#folder = folder
    this.#events = events
  }

  /** `round`: 0 and more. */
  async of(operation: Operation, contender: Contender, round: number): Promise<string> {
    const isConditional = operation.status === 304
    const owner = isConditional ? contender.name : 'all'
    const key = [operation.name, operation.isFresh ? round : 0, owner].join(', ')
    const known = this.#written.get(key)
    if (known !== undefined) return known
    const drawn = questionsOf(operation, round)
    const questions = isConditional ? await conditional(drawn, contender) : drawn
    const path = this.#folder.file(`questions-${this.#events}-${this.#written.size}`)
    writeFileSync(path, questions.map(toLine).join('\n'))
    this.#written.set(key, path)
    return path
  }
}

/** As a client asks that has had the contender's own answer. */
export async function conditional(questions: readonly Question[], contender: Contender): Promise<Question[]> {
  const client = new Client(contender.port)
  const tags = new Map<string, string>()
  for (const { path } of questions) {
    if (tags.has(path)) continue
    const { etag } = await client.ask({ method: 'GET', path, headers: {}, body: '' })
    if (etag === undefined) throw new Error(`${contender.name}: ${path} has no ETag`)
    tags.set(path, etag)
  }
  client.end()
  return questions.map((question) => ({
    ...question,
    headers: { ...question.headers, 'if-none-match': tags.get(question.path) ?? '' },
  }))
}
