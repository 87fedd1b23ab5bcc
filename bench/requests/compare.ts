import { isDeepStrictEqual } from 'node:util'
import { Client } from './client.ts'
import type { Contender } from './contender.ts'
import type { Operation } from './operations.ts'
import { type Question, SERIAL, withSerial } from './question.ts'
import { conditional, questionsOf } from './questions.ts'

const SAMPLES = 5

/** Of a write, by the clocks of several processes. */
const MOMENTS = ['date', 'date_utc', 'modified', 'modified_utc']

/**
 * What is not the same work cannot be compared: all of them give the same JSON to the same questions. Before anything
 * is timed, since the faster ones have written more then.
 */
export async function compare(
  operation: Operation,
  contenders: readonly Contender[],
  serials: () => number,
): Promise<void> {
  // A list that is always the same is still asked several times.
  const drawn = questionsOf(operation, 0, SAMPLES)
  const serial = drawn.map(serials)
  const [first] = contenders
  let expected: unknown[] = []
  for (const contender of contenders) {
    const questions = operation.status === 304 ? await conditional(drawn, contender) : drawn
    const client = new Client(contender.port)
    const answers: unknown[] = []
    for (const [index, question] of questions.entries()) {
      answers.push(
        await comparable(client, operation, { ...question, ...bodyOf(question, serial[index] ?? 0) }),
      )
    }
    client.end()
    if (contender === first) expected = answers
    for (const [index, answer] of answers.entries()) {
      if (isDeepStrictEqual(answer, expected[index])) continue
      console.error({
        [first?.name ?? '']: JSON.stringify(expected[index]),
        [contender.name]: JSON.stringify(answer),
      })
      throw new Error(`${operation.name}: ${contender.name} answers something else`)
    }
  }
}

const bodyOf = ({ body }: Question, serial: number) => ({
  body: body.includes(SERIAL) ? withSerial(body, serial) : body,
})

async function comparable(
  client: Client,
  { name, status, does }: Operation,
  question: Question,
): Promise<unknown> {
  const answer = await client.ask(question)
  const text = answer.body.toString()
  const isExpected = status === undefined ? answer.status < 300 : answer.status === status
  if (!isExpected) throw new Error(`${name}: ${question.method} ${question.path}: ${answer.status} ${text}`)
  if (status === 304) return text
  if (does === 'read') return JSON.parse(text)
  return JSON.parse(text, (key, value: unknown) => (MOMENTS.includes(key) ? undefined : value))
}
