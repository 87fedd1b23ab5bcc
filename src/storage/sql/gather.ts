import type { SqlRow } from './client.ts'
import type { Database } from './database.ts'
import type { Draft } from './draft.ts'

/** Writes the SELECT of what is asked about all of these IDs. */
type Select = (draft: Draft, ids: readonly number[]) => string

interface Question {
  readonly name: string
  readonly ids: Set<number>
  readonly select: Select
}

interface Round {
  readonly questions: Map<string, Question>
  readonly rows: Promise<ReadonlyMap<string, readonly SqlRow[]>>
}

/**
 * Asks at once for what is asked for at the same moment: the venues, organizers, terms and counts of a page are one
 * statement instead of six, where sending one costs more than answering it. Questions of one name are one question,
 * about the IDs of all who ask; each picks its own.
 */
export class Gather {
  readonly #database: Pick<Database, 'client' | 'dialect' | 'draft'>
  #round: Round | undefined

  constructor(database: Pick<Database, 'client' | 'dialect' | 'draft'>) {
    this.#database = database
  }

  /** The rows about these IDs, and about others. `name` stands for what is asked. */
  async ask(name: string, ids: readonly number[], select: Select): Promise<readonly SqlRow[]> {
    this.#round ??= this.#begin()
    const { questions, rows } = this.#round
    const question = questions.get(name) ?? { name, ids: new Set(), select }
    questions.set(name, question)
    for (const id of ids) question.ids.add(id)
    return (await rows).get(name) ?? []
  }

  #begin(): Round {
    const questions = new Map<string, Question>()
    // Behind everything that is running now, which may ask for more.
    const rows = Promise.resolve().then(() => {
      this.#round = undefined
      return this.#send([...questions.values()])
    })
    return { questions, rows }
  }

  async #send(questions: readonly Question[]): Promise<ReadonlyMap<string, readonly SqlRow[]>> {
    const { client, dialect, draft: begin } = this.#database
    const { asText } = dialect
    if (asText === undefined || questions.length === 1) {
      const single = questions.map(async ({ name, ids, select }) => {
        const draft = begin()
        return [name, await client.query(draft.statement(select(draft, [...ids])))] as const
      })
      return new Map(await Promise.all(single))
    }
    const draft = begin()
    // In one order, so that the same questions are the same statement.
    const ordered = questions.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const parts = ordered.map(({ ids, select }, index) => {
      return `select ${index} as question, ${asText('r')} as answer from (${select(draft, [...ids])}) r`
    })
    const answers = ordered.map((): SqlRow[] => [])
    for (const { question, answer } of await client.query(draft.statement(parts.join(' union all ')))) {
      const row: SqlRow = JSON.parse(String(answer))
      answers[Number(question)]?.push(row)
    }
    return new Map(ordered.map(({ name }, index) => [name, answers[index] ?? []]))
  }
}
