import type { SqlRow } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { RetryingClient } from './retrying-client.ts'
import type { StatementBuilder } from './statement-builder.ts'

/** The tools to build and send statements. */
export interface Sender {
  readonly dialect: Dialect
  readonly client: RetryingClient
  readonly builder: () => StatementBuilder
}

/** Builds the SELECT for these IDs. All have the columns of a document, in the same order, so that UNION can join them. */
type Select = (builder: StatementBuilder, ids: readonly number[]) => string

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
 * Batches queries of the same tick: one statement instead of six for the venues, organizers, terms and counts of a
 * page. Queries with the same name are merged into one with the IDs of all callers; each caller picks its own rows.
 */
export class Gather {
  readonly #sender: Sender
  #round: Round | undefined

  constructor(sender: Sender) {
    this.#sender = sender
  }

  /** Returns the rows of these IDs, and possibly of others. `name` identifies the query. */
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
    // Send after the current tick, which may add queries.
    const rows = Promise.resolve().then(() => {
      this.#round = undefined
      return this.#send([...questions.values()])
    })
    return { questions, rows }
  }

  async #send(questions: readonly Question[]): Promise<ReadonlyMap<string, readonly SqlRow[]>> {
    const { client, dialect, builder: begin } = this.#sender
    // A fixed order, so that the same set of queries is the same statement.
    const ordered = questions.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const statements: Promise<readonly SqlRow[]>[] = []
    for (let from = 0; from < ordered.length; from += dialect.mostJoined) {
      const builder = begin()
      const parts = ordered.slice(from, from + dialect.mostJoined).map(({ ids, select }, index) => {
        return `select ${from + index} as question, r.* from (${select(builder, [...ids])}) r`
      })
      statements.push(client.query(builder.statement(parts.join(' union all '))))
    }
    const answers = ordered.map((): SqlRow[] => [])
    for (const rows of await Promise.all(statements)) {
      for (const row of rows) answers[Number(row.question)]?.push(row)
    }
    return new Map(ordered.map(({ name }, index) => [name, answers[index] ?? []]))
  }
}
