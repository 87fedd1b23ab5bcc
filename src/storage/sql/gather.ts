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

/** Builds the SELECT for these IDs. */
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
 * page. This pays where a round trip costs more than the query. Queries with the same name are merged into one with the
 * IDs of all callers; each caller picks its own rows.
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
    const { asText } = dialect
    if (asText === undefined || questions.length === 1) {
      const single = questions.map(async ({ name, ids, select }) => {
        const builder = begin()
        return [name, await client.query(builder.statement(select(builder, [...ids])))] as const
      })
      return new Map(await Promise.all(single))
    }
    const builder = begin()
    // A fixed order, so that the same set of queries is the same statement.
    const ordered = questions.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const parts = ordered.map(({ ids, select }, index) => {
      return `select ${index} as question, ${asText('r')} as answer from (${select(builder, [...ids])}) r`
    })
    const answers = ordered.map((): SqlRow[] => [])
    for (const { question, answer } of await client.query(builder.statement(parts.join(' union all ')))) {
      const row: SqlRow = JSON.parse(String(answer))
      answers[Number(question)]?.push(row)
    }
    return new Map(ordered.map(({ name }, index) => [name, answers[index] ?? []]))
  }
}
