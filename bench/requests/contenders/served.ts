import type { RequestListener } from 'node:http'
import type { Question } from '../question.ts'

/** One of those that are compared, within its own process. */
export interface Served {
  readonly version: string
  readonly listener: RequestListener
  /** The same without a socket, `undefined` where that would be nothing; rejects for refusals. */
  readonly ask: ((question: Question) => Promise<unknown>) | undefined
  /** Where its calendar is, if another process may copy that. */
  readonly file: string | undefined
  /** What the calendar takes outside of this process. */
  readonly bytes: () => Promise<number>
}

/** Takes what is to be done at the end, as soon as there is something to close or to remove. */
export type Keep = (drop: () => Promise<void>) => void

/** The answer's text, as a client would have it. */
export async function textOf(response: Response): Promise<string> {
  const text = await response.text()
  if (!response.ok && response.status !== 304) throw new Error(`${response.status} ${text}`)
  return text
}
